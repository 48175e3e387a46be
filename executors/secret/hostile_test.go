package secret

import (
	"slices"
	"strings"
	"testing"

	"assent/i18n"
)

// TestHostileContent is made to keep the scanner busy: it gives up, and says so.
func TestHostileContent(t *testing.T) {
	t.Parallel()
	for name, line := range map[string]string{
		"keys of JSON": `"kty":"RSA",`, "manifests": "kind: secret\ndata:\n", "assignments": "key=key=", "addresses": "://a:", "Docker": `"auths"`,
		"commands": "curl -u curl --user ", "armour": "-----BEGIN ", "recovery": "bitlocker-1234-123456-",
	} {
		content := []byte(strings.Repeat(line, (1<<20)/len(line)))
		if found := Find("", content, true); !slices.ContainsFunc(found, func(k i18n.Text) bool { return k.Key == unsure.key }) {
			t.Errorf("%s: %v", name, found)
		}
	}
}

// BenchmarkHostile is the slowest that is known.
func BenchmarkHostile(b *testing.B) {
	content := []byte(strings.Repeat(`"kty":"RSA",`, (5<<20)/12))
	b.SetBytes(int64(len(content)))
	for b.Loop() {
		Find("", content, true)
	}
}
