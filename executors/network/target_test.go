package network

import (
	"net/url"
	"strings"
	"testing"
)

func TestParseTarget(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"https://example.com":                    "https://example.com/",
		"HTTPS://EXAMPLE.com:443/A?b=c#fragment": "https://example.com/A?b=c",
		"http://example.com:080/":                "http://example.com/",
		"http://example.com:8080":                "http://example.com:8080/",
		"http://example.com:/":                   "http://example.com/",
		"http://example.com./":                   "http://example.com/",
		"http://my_bucket.r3---x.example.com/":   "http://my_bucket.r3---x.example.com/",
		"http://localhost./":                     "http://localhost/",
		"http://LOCALHOST/":                      "http://localhost/",
		"https://bücher.example/ä?ö= \"<x>":      "https://xn--bcher-kva.example/%C3%A4?%C3%B6=%20%22%3Cx%3E",
		"https://b%C3%BCcher.example/":           "https://xn--bcher-kva.example/",
		"https://例子。测试/":                         "https://xn--fsqu00a.xn--0zwm56d/",
		"https://ＥＸＡＭＰＬＥ．com/":                   "https://example.com/",
		"https://faß.example/":                   "https://xn--fa-hia.example/",
		"http://8.8.8.8/":                        "http://8.8.8.8/",
		"http://134744072/":                      "http://8.8.8.8/",
		"http://0x08080808/":                     "http://8.8.8.8/",
		"http://0X7F.1/":                         "http://127.0.0.1/",
		"http://2130706433/":                     "http://127.0.0.1/",
		"http://017700000001/":                   "http://127.0.0.1/",
		"http://0177.0.0.1/":                     "http://127.0.0.1/",
		"http://0x7f.0.0x0.01/":                  "http://127.0.0.1/",
		"http://127.1/":                          "http://127.0.0.1/",
		"http://127.0.1/":                        "http://127.0.0.1/",
		"http://127.0.0.1./":                     "http://127.0.0.1/",
		"http://①②⑦.⓪.⓪.①/":                      "http://127.0.0.1/",
		"http://127。0。0。1/":                      "http://127.0.0.1/",
		"http://0/":                              "http://0.0.0.0/",
		"http://192.168.257/":                    "http://192.168.1.1/",
		"http://[::1]/":                          "http://[::1]/",
		"http://[0:0::0:1]:8080/":                "http://[::1]:8080/",
		"http://[::FFFF:127.0.0.1]/":             "http://[::ffff:127.0.0.1]/",
		"http://[2606:4700::1111]:80/":           "http://[2606:4700::1111]/",
	} {
		got, err := parseTarget(raw)
		if err != nil {
			t.Errorf("%s: %v", raw, err)
		} else if got.url.String() != want {
			t.Errorf("%s became %s, want %s", raw, got.url, want)
		}
	}
}

func TestParseTargetRefuses(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{
		"", "example.com", "/path", "//example.com/", "http:", "http:/", "http:///path", "http://", "http://:80/", "http:example.com",
		"ftp://example.com/", "file:///etc/passwd", "gopher://example.com/", "javascript:alert(1)", "data:text/plain,x", "ws://example.com/",
		"http://user@example.com/", "http://user:pass@example.com/", "http://@example.com/", "http://:@example.com/",
		"http://good.example\\@evil.example/", "http://good.example\\.evil.example/",
		"http://exa mple.com/", " http://example.com/", "http://example.com/\r\nHost: evil.example", "http://example.com\t/", "http://example.com/\x7f",
		"http://example.com:0/", "http://example.com:65536/", "http://example.com:-1/", "http://example.com:8o/", "http://example.com:80:80/",
		"http://.example.com/", "http://example..com/", "http://example.com../", "http://./", "http://" + strings.Repeat("a", 64) + ".com/",
		"http://" + strings.Repeat("a.", 127) + "com/", "http://" + strings.Repeat("é", 600) + ".com/", "http://example.com/" + strings.Repeat("a", 9000), "http://exa%00mple.com/", "http://exa%6dple.com/", "http://a*b.com/", "http://a,b.com/",
		"http://256.0.0.1/", "http://1.2.3.4.5/", "http://1.2.3.256/", "http://0x100000000/", "http://4294967296/", "http://08/", "http://1..2/",
		"http://0x/", "http://example.1/", "http://127.0.0.0x1g.1/", "http://1.256.1/", "http://99999999999999999999/",
		"http://[::1/", "http://::1/", "http://[127.0.0.1]/", "http://[fe80::1%25eth0]/", "http://[::1%251]/", "http://[fe80::1%eth0]/", "http://[v1.x]/", "http://[::g]/", "http://[]/",
		"http://xn--/", "http://xn--a.com/", "http://xn--example-.com/", "http://a\u200db.com/", "http://\u202eexample.com/", "http://\u0660\u05d0.com/",
	} {
		if got, err := parseTarget(raw); err == nil {
			t.Errorf("%q was taken for %s", raw, got.url)
		}
	}
}

func TestMixesScripts(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"example.com": false, "bücher.example": false, "例子.com": false, "例え.テスト": false, "пример.рф": false, "한국.com": false,
		"аррӏе.com": true, "pаypal.com": true, "gооgle.com": true, "αpple.com": true, "123-4.com": false, "8.8.8.8": false,
		"テスト한국.com": true, "ａ.com": false, "ㄅ例.com": false,
	} {
		if got := mixesScripts(name); got != want {
			t.Errorf("mixesScripts(%s) = %v", name, got)
		}
	}
}

func TestAllowlist(t *testing.T) {
	t.Parallel()
	list := newAllowlist([]string{
		"nas.local", "Intranet.example:8443", "127.0.0.1:8080", "[::1]", "fd00::5", "bücher.example", " padded.example ", "0x7f.2",
		"", "http://scheme.example", "user@cred.example", "path.example/x", "*.wild.example", "a b", "port.example:0", "port.example:x",
	})
	for raw, want := range map[string]bool{
		"http://nas.local/": true, "https://NAS.local.:8443/": true, "http://x.nas.local/": false, "http://nas.local.example/": false,
		"https://intranet.example:8443/": true, "https://intranet.example/": false,
		"http://127.0.0.1:8080/": true, "http://127.0.0.1/": false, "http://2130706433:8080/": true, "http://localhost:8080/": false, "http://127.0.0.2/": true,
		"http://[::1]:99/": true, "http://[fd00:0::5]/": true, "http://[fd00::6]/": false, "http://xn--bcher-kva.example/": true, "http://padded.example/": true,
		"http://scheme.example/": false, "http://cred.example/": false, "http://path.example/": false, "http://a.wild.example/": false, "http://port.example/": false,
	} {
		to, err := parseTarget(raw)
		if err != nil {
			t.Fatal(err)
		}
		if got := list.has(to); got != want {
			t.Errorf("%s allowed: %v", raw, got)
		}
	}
}

// FuzzParseTarget: whatever is taken is canonical, and no name that is left can be
// an address to a resolver.
func FuzzParseTarget(f *testing.F) {
	for _, seed := range []string{
		"https://user@example.com:443/a?b#c", "http://0x7f.1/", "http://[::ffff:1.2.3.4%25x]/", "http://ｂücher。example/ ?\"", "http://xn--a/", "http://a:b@c/",
		"http://a/?" + strings.Repeat(" ", urlLimit/2),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		got, err := parseTarget(raw)
		if err != nil {
			if len(raw) > 8 && strings.Contains(err.Error(), raw) {
				t.Errorf("the error %q holds the url", err)
			}
			return
		}
		canonical := got.url.String()
		again, err := parseTarget(canonical)
		if err != nil || again.url.String() != canonical || again.host != got.host || again.port != got.port || again.address != got.address {
			t.Fatalf("%q became %q, which became %v, %v", raw, canonical, again.url, err)
		}
		special.has(got.address)
		plain, err := url.Parse(canonical)
		if err != nil || plain.User != nil || plain.Hostname() != got.host || strings.ContainsAny(canonical, " \t\r\n\\<>\"") {
			t.Fatalf("%q is not canonical", canonical)
		}
		for _, c := range []byte(canonical) {
			if c <= ' ' || c >= 0x7f {
				t.Fatalf("%q is not printable ASCII", canonical)
			}
		}
		last := got.host[strings.LastIndexByte(got.host, '.')+1:]
		if !got.address.IsValid() && (numeric(last) || strings.Contains(got.host, ":")) {
			t.Fatalf("the name %q is an address", got.host)
		}
		if name := unicodeName(got.host); mixesScripts(name) && name == got.host {
			t.Fatalf("ASCII %q mixes scripts", name)
		}
	})
}
