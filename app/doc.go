// Package app is the way of one tool call, and the engine that it belongs to: it
// joins the wire (app/wire), consent, the executors and the audit log, for a
// window or for none. It knows no toolkit.
//
// Engine.Connect gives a host a Session; Session.Receive takes its lines; runner.go
// is the chain of contract §4, top to bottom.
package app
