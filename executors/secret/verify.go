package secret

import (
	"bytes"
	"encoding/base64"
	"regexp"
	"slices"
)

// around is how far a closer look goes.
const around = 4 << 10

// encodedPEM reports whether the base64 at content[at:], which may hold line ends, is
// of the head of a private key.
func encodedPEM(content []byte, at, _ int) bool {
	var text []byte
	for _, b := range content[at:min(len(content), at+256)] {
		if base64Bytes.has(b) {
			text = append(text, b)
		} else if b != '\r' && b != '\n' && b != ' ' && b != '\t' {
			break
		}
	}
	head := make([]byte, base64.RawStdEncoding.DecodedLen(len(text)))
	n, _ := base64.RawStdEncoding.Decode(head, text)
	return pemHead().Match(head[:n])
}

var (
	base64Bytes = classOf("+/0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
	pemHead     = once(`^-{3,5}BEGIN (?:[A-Z0-9 _-]{0,40}PRIVATE KEY|OpenVPN)`)
)

// privateJWK reports whether the JSON object around content[at:], a JSON Web Key, has a
// private member (RFC 7518, section 6).
func privateJWK(content []byte, at, _ int) bool {
	if !jwkKind().Match(content[at:min(len(content), at+32)]) {
		return false
	}
	before, after := content[max(0, at-2*around):at], content[at:min(len(content), at+2*around)]
	before = before[bytes.LastIndexByte(before, '{')+1:]
	if end := bytes.IndexByte(after, '}'); end >= 0 {
		after = after[:end]
	}
	object := content[at-len(before) : at+len(after)]
	return slices.ContainsFunc(jwkMembers, func(name []byte) bool { return followed(object, name, jwkValue()) })
}

var (
	jwkKind    = once(`^"kty\\?"\s*:\s*\\?"(?:RSA|EC|OKP|oct|AKP)\\?"`)
	jwkMembers = [][]byte{[]byte(`"d"`), []byte(`"d\"`), []byte(`"k"`), []byte(`"k\"`), []byte(`"priv"`), []byte(`"priv\"`)}
	jwkValue   = once(`^\s*:\s*\\?"[\w-]{20}`)
)

// followed reports whether text holds word with what form matches right after it.
func followed(text, word []byte, form *regexp.Regexp) bool {
	for {
		i := bytes.Index(text, word)
		if i < 0 {
			return false
		}
		text = text[i+len(word):]
		if form.Match(text[:min(len(text), 512)]) {
			return true
		}
	}
}

// kubernetesSecret reports whether the manifest around content[at:] gives data.
func kubernetesSecret(content []byte, at, _ int) bool {
	before, after := content[max(0, at-around):at], content[at:min(len(content), at+around)]
	if i := bytes.LastIndex(before, manifestEnd); i >= 0 {
		before = before[i:]
	}
	if i := bytes.Index(after, manifestEnd); i >= 0 {
		after = after[:i]
	}
	return followed(content[at-len(before):at+len(after)], kubernetesData, kubernetesValue())
}

var (
	manifestEnd     = []byte("\n---")
	kubernetesData  = []byte("ata") // of data, stringData
	kubernetesValue = once(`^["']?\s*:\s*\{?\s*["']?[\w.-]+["']?\s*:\s*(?:[|>][-+]?\s+)?["']?[^\s"'{}]{4,}`)
)

// diskRecoveryKey reports whether there is a recovery key of BitLocker or FileVault
// soon after content[at:].
func diskRecoveryKey(content []byte, at, _ int) bool {
	text := content[at:min(len(content), at+1024)]
	for i := 0; i < len(text); i++ {
		hyphen := bytes.IndexByte(text[i:], '-')
		if hyphen < 0 {
			return false
		}
		i += hyphen
		if i >= 4 && recoveryKeyForm().Match(text[max(0, i-6):]) {
			return true
		}
	}
	return false
}

var recoveryKeyForm = once(`^(?:\d{6}(?:-\d{6}){7}|(?s:.?.?)[A-Z0-9]{4}(?:-[A-Z0-9]{4}){5})(?:\W|$)`)

// dockerAuth reports whether the configuration at content[at:] holds a password.
func dockerAuth(content []byte, at, _ int) bool {
	return dockerAuthForm().Match(content[at:min(len(content), at+around)])
}

var dockerAuthForm = once(`"(?:auth|identitytoken|registrytoken|password)"\s*:\s*"[A-Za-z0-9+/=._-]{8,}"`)

// curlPassword reports whether the command at content[at:] signs in with a password.
func curlPassword(content []byte, at, _ int) bool {
	line := content[at:min(len(content), at+512)]
	for i, b := range line {
		if b == '\n' && line[max(0, i-1)] != '\\' {
			line = line[:i]
			break
		}
	}
	if !bytes.Contains(line, []byte(" -u")) && !bytes.Contains(line, []byte("--user")) {
		return false
	}
	found := curlUser().FindSubmatch(line)
	return found != nil && noPlaceholder(found[1])
}

var curlUser = once(`\s(?:-u|--user)[= ]{0,3}["']?[\w.@+-]{1,64}:([^\s"':]{4,128})`)

// passwordInURL reports whether the address whose :// ends at content[end:] holds a
// password.
func passwordInURL(content []byte, _, end int) bool {
	authority := content[end:min(len(content), end+256)]
	colon := -1
	for i, b := range authority {
		switch {
		case b == ':' && colon < 0:
			colon = i
		case b == '@' && colon >= 0:
			password := authority[colon+1 : i]
			return len(password) >= 4 && !bytes.Equal(password, authority[:colon]) && noPlaceholder(password) &&
				!exampleHost().Match(authority[i+1:])
		case !authorityBytes.has(b), b == ':':
			return false
		}
	}
	return false
}

var (
	authorityBytes = classOf("!$%&*+.:=^~").with(wordAndDash)
	exampleHost    = once(`^(?:[\w-]+\.)*example(?:\.(?:com|org|net))?\b`)
)

// exportHeader reports whether content[at:] is in the first line that is not blank, and
// that is the header of what a password manager exports.
func exportHeader(content []byte, at, _ int) bool {
	text := bytes.TrimLeft(content, " \t\r\n")
	at -= len(content) - len(text)
	content = text
	if at > 512 || bytes.IndexByte(content[:at], '\n') >= 0 {
		return false
	}
	line, rest, more := bytes.Cut(content, []byte("\n"))
	if !more || len(rest) == 0 || len(line) > 1024 {
		return false
	}
	line = bytes.ToLower(line)
	columns := bytes.Count(line, []byte(",")) + bytes.Count(line, []byte(";")) + bytes.Count(line, []byte("\t"))
	return columns >= 2 && exportUser().Match(line) && exportPlace().Match(line)
}

var (
	exportUser  = once(`user|login|email|account|用户|账号|帐号`)
	exportPlace = once(`url|uri|site|title|name|host|group|网址|标题|名称|网站`)
)
