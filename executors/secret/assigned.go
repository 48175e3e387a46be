package secret

import "bytes"

// assignedPassword reports whether the name at content[at:end] is given what looks like
// a password.
func assignedPassword(content []byte, at, end int) bool {
	a, ok := assigned(content, at, end)
	return ok && passwordName().Match(a.rest) && passwordValue(a.value) && noPlaceholder(a.value) &&
		(a.quoted || !bytes.ContainsAny(a.value, "(){}[]<>=;,"))
}

// passwordValue reports whether what is named a password may be one: most that is named
// so in programs is a word.
func passwordValue(value []byte) bool {
	return len(value) >= 8 && len(value) <= 128 && bytes.ContainsAny(value, "0123456789!@#^&*?+") &&
		!bytes.ContainsFunc(value, func(r rune) bool { return r <= ' ' || r > '~' }) && !ordinary().Match(value)
}

// passwordName is what may follow the word: password_encryption names no password.
var passwordName = once(`(?i)^s?(?:[_.-]?(?:\d{1,3}|prod|production|dev|test|staging|root|admin|user|db))?$`)

// assignedKey reports whether the name at content[at:end] is given what looks like a key.
func assignedKey(content []byte, at, end int) bool {
	a, ok := assigned(content, at, end)
	if !ok || len(a.value) < 20 || !random(a.value) || placeholder().Match(a.value) {
		return false
	}
	for _, b := range a.value {
		if !keyBytes.has(b) {
			return false
		}
	}
	return !harmless().Match(a.before) && !harmless().Match(a.rest)
}

var (
	wordAndDash = classOf("_-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
	keyBytes    = classOf("+/=.~").with(wordAndDash)
)

// harmless is in the names of what is like a key and is no secret.
var harmless = once(`(?i)pub|verif|finger|thumb|hash|digest|sha\d|md5|checksum|cache|integrity|commit|revision|etag|uuid|guid|id$|author|csrf|nonce|example|sample`)

// assignment is a name and the value that it is given.
type assignment struct {
	before, rest []byte // of the name, around where it was found
	value        []byte
	quoted       bool
}

// assigned returns the assignment to the name that is partly at content[at:end], as in
// name = value, "name": "value" and name: 'value', on one line.
func assigned(content []byte, at, end int) (a assignment, ok bool) {
	text := content[end:min(len(content), end+320)]
	name := bytes.IndexAny(text[:min(len(text), 40)], " \t\r\n=:：\"'\\<>(){}[],;.")
	if name < 0 {
		return a, false
	}
	a.rest, text = text[:name], text[name:]
	text = bytes.TrimLeft(text, "\\\"' \t")
	operator := 0
	for _, o := range []string{"=>", ":=", "=", ":", "："} {
		if operator == 0 && bytes.HasPrefix(text, []byte(o)) {
			operator = len(o)
		}
	}
	if operator == 0 {
		return a, false
	}
	text = bytes.TrimLeft(text[operator:], " \t\\")
	if a.quoted = len(text) > 0 && (text[0] == '"' || text[0] == '\''); a.quoted {
		end := bytes.IndexByte(text[1:], text[0])
		a.value = bytes.TrimRight(text[1:max(end, 0)+1], "\\")
	} else {
		end := bytes.IndexAny(text, " \t\r\n\"'`")
		if end < 0 {
			end = len(text)
		}
		a.value = bytes.TrimRight(text[:end], ",;")
	}
	from := at
	for from > 0 && at-from < 32 && wordAndDash.has(content[from-1]) {
		from--
	}
	a.before = content[from:at]
	return a, len(a.value) >= 6 && !bytes.ContainsAny(a.value, " \t\r\n")
}

// random reports whether a value goes from letters to digits and back as no word does,
// or from small letters to capitals.
func random(value []byte) bool {
	changes, digits, inWords, small := 0, 0, 0, 0
	for i, b := range value {
		if digit(b) {
			digits++
		}
		if i > 0 && digit(b) != digit(value[i-1]) {
			changes++
		}
		if small++; b < 'a' || b > 'z' {
			small = 0
		}
		if small == 4 {
			inWords += 4
		} else if small > 4 {
			inWords++
		}
	}
	switch {
	case entropy(value) <= 3:
		return false
	case changes >= 4:
		return true
	}
	return digits >= 2 && 4*inWords < len(value) && !bytes.ContainsAny(value, "._-")
}

func digit(b byte) bool { return b >= '0' && b <= '9' }

// noPlaceholder reports whether a value is not one that stands for another.
func noPlaceholder(value []byte) bool {
	if bytes.ContainsAny(value, "$<>{}[]*%") && !bytes.ContainsAny(value, "!@#^&") {
		return false
	}
	return !placeholder().Match(value) && !standIn().Match(value)
}

var standIn = once(`(?i)^(?:pass|password|passwd|pwd|pw|secret|token|key|user|username|abc|xyz|foo|bar|baz|test|example|change[-_]?(?:it|me)|x{3,}|\.{3,}|your.*|my.*|some.*|none|null|empty|string|redacted|placeholder)[\d!]{0,4}$`)
