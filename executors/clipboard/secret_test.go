package clipboard

import "testing"

func TestLooksSecret(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text string
		want bool
	}{
		{"hunter2!X", true},
		{" Tr0ub4dor&3\n", true},
		{"-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA\n", true},
		{"ghp_0123456789abcdefghijABCDEFGHIJ012345", true},
		{"AKIAIOSFODNN7EXAMPLE", true},
		{"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", true},
		{"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", true},
		{"abandon ability able about above absent absorb abstract absurd abuse access accident", true},
		{"", false},
		{"hello", false},
		{"Meet me at 8 o'clock, OK?", false},
		{"https://example.com/A1?b=C2", false},
		{"/home/alice/Notes-2026.md", false},
		{"alice.B2@example.com", false},
		{"Report-2026_v2.pdf", false},
		{"今天天气A1!很好啊啊", false},
		{"12345678", false},
	} {
		if got := looksSecret([]byte(test.text)); got != test.want {
			t.Errorf("looksSecret(%q) = %v, want %v", test.text, got, test.want)
		}
	}
}

// FuzzLooksSecret wants no panic and an answer that spaces around do not change.
func FuzzLooksSecret(f *testing.F) {
	f.Add([]byte("hunter2!X"))
	f.Add([]byte("\xff\x00@."))
	f.Fuzz(func(t *testing.T, text []byte) {
		if looksSecret(text) != looksSecret(append([]byte(" "), text...)) {
			t.Errorf("a space changed the answer about %q", text)
		}
	})
}
