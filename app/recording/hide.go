package recording

import (
	"bytes"
	"errors"
	"io"

	"assent/consent/canonical"

	"github.com/go-json-experiment/json/jsontext"
)

// hide returns line with digests for every member named arguments or result. A line
// that is not strict JSON is hidden whole.
func hide(line []byte) string {
	var out bytes.Buffer
	if canonical.Check(line) != nil {
		return digestOf(line)
	}
	in, write := jsontext.NewDecoder(bytes.NewReader(line)), jsontext.NewEncoder(&out)
	for {
		name := atName(in)
		token, err := in.ReadToken()
		switch {
		case errors.Is(err, io.EOF):
			return string(bytes.TrimSpace(out.Bytes()))
		case err != nil:
			return digestOf(line)
		}
		secret := name && token.Kind() == '"' && (token.String() == "arguments" || token.String() == "result")
		if err := write.WriteToken(token); err != nil {
			return digestOf(line)
		}
		if !secret {
			continue
		}
		value, err := in.ReadValue()
		if err != nil || write.WriteToken(jsontext.String(digestOf(value))) != nil {
			return digestOf(line)
		}
	}
}

// atName reports whether a member's name, or the object's end, comes next.
func atName(in *jsontext.Decoder) bool {
	kind, length := in.StackIndex(in.StackDepth())
	return kind == '{' && length%2 == 0
}

func digestOf(data []byte) string { return "sha256:" + canonical.Digest(data) }
