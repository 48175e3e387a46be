package secret

import (
	"bytes"
	"slices"
	"testing"

	"assent/i18n"
)

// FuzzFind wants no panic, few kinds, and what is found to be found also later in a
// text of more.
func FuzzFind(f *testing.F) {
	for _, seed := range []string{
		"-----BEGIN PRIVATE KEY-----", "\x30\x82\x0a\x00\x02\x01\x03\x30", "\xc5\xff\x00\x00\x00\x00\x04",
		"ghp_0123456789abcdefghijABCDEFGHIJ012345", "DB_PASSWORD=tr0ub4dor3", "https://a:bcdef0@h/", `{"kty":"oct","k":"`,
		"kind: Secret\ndata:\n  a: czNjcjN0", "LS0tLS1CRUdJTi", "BitLocker 123456-", "curl -u a:b0c1d2e3 \\\n", "\xff\xfeg\x00h\x00p\x00_\x00",
		"q~", "\"auths\":{\"auth\":\"", "密码：", "token=>'", "name,user,password\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		found := Find("a.php", text, true)
		if len(found) > atMost || len(found) > 0 && len(bytes.Trim(text, " \t\r\n\x00")) == 0 {
			t.Errorf("found %v in %q", found, text)
		}
		inside := Find("", append(append([]byte("\n"), text...), '\n'), false)
		for _, k := range Find("", text, false) {
			if !contains(inside, k) && len(inside) < atMost {
				t.Errorf("%v is not found between lines of %q", k, text)
			}
		}
	})
}

// FuzzGuess wants no panic and an answer that spaces around do not change.
func FuzzGuess(f *testing.F) {
	f.Add([]byte("hunter2!X"))
	f.Add([]byte("\xff\x00@."))
	f.Fuzz(func(t *testing.T, text []byte) {
		a, ok := Guess(text)
		b, also := Guess(append([]byte(" "), text...))
		if ok != also || a.Key != b.Key {
			t.Errorf("a space changed the answer about %q", text)
		}
	})
}

func contains(all []i18n.Text, k i18n.Text) bool {
	return slices.ContainsFunc(all, func(other i18n.Text) bool { return other.Key == k.Key && other.Args["Product"] == k.Args["Product"] })
}
