package canonical_test

import (
	"fmt"
	"strings"
	"testing"

	"assent/consent/canonical"
)

// object makes a JSON object of about size bytes, its members out of order.
func object(size int) []byte {
	var b strings.Builder
	for i := 0; b.Len() < size-60; i++ {
		fmt.Fprintf(&b, `,"name%d":{"text":"some words","n":%d.5,"list":[true,%d]}`, size-i, i, i)
	}
	return []byte("{" + b.String()[1:] + "}")
}

func BenchmarkDigest(b *testing.B) {
	for _, size := range []int{1 << 10, 256 << 10} {
		data := object(size)
		b.Run(fmt.Sprintf("%dKiB", size>>10), func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				canonical.Digest(data)
			}
		})
	}
}

func BenchmarkDigestOfText(b *testing.B) {
	data := []byte(`{"path":"/home/alice/notes.md","body":"` + strings.Repeat("some words ", 85) + `","encoding":"utf-8"}`)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		canonical.Digest(data)
	}
}

func BenchmarkCheck(b *testing.B) {
	data := object(1 << 10)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if err := canonical.Check(data); err != nil {
			b.Fatal(err)
		}
	}
}

// The input that costs most for its length must still cost little.
func BenchmarkScan(b *testing.B) {
	inputs := map[string]string{
		"1KiB call":    `{"agent_id":"a","payload":{"artifact":{"arguments":{"a":1,"a":"` + strings.Repeat("x", 900) + `"},"call_id":"c"}},"conversation_id":"v"}`,
		"1MiB depth":   `{"payload":{"artifact":{"arguments":` + strings.Repeat(`{"":[`, 150<<10) + strings.Repeat("]}", 150<<10) + `}}}`,
		"1MiB names":   `{"payload":{` + strings.Repeat(`"`+strings.Repeat("a", 1000)+`":1,`, 1) + `"x":[` + strings.Repeat(`{},`, 340<<10) + `1]}}`,
		"1MiB escapes": `{"payload":{"artifact":{"arguments":"` + strings.Repeat(`\\`, 500<<10) + `"}}}`,
	}
	for name, input := range inputs {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				canonical.Scan([]byte(input), opaque, wanted)
			}
		})
	}
}

// Members to be sorted at every level, the deepest and longest there is.
func BenchmarkFormDeep(b *testing.B) {
	inner := object(1 << 20)
	data := []byte(strings.Repeat(`{"b":1,"a":`, 60) + string(inner) + strings.Repeat("}", 60))
	for b.Loop() {
		if _, err := canonical.Form(data); err != nil {
			b.Fatal(err)
		}
	}
}
