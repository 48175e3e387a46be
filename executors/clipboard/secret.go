package clipboard

import (
	"regexp"
	"strings"
	"unicode"
)

// looksSecret reports whether text looks like a password or a key. It is a guess,
// good for a warning only.
func looksSecret(text []byte) bool {
	trimmed := strings.TrimSpace(string(text))
	if strings.Contains(trimmed, "-----BEGIN ") && strings.Contains(trimmed, "PRIVATE KEY") {
		return true
	}
	if strings.ContainsFunc(trimmed, unicode.IsSpace) {
		return looksLikeSeedPhrase(trimmed)
	}
	return looksLikeToken(trimmed) || looksLikePassword(trimmed)
}

// tokens are what keys of widespread services begin with, and unnamed keys in
// hexadecimal.
const tokens = `^(?:` +
	`gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|` +
	`sk-[\w-]{16,}|[rs]k_(?:live|test)_\w{16,}|` +
	`A(?:KIA|SIA)[A-Z0-9]{16}|AIza[\w-]{30,}|xox[abprs]-[\w-]{10,}|npm_\w{30,}|` +
	`AGE-SECRET-KEY-\S{20,}|eyJ[\w-]+\.eyJ[\w-]+\.[\w-]*|` +
	`(?:0x)?[0-9a-fA-F]{64}|(?:[0-9a-fA-F]{2}:){15,}[0-9a-fA-F]{2}` +
	`)$`

func looksLikeToken(word string) bool {
	matched, _ := regexp.MatchString(tokens, word)
	return matched
}

// addresses are web addresses, paths, mail addresses and names of files.
const addresses = `://|^~?/|^[A-Za-z]:\\|^www\.|^[^@]+@[\w-]+(?:\.[\w-]+)+$|^[\w.() -]+\.[A-Za-z]\w{0,4}$`

// looksLikePassword wants one word of the usual length with three of: small
// letters, capital letters, digits, signs. Addresses and paths have these too.
func looksLikePassword(word string) bool {
	if len(word) < 8 || len(word) > 128 {
		return false
	}
	if ordinary, _ := regexp.MatchString(addresses, word); ordinary {
		return false
	}
	kinds := map[string]bool{}
	for _, r := range word {
		switch {
		case unicode.IsDigit(r):
			kinds["digit"] = true
		case r > unicode.MaxASCII:
			return false // a word of a language
		case unicode.IsLower(r):
			kinds["small"] = true
		case unicode.IsUpper(r):
			kinds["capital"] = true
		default:
			kinds["sign"] = true
		}
	}
	return len(kinds) >= 3 && kinds["digit"]
}

// looksLikeSeedPhrase wants what wallets are restored from (BIP 39): 12, 15, 18, 21
// or 24 plain English words of three to eight letters.
func looksLikeSeedPhrase(text string) bool {
	words := strings.Fields(text)
	if n := len(words); n < 12 || n > 24 || n%3 != 0 {
		return false
	}
	for _, word := range words {
		if len(word) < 3 || len(word) > 8 || strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") != "" {
			return false
		}
	}
	return true
}
