// Package canonical reads JSON strictly and gives it the one form that consent
// binds to: RFC 8785, and its SHA-256 digest.
//
// Strict means contract §5: RFC 8259 without duplicate names, invalid UTF-8,
// lone surrogates, a BOM, trailing data, more than 64 levels, or numbers
// that a float64 (an integer: ±2^53) cannot hold. All of it takes time linear in
// the length of the input, times the logarithm of the members of an object.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package canonical

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// maxDepth is how deep arrays and objects may be nested (contract §5).
const maxDepth = 64

// Check returns nil when data is one strict JSON value, else a *Fault.
func Check(data []byte) error {
	if fault := overLimit(data, 0); fault != nil {
		return fault
	}
	if jsontext.Value(data).IsValid() {
		return nil
	}
	return invalid(data)
}

// Form returns the RFC 8785 form of data, or a *Fault when data is not strict.
// It does not keep or change data. The form need not be strict itself: RFC 8785
// writes 1e20 as an integer, and that is outside ±2^53.
func Form(data []byte) ([]byte, error) {
	// The limits come first: sorting the members of objects that are nested
	// thousands deep would cost the square of their length.
	if fault := overLimit(data, 0); fault != nil {
		return nil, fault
	}
	form, err := jsontext.AppendFormat(make([]byte, 0, len(data)), data,
		jsontext.CanonicalizeRawInts(true), jsontext.CanonicalizeRawFloats(true), jsontext.ReorderRawObjects(true))
	if err != nil {
		return nil, syntaxFault(data, err)
	}
	return form, nil
}

// Digest returns the SHA-256 hex of the canonical form of data, or of data
// itself where it has none (contract §10).
func Digest(data []byte) string {
	form, err := Form(data)
	if err != nil {
		form = data
	}
	return Hash(form)
}

// Hash returns the SHA-256 hex of bytes that are canonical already.
func Hash(form []byte) string {
	sum := sha256.Sum256(form)
	return hex.EncodeToString(sum[:])
}

// Decode returns the strict JSON value in data as nil, bool, float64, string,
// []any and map[string]any, or a *Fault. A number is what its canonical form
// says: the nearest float64.
func Decode(data []byte) (any, error) {
	if fault := overLimit(data, 0); fault != nil {
		return nil, fault
	}
	var value any
	if err := json.Unmarshal(data, &value); err != nil {
		return nil, syntaxFault(data, err)
	}
	return value, nil
}
