package secret

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/pem"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
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

// keys returns the kinds that Find names, without the part before the dot.
func keys(content string) (all []string) {
	for _, k := range Find("", []byte(content), true) {
		name := strings.TrimPrefix(k.Key, "kind.")
		if product, ok := k.Args["Product"].(string); ok {
			name += " " + product
		}
		all = append(all, name)
	}
	return all
}

func utf16le(s string) string {
	out := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(s)) {
		out = append(out, byte(u), byte(u>>8))
	}
	return string(out)
}

func TestKeys(t *testing.T) {
	t.Parallel()
	rsaKey := must[*rsa.PrivateKey](t)(rsa.GenerateKey(rand.Reader, 2048))
	ecKey := must[*ecdsa.PrivateKey](t)(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))
	ec384 := must[*ecdsa.PrivateKey](t)(ecdsa.GenerateKey(elliptic.P384(), rand.Reader))
	ec521 := must[*ecdsa.PrivateKey](t)(ecdsa.GenerateKey(elliptic.P521(), rand.Reader))
	public, edKey, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	bytesOf := must[[]byte](t)
	pkcs8 := bytesOf(x509.MarshalPKCS8PrivateKey(edKey))
	armoured := func(kind string) string {
		return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: pkcs8}))
	}
	certificate := string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: bytesOf(x509.MarshalPKIXPublicKey(public))}))
	unhex := func(s string) string { return string(bytesOf(hex.DecodeString(strings.ReplaceAll(s, " ", "")))) }
	base := func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }
	key32 := base(strings.Repeat("k", 32))
	const private = "private_key"
	for name, test := range map[string]struct{ content, want string }{
		"PKCS#8":                         {armoured("PRIVATE KEY"), private},
		"PKCS#1":                         {armoured("RSA PRIVATE KEY"), private},
		"encrypted":                      {armoured("ENCRYPTED PRIVATE KEY"), private},
		"OpenSSH":                        {armoured("OPENSSH PRIVATE KEY"), private},
		"PGP":                            {armoured("PGP PRIVATE KEY BLOCK"), private},
		"after a certificate":            {certificate + armoured("EC PRIVATE KEY"), private},
		"bag attributes":                 {"Bag Attributes\n    friendlyName: x\n" + armoured("PRIVATE KEY"), private},
		"service account":                {`{"private_key":"-----BEGIN PRIVATE KEY-----\nMIIE"}`, private},
		"ssh.com":                        {"---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\n", private},
		"SSH 1":                          {"SSH PRIVATE KEY FILE FORMAT 1.1\n\x00", private},
		"PuTTY":                          {"PuTTY-User-Key-File-3: ssh-ed25519\r\n", private},
		"minisign":                       {"untrusted comment: minisign encrypted secret key\n", private},
		"signify":                        {"untrusted comment: signify secret key\n", private},
		"UTF-16":                         {utf16le(armoured("PRIVATE KEY")), private},
		"UTF-16 without its head":        {utf16le(armoured("PRIVATE KEY"))[3:], private},
		"UTF-16, across pieces":          {utf16le(strings.Repeat(".", piece/2-20) + armoured("PRIVATE KEY")), private},
		"base64":                         {"tls.key: " + base(armoured("RSA PRIVATE KEY")), private},
		"base64, one byte before":        {base("\n" + armoured("RSA PRIVATE KEY")), private},
		"base64, two bytes before":       {base("\r\n" + armoured("RSA PRIVATE KEY")), private},
		"base64 in lines":                {strings.ReplaceAll(base(armoured("EC PRIVATE KEY")), "RUdJTi", "RUdJTi\n  "), private},
		"base64 of UTF-16":               {utf16le(base(armoured("EC PRIVATE KEY"))), private},
		"base64 of PKCS#1":               {`"key":"` + base(string(x509.MarshalPKCS1PrivateKey(rsaKey))) + `"`, private},
		"base64 of PKCS#8, RSA":          {base(string(bytesOf(x509.MarshalPKCS8PrivateKey(rsaKey)))), private},
		"base64 of PKCS#8, P-256":        {base(string(bytesOf(x509.MarshalPKCS8PrivateKey(ecKey)))), private},
		"base64 of PKCS#8, P-384":        {base(string(bytesOf(x509.MarshalPKCS8PrivateKey(ec384)))), private},
		"base64 of PKCS#8, P-521":        {base(string(bytesOf(x509.MarshalPKCS8PrivateKey(ec521)))), private},
		"base64 of PKCS#8, Ed":           {base(string(pkcs8)), private},
		"base64 of SEC1, P-256":          {base(string(bytesOf(x509.MarshalECPrivateKey(ecKey)))), private},
		"base64 of SEC1, P-384":          {base(string(bytesOf(x509.MarshalECPrivateKey(ec384)))), private},
		"base64 of SEC1, P-521":          {base(string(bytesOf(x509.MarshalECPrivateKey(ec521)))), private},
		"base64 of PKCS#12":              {base(unhex("30 82 0a 00 02 01 03 30 82 09 c0 06 09 2a 86 48 86 f7 0d 01 07 01 aa bb")), private},
		"DER PKCS#1":                     {string(x509.MarshalPKCS1PrivateKey(rsaKey)), private},
		"DER PKCS#8":                     {string(pkcs8), private},
		"DER SEC1":                       {string(bytesOf(x509.MarshalECPrivateKey(ecKey))), private},
		"DER encrypted PKCS#8":           {unhex("30 82 01 00 30 40 06 09 2a 86 48 86 f7 0d 01 05 0d 30 33"), private},
		"PKCS#8 encrypted as in PKCS#12": {unhex("30 82 01 00 30 1c 06 0a 2a 86 48 86 f7 0d 01 0c 01 03 30 0e"), private},
		"PKCS#12":                        {unhex("30 82 0a 00 02 01 03 30 82 09 c0 06 09 2a 86 48 86 f7 0d 01 07 01"), private},
		"PKCS#12, length not said":       {unhex("30 80 02 01 03 30 80 06 09 2a 86 48 86 f7 0d 01 07 01"), private},
		"PGP binary, old packet":         {unhex("95 03 c6 04 5f 00 00 00"), private},
		"PGP binary, new packet":         {unhex("c5 58 04 5f 00 00 00 00"), private},
		"PGP binary, longer packet":      {unhex("c5 c1 58 04 5f 00 00 00"), private},
		"Java":                           {unhex("fe ed fe ed 00 00 00 02"), "key_store"},
		"KeePass":                        {unhex("03 d9 a2 9a 67 fb 4b b5 01"), "key_store"},
		"GNOME keyring":                  {"GnomeKeyring\n\r\x00\n", "key_store"},
		"LUKS":                           {unhex("4c 55 4b 53 ba be 00 02"), "key_store"},
		"age":                            {"# created: 2026\nAGE-SECRET-KEY-1QQQQQ\n", "key_for age"},
		"age, small letters":             {"age-secret-key-1qpzry9x8gf2tvdw0s3jn54khce6mua7lqpzry9x8gf2tvdw0s3jn54khc", "key_for age"},
		"age, post-quantum":              {"AGE-SECRET-KEY-PQ-1QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", "key_for age"},
		"age plugin":                     {"AGE-PLUGIN-YUBIKEY-1QQQQQQQ", "key_for age"},
		"WireGuard":                      {"[Interface]\nPrivateKey = " + base(strings.Repeat("\x00", 32)) + "\n", "key_for WireGuard"},
		"WireGuard, small letters":       {"[interface]\nprivatekey=" + key32, "key_for WireGuard"},
		"WireGuard, shared":              {"PresharedKey = " + key32, "key_for WireGuard"},
		"NetworkManager":                 {"[wireguard]\nprivate-key=" + key32, "key_for WireGuard"},
		"Tailscale":                      {`"PrivateNodeKey":"privkey:` + strings.Repeat("0f", 32) + `"`, "key_for Tailscale"},
		"OpenVPN":                        {"<tls-auth>\n-----BEGIN OpenVPN Static key V1-----\n6acef0", "key_for OpenVPN"},
		"OpenVPN tls-crypt-v2":           {"-----BEGIN OpenVPN tls-crypt-v2 client key-----\n", "key_for OpenVPN"},
		"DNSSEC":                         {"Private-key-format: v1.3\nAlgorithm: 13 (ECDSAP256SHA256)\n", "key_for DNSSEC"},
		"TSIG":                           {"key \"k\" {\n\talgorithm hmac-sha256;\n\tsecret \"c2VjcmV0c2VjcmV0c2VjcmV0\";\n};", "key_for DNS"},
		"Tor service":                    {"== ed25519v1-secret: type0 ==\x00\x00\x00abcd", "key_for Tor"},
		"Tor onion":                      {"== c25519v1: onion ==\x00", "key_for Tor"},
		"Tor client":                     {strings.Repeat("a", 56) + ":descriptor:x25519:" + strings.Repeat("A", 52), "key_for Tor"},
		"gpg-agent":                      {"(11:private-key(3:rsa(1:n257:", "key_for GPG"},
		"gpg-agent, protected":           {"(21:protected-private-key(3:ecc(5:curve", "key_for GPG"},
		"gpg-agent, extended":            {"Created: 20260101T000000\nKey: (protected-private-key (rsa (n #00", "key_for GPG"},
		"kubeconfig":                     {"    client-key-data: " + base("some key of a client, long enough"), "key_for Kubernetes"},
		"JWK, EC":                        {`{"kty":"EC","crv":"P-256","x":"AAAA","d":"870MB6gfuTJ4HtUnUvYMyJpr5eUZNP4Bk43bVdj3eAE"}`, private},
		"JWK, RSA, private member first": {`{"d":"X4cTteJY_gn4FYPsXB8rdXix5vwsg1FLN5E3EaG6RJ","e":"AQAB", "kty" : "RSA","n":"0vx"}`, private},
		"JWK, symmetric":                 {`{"keys":[{"kty":"oct","k":"AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75"}]}`, private},
		"JWK in a string":                {`"key":"{\"kty\":\"OKP\",\"d\":\"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A\"}"`, private},
		"BitLocker":                      {utf16le("BitLocker Drive Encryption recovery key\r\n\r\nRecovery Key:\r\n\r\n\t123456-234567-345678-456789-567890-678901-789012-890123\r\n"), "recovery_key"},
		"FileVault":                      {"Recovery key\nABCD-2345-EFGH-6789-JKLM-NPQR\n", "recovery_key"},
		"recovery words":                 {"zebra apple train music ocean brick candle drift eagle frost globe honey\n", "seed_phrase"},
	} {
		if got := keys(test.content); !slices.Contains(got, test.want) {
			t.Errorf("%s: %v, not %s", name, got, test.want)
		}
	}
	for name, content := range map[string]string{
		"empty":            "",
		"text":             "How to make a PRIVATE KEY: read this first.",
		"certificate":      certificate,
		"its base64":       base(certificate),
		"public key":       strings.ReplaceAll(certificate, "CERTIFICATE", "PUBLIC KEY") + strings.ReplaceAll(certificate, "CERTIFICATE", "PGP PUBLIC KEY BLOCK"),
		"DER public key":   string(bytesOf(x509.MarshalPKIXPublicKey(public))),
		"public key, RSA":  base(string(bytesOf(x509.MarshalPKIXPublicKey(&rsaKey.PublicKey)))),
		"ssh public key":   "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI alice@example",
		"Go":               "type config struct { PrivateKey = string }",
		"WireGuard public": "PublicKey = " + key32,
		"JWK, public":      `{"keys":[{"kty":"RSA","e":"AQAB","n":"0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx"},{"kty":"EC","x":"AAAA"}]}`,
		"gpg-agent, card":  "(20:shadowed-private-key(3:rsa",
		"PNG":              "\x89PNG\r\n\x1a\n",
		"JPEG":             "\xff\xd8\xff\xe0\x00\x10JFIF",
		"zip":              "PK\x03\x04\x14\x00",
		"short sequences":  "\x30", "short PGP": "\x95\x03", "long header": "\x30\xff",
		"PGP public":        unhex("99 03 c6 04 5f 00 00 00"),
		"a list of words":   "apple brick candle drift eagle frost globe honey music ocean train zebra",
		"age's public key":  "age1qpzry9x8gf2tvdw0s3jn54khce6mua7lqpzry9x8gf2tvdw0s3jn54khc",
		"about recovery":    "Keep the recovery key: it is shown as 8 groups of 6 digits, 123456-234567.",
		"about OpenVPN":     "OpenVPN static key mode is deprecated.",
		"a secret's schema": "kind: Secret\nmetadata:\n  name: x\ntype: Opaque\n---\nkind: ConfigMap\ndata:\n  key: value1",
	} {
		if got := keys(content); got != nil {
			t.Errorf("%s: taken for %v", name, got)
		}
	}
}
