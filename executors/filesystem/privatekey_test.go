package filesystem

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"assent/executors"
)

func must[T any](t *testing.T) func(value T, err error) T {
	return func(value T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

func TestPrivateKeys(t *testing.T) {
	t.Parallel()
	rsaKey := must[*rsa.PrivateKey](t)(rsa.GenerateKey(rand.Reader, 2048))
	ecKey := must[*ecdsa.PrivateKey](t)(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))
	public, edKey, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	bytesOf := must[[]byte](t)
	pkcs8 := bytesOf(x509.MarshalPKCS8PrivateKey(edKey))
	armoured := func(kind string) string {
		return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: pkcs8}))
	}
	unhex := func(s string) string { return string(bytesOf(hex.DecodeString(strings.ReplaceAll(s, " ", "")))) }
	for name, content := range map[string]string{
		"PKCS#8":                    armoured("PRIVATE KEY"),
		"PKCS#1":                    armoured("RSA PRIVATE KEY"),
		"encrypted":                 armoured("ENCRYPTED PRIVATE KEY"),
		"OpenSSH":                   armoured("OPENSSH PRIVATE KEY"),
		"PGP":                       armoured("PGP PRIVATE KEY BLOCK"),
		"after a certificate":       armoured("CERTIFICATE") + armoured("EC PRIVATE KEY"),
		"bag attributes":            "Bag Attributes\n    friendlyName: x\n" + armoured("PRIVATE KEY"),
		"service account":           `{"private_key":"-----BEGIN PRIVATE KEY-----\nMIIE"}`,
		"ssh.com":                   "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\n",
		"SSH 1":                     "SSH PRIVATE KEY FILE FORMAT 1.1\n\x00",
		"PuTTY":                     "PuTTY-User-Key-File-3: ssh-ed25519\r\n",
		"age":                       "# created: 2026\nAGE-SECRET-KEY-1QQQQQ\n",
		"age plugin":                "AGE-PLUGIN-YUBIKEY-1QQQ",
		"minisign":                  "untrusted comment: minisign encrypted secret key\n",
		"signify":                   "untrusted comment: signify secret key\n",
		"WireGuard":                 "[Interface]\nPrivateKey = " + base64.StdEncoding.EncodeToString(make([]byte, 32)) + "\n",
		"DER PKCS#1":                string(x509.MarshalPKCS1PrivateKey(rsaKey)),
		"DER PKCS#8":                string(pkcs8),
		"DER SEC1":                  string(bytesOf(x509.MarshalECPrivateKey(ecKey))),
		"DER encrypted PKCS#8":      unhex("30 82 01 00 30 40 06 09 2a 86 48 86 f7 0d 01 05 0d 30 33"),
		"PKCS#12":                   unhex("30 82 0a 00 02 01 03 30 82 09 c0 06 09 2a 86 48 86 f7 0d 01 07 01"),
		"PKCS#12, length not said":  unhex("30 80 02 01 03 30 80 06 09 2a 86 48 86 f7 0d 01 07 01"),
		"Java":                      unhex("fe ed fe ed 00 00 00 02"),
		"KeePass":                   unhex("03 d9 a2 9a 67 fb 4b b5 01"),
		"GNOME keyring":             "GnomeKeyring\n\r\x00\n",
		"PGP binary, old packet":    unhex("95 03 c6 04 5f 00 00 00"),
		"PGP binary, new packet":    unhex("c5 58 04 5f 00 00 00 00"),
		"PGP binary, longer packet": unhex("c5 c1 58 04 5f 00 00 00"),
	} {
		if !privateKey([]byte(content)) {
			t.Errorf("%s: not recognised", name)
		}
	}
	for name, content := range map[string]string{
		"empty":            "",
		"text":             "How to make a PRIVATE KEY: read this first.",
		"certificate":      armoured("CERTIFICATE"),
		"public key":       armoured("PUBLIC KEY") + armoured("PGP PUBLIC KEY BLOCK"),
		"DER public key":   string(bytesOf(x509.MarshalPKIXPublicKey(public))),
		"ssh public key":   "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI alice@example",
		"Go":               "type config struct { PrivateKey = string }",
		"WireGuard public": "PublicKey = " + base64.StdEncoding.EncodeToString(make([]byte, 32)),
		"PNG":              "\x89PNG\r\n\x1a\n",
		"JPEG":             "\xff\xd8\xff\xe0\x00\x10JFIF",
		"zip":              "PK\x03\x04\x14\x00",
		"short sequences":  "\x30", "short PGP": "\x95\x03", "long header": "\x30\xff",
		"PGP public": unhex("99 03 c6 04 5f 00 00 00"),
	} {
		if privateKey([]byte(content)) {
			t.Errorf("%s: taken for a key", name)
		}
	}
}

func TestKeysAskAgain(t *testing.T) {
	t.Parallel()
	const key = "-----BEGIN OPENSSH PRIVATE KEY-----\n"
	home := newHome(t)
	write(t, filepath.Join(home, "notes.txt"), key+"content")
	write(t, filepath.Join(home, "key.pem"), key)
	write(t, filepath.Join(home, "deep.txt"), strings.Repeat(".", headSize)+key)
	e := New(Options{Home: home})
	for _, test := range []struct {
		tool, arguments string
		asks            bool
	}{
		{"read_file", `{"path":"~/notes.txt"}`, true},
		{"read_file", `{"path":"~/notes.txt","offset":36,"limit":3}`, true},
		{"read_file", `{"path":"~/notes.txt","encoding":"base64"}`, true},
		{"read_file", `{"path":"~/deep.txt"}`, true},
		{"read_file", `{"path":"~/deep.txt","limit":10}`, false},
		{"read_file", `{"path":"~/key.pem"}`, false}, // its name has said so
		{"file_info", `{"path":"~/notes.txt"}`, false},
	} {
		plan := prepareWith(t, e, test.tool, test.arguments)
		result, err := plan.Run(t.Context())
		var again *executors.AskAgain
		if asks := errors.As(err, &again); asks != test.asks || (result == nil) != test.asks {
			t.Errorf("%s %s: %v, %v", test.tool, test.arguments, result, err)
		}
		if again != nil && (len(again.Care) != 1 || again.Care[0].Key != "care.private_key") {
			t.Errorf("%s: care %v", test.arguments, again.Care)
		}
		if _, err := plan.Run(t.Context()); err != nil {
			t.Errorf("%s, the second time: %v", test.arguments, err)
		}
	}
}

func FuzzPrivateKey(f *testing.F) {
	f.Add([]byte("-----BEGIN PRIVATE KEY-----"))
	f.Add([]byte("\x30\x82\x0a\x00\x02\x01\x03\x30"))
	f.Add([]byte("\xc5\xff\x00\x00\x00\x00\x04"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if privateKey(b) && len(bytes.TrimSpace(b)) == 0 {
			t.Error("blank content taken for a key")
		}
	})
}
