package secret

import (
	"bytes"
	"slices"
)

// known says what a file is by its head: a private key or a store of keys in a binary
// format, or a wallet's recovery words. It parses nothing.
func known(head []byte) (k kind, ok bool) {
	switch {
	case derKey(head), pgpKey(head):
		return privateKey, true
	case slices.ContainsFunc(storeMarks, func(mark []byte) bool { return bytes.HasPrefix(head, mark) }):
		return keyStore, true
	}
	words, ok := recoveryWords(head)
	return seedPhrase, ok && !slices.IsSortedFunc(words, bytes.Compare) // lists are sorted
}

// storeMarks are the first bytes of stores: of Java, KeePass, GNOME, a Mac, LUKS.
var storeMarks = [][]byte{
	[]byte("\xfe\xed\xfe\xed\x00\x00\x00"), []byte("\xce\xce\xce\xce\x00\x00\x00"),
	[]byte("\x03\xd9\xa2\x9a\x65\xfb\x4b\xb5"), []byte("\x03\xd9\xa2\x9a\x67\xfb\x4b\xb5"),
	[]byte("GnomeKeyring\n\r\x00\n"), []byte("kych\x00"), []byte("LUKS\xba\xbe"), []byte("SKUL\xba\xbe"),
}

// derBegins is how the ASN.1 sequences of keys begin.
var derBegins = [][]byte{
	[]byte("\x02\x01\x00\x02"), // PKCS#1: version, modulus
	[]byte("\x02\x01\x01\x04"), // SEC1: version, octets
	[]byte("\x02\x01\x03\x30"), // PKCS#12: version, contents
	[]byte("\x02\x01\x00\x30"), // PKCS#8: version, algorithm
	[]byte("\x02\x01\x01\x30"), // PKCS#8 with a public key
}

// derEncryption is how the algorithms of encrypted PKCS#8 begin: PKCS#5, PKCS#12.
var derEncryption = [][]byte{
	[]byte("\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x05"),
	[]byte("\x06\x0a\x2a\x86\x48\x86\xf7\x0d\x01\x0c\x01"),
}

// derKey knows the ASN.1 formats: a sequence that begins as one of these does.
func derKey(b []byte) bool {
	body, ok := sequence(b)
	if !ok {
		return false
	}
	begins := func(b []byte, all [][]byte) bool {
		return slices.ContainsFunc(all, func(begin []byte) bool { return bytes.HasPrefix(b, begin) })
	}
	if begins(body, derBegins) {
		return true
	}
	algorithm, ok := sequence(body)
	return ok && begins(algorithm, derEncryption)
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

// pgpKey knows a binary OpenPGP secret key: a first packet with the tag of one
// and the version of one.
func pgpKey(b []byte) bool {
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
