package projectcli

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"assent/executors"
)

// However a CLI prints its credential, it gets nowhere.
func TestCredentialIsScrubbed(t *testing.T) {
	t.Parallel()
	for encoding, encode := range encodings() {
		c := withCredential(testCLI(t, "print", encoding), "printf '%s\n' '"+token+"'")
		output, text, err := ran(t, c, day())
		if err != nil || output.Status != "success" || !strings.Contains(text, redacted) {
			t.Errorf("%s: %+v, %v", encoding, output, err)
		}
		for _, form := range []string{token, encode(token), string(base64Encoding([]byte(token)))} {
			if strings.Contains(text, form) || strings.Contains(fmt.Sprintf("%#v", output), form) {
				t.Errorf("%s: the credential is in the output: %s", encoding, text)
			}
		}
	}
}

func TestCredentialIsNowhereElse(t *testing.T) {
	t.Parallel()
	for _, said := range []string{
		`{"ok":true,"module":"calendar","method":"read","data":{"$TOKEN":{"$TOKEN":["$TOKEN"]}}}`,
		`{"ok":false,"error":{"code":"$TOKEN","message":"it is $TOKEN"}}`,
		`{"ok":true,"module":"calendar","method":"read","data":12345678901234}`,
		`$TOKEN`, `{"$TOKEN`,
	} {
		credential := "s3cr3t-tok3n"
		if strings.Contains(said, "12345") {
			credential = "12345678901234"
		}
		plan := prepared(t, executorOf(t, withCredential(testCLI(t, "raw", said), "echo "+credential)), day())
		result, err := executors.Run(t.Context(), plan, 20*time.Second)
		if all := fmt.Sprintf("%s %v %+v %#v %v", result, err, err, plan.Facts(), executors.AsError(fmt.Errorf("x: %w", err)).Err); strings.Contains(all, credential) {
			t.Errorf("%s: the credential is in %s", said, all)
		}
	}
	s := secret{[]byte("s3cr3t-tok3n")}
	if said := fmt.Sprintf("%v %s %q %#v %+v", s, s, s, &s, &s); strings.Contains(said, "s3cr3t") {
		t.Errorf("it formats as %s", said)
	}
}

func TestCredentialIsMadeForTheCall(t *testing.T) {
	t.Parallel()
	for script, want := range map[string]executors.Reason{
		"exit 0":                                executors.ServiceMissing,
		"echo short":                            executors.ServiceMissing,
		"echo two; echo lines":                  executors.ServiceMissing,
		"printf 'a\\001b12345678'":              executors.ServiceMissing,
		"head -c 5000 /dev/zero | tr '\\000' x": executors.ServiceMissing,
		"sleep 1000":                            executors.ToolTimeout,
		`printf '%s\r\n' "for-$CREDENTIAL_TTL_S-seconds"`: "",
		"echo 'said to no one' >&2; echo long-enough":     "",
	} {
		plan := prepared(t, executorOf(t, withCredential(testCLI(t, "tell"), script)), day())
		limit := 20 * time.Second
		if want == executors.ToolTimeout {
			limit = time.Second
		}
		_, err := executors.Run(t.Context(), plan, limit)
		if err == nil && want == "" {
			continue
		}
		if err == nil || reasonOf(t, err) != want || strings.Contains(err.Error(), "no one") {
			t.Errorf("%s: %v, want %q", script, err, want)
		}
	}
}

func TestFinder(t *testing.T) {
	t.Parallel()
	find := newFinder([]byte(token))
	for name, encode := range encodings() {
		text := "before " + encode(token) + " after"
		if clean := find.clean(text); !strings.Contains(clean, redacted) || !strings.HasPrefix(clean, "before ") || !strings.HasSuffix(clean, " after") {
			t.Errorf("%s: %q became %q", name, text, clean)
		}
	}
	for _, innocent := range []string{"", "Lunch with Ana", token[:len(token)-1], token[1:], strings.Repeat("%41", 100), strings.Repeat(`\`, 1000), "&#", "%", "=", "s3cr3t"} {
		if clean := find.clean(innocent); clean != innocent {
			t.Errorf("%q became %q", innocent, clean)
		}
	}
}

func FuzzFinder(f *testing.F) {
	for _, encode := range encodings() {
		f.Add("a", encode(token), "z")
	}
	f.Fuzz(func(t *testing.T, before, text, after string) {
		find := newFinder([]byte(token))
		clean := find.clean(before + text + after)
		if again := find.clean(clean); len(find.all(again)) > 0 {
			t.Errorf("%q still has it after %q", again, clean)
		}
		if strings.Contains(find.clean(before+token+after), token) {
			t.Error("the credential is still there")
		}
	})
}

func BenchmarkScrub(b *testing.B) {
	s := &secret{[]byte(token)}
	out := []byte(`{"items":["` + strings.Repeat("Lunch with Ana, 52% off \\u0041 ", 5<<20/32) + `"]}`)
	b.SetBytes(int64(len(out)))
	for b.Loop() {
		if _, err := s.scrub(out); err != nil {
			b.Fatal(err)
		}
	}
}
