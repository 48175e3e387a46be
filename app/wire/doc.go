// Package wire is the wire: it turns one line from a host into a value of its
// own type, and answers back into lines (contract §2, §3).
//
// It alone knows that a tool call comes in two shapes, flat (001 §3) and nested
// (002), and that their denials use different words. What it decodes is checked
// for form only; nothing in it is believed about who is calling but the envelope.
package wire
