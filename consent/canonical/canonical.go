// Package canonical reads JSON strictly and gives it the one form that consent
// binds to: RFC 8785, and its SHA-256 digest.
//
// Strict means contract §5: RFC 8259 without duplicate names, invalid UTF-8,
// lone surrogates, a BOM, trailing data, more than MaxDepth levels, or numbers
// that a float64 (an integer: ±2^53) cannot hold.
package canonical
