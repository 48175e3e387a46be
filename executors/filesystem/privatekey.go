package filesystem

import (
	"bytes"
	"regexp"
)

// privateKey reports whether b, a file's head or a part of it, holds a private
// key or is a store of keys. It knows formats by their marks and parses nothing.
func privateKey(b []byte) bool { return keyText(b) || keyStore(b) || keyDER(b) || keyPGP(b) }

// keyText knows the formats that are text. OpenSSH, PKCS#1, PKCS#8, SEC1, PGP and
// service accounts in JSON all have a line BEGIN … PRIVATE KEY.
func keyText(b []byte) bool {
	for _, mark := range []string{
		"PuTTY-User-Key-File-", "AGE-SECRET-KEY-1", "AGE-PLUGIN-", "SSH PRIVATE KEY FILE FORMAT 1.",
		"minisign encrypted secret key", "signify secret key",
	} {
		if bytes.Contains(b, []byte(mark)) {
			return true
		}
	}
	if bytes.Contains(b, []byte("PRIVATE KEY")) && regexp.MustCompile(`-----? ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY`).Match(b) {
		return true
	}
	return bytes.Contains(b, []byte("PrivateKey")) && regexp.MustCompile(`(?m)^\s*PrivateKey\s*=\s*[A-Za-z0-9+/]{43}=`).Match(b) // WireGuard
}

// keyStore knows binary stores by their first bytes: Java, KeePass, GNOME keyring.
func keyStore(b []byte) bool {
	for _, magic := range []string{
		"\xfe\xed\xfe\xed\x00\x00\x00", "\xce\xce\xce\xce\x00\x00\x00",
		"\x03\xd9\xa2\x9a\x65\xfb\x4b\xb5", "\x03\xd9\xa2\x9a\x67\xfb\x4b\xb5", "GnomeKeyring\n\r\x00\n",
	} {
		if bytes.HasPrefix(b, []byte(magic)) {
			return true
		}
	}
	return false
}

// keyDER knows the ASN.1 formats: a sequence that begins as one of these does.
func keyDER(b []byte) bool {
	body, ok := sequence(b)
	if !ok {
		return false
	}
	const integer, version0, version1, version3 = "\x02", "\x02\x01\x00", "\x02\x01\x01", "\x02\x01\x03"
	for _, begin := range []string{
		version0 + integer, // PKCS#1: version, modulus
		version1 + "\x04",  // SEC1: version, octets
		version3 + "\x30",  // PKCS#12: version, contents
		version0 + "\x30",  // PKCS#8: version, algorithm
		version1 + "\x30",  // PKCS#8 with a public key
	} {
		if bytes.HasPrefix(body, []byte(begin)) {
			return true
		}
	}
	algorithm, ok := sequence(body)
	return ok && bytes.HasPrefix(algorithm, []byte("\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x05")) // encrypted PKCS#8: PKCS#5
}

// sequence returns what follows the header of an ASN.1 sequence.
func sequence(b []byte) ([]byte, bool) {
	if len(b) < 2 || b[0] != 0x30 {
		return nil, false
	}
	header := 2
	if b[1] > 0x80 {
		header += int(b[1] & 0x7f)
	}
	if header > min(len(b), 6) {
		return nil, false
	}
	return b[header:], true
}

// keyPGP knows a binary OpenPGP secret key: a first packet with the tag of one
// and the version of one.
func keyPGP(b []byte) bool {
	if len(b) < 7 {
		return false
	}
	const secretKey = 5
	header := 0
	switch first := b[0]; {
	case first>>6 == 3 && first&0x3f == secretKey: // the newer form
		header = 2
		if b[1] >= 192 {
			header = 3
		}
		if b[1] == 255 {
			header = 6
		}
	case first>>6 == 2 && first>>2&0xf == secretKey && first&3 < 3: // the older
		header = 1 + 1<<(first&3)
	default:
		return false
	}
	version := b[header]
	return version >= 3 && version <= 6
}
