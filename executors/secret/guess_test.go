package secret

import "testing"

func TestGuess(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"hunter2!X":        "kind.password",
		" Tr0ub4dor&3\n":   "kind.password",
		"aB3xY9kQ":         "kind.password",
		"glpat-x0y1z2w3v4": "kind.password",
		"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855":                     "kind.key",
		"0a:1b:2c:3d:4e:5f:60:71:82:93:a4:b5:c6:d7:e8:f9":                                      "kind.key",
		"abandon ability able about above absent absorb abstract absurd abuse access accident": "kind.seed_phrase",
		"":                                     "",
		"hello":                                "",
		"Meet me at 8 o'clock, OK?":            "",
		"https://example.com/A1?b=C2":          "",
		"/home/alice/Notes-2026.md":            "",
		"alice.B2@example.com":                 "",
		"Report-2026_v2.pdf":                   "",
		"今天天气A1!很好啊啊":                          "",
		"12345678":                             "",
		"550e8400-e29b-41d4-a716-446655440000": "",
		"282f8ce1b0c9a7d6e5f4039281706f5e4d3c2b1a": "",
		"2026-11-21T19:48:17.123Z":                 "",
		"v1.26.0-rc.1+linux":                       "",
		"getUserById(42);":                         "",
		"Config.Http2.Enabled":                     "",
		"<H1>":                                     "",
	} {
		kind, ok := Guess([]byte(text))
		if kind.Key != want || ok != (want != "") {
			t.Errorf("%q: %q, want %q", text, kind.Key, want)
		}
	}
}
