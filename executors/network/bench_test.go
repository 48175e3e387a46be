package network

import (
	"net/netip"
	"testing"
)

// BenchmarkPrepare times what happens before the question.
func BenchmarkPrepare(b *testing.B) {
	e := New(Options{AllowedHosts: []string{"nas.local"}})
	request := call(args{"url": "https://www.bücher.example/a?b=c"})
	for b.Loop() {
		if _, err := e.Prepare(b.Context(), request); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSpecial times the judgement of one address.
func BenchmarkSpecial(b *testing.B) {
	address := netip.MustParseAddr("2a00:1450::1")
	for b.Loop() {
		special.has(address)
	}
}
