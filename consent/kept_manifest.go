package consent

import (
	"bytes"
	"strconv"
	"sync"
	"sync/atomic"

	"assent/consent/canonical"
	"assent/consent/manifest"
)

// keptManifest is a manifest as it is kept. One from the database is read when it is
// first needed: a start would else take as long as there are agents. Equal ones may be
// one. It is safe for concurrent use.
type keptManifest struct {
	form    []byte                            // its Canonical, never changed
	reading *sync.Mutex                       // held over reading: many at once take the memory of one
	got     atomic.Pointer[manifest.Manifest] // nil until it is read
}

// keep makes m one that is kept.
func keep(m *manifest.Manifest) *keptManifest {
	k := &keptManifest{form: m.Canonical}
	k.got.Store(m)
	return k
}

// read returns the manifest, nil where there is none. It is the same one each time.
func (k *keptManifest) read() *manifest.Manifest {
	if k == nil {
		return nil
	}
	if m := k.got.Load(); m != nil {
		return m
	}
	k.reading.Lock()
	defer k.reading.Unlock()
	if m := k.got.Load(); m != nil {
		return m
	}
	m, err := manifest.Restore(k.form)
	if err != nil { // never, of what was read before; it declares nothing then
		m = &manifest.Manifest{Canonical: k.form, Hash: canonical.Hash(k.form)}
	}
	k.got.Store(m)
	return m
}

// check reads the manifest, where there is one, to see whether it can be read.
func (k *keptManifest) check() error {
	if k == nil || k.got.Load() != nil {
		return nil
	}
	m, err := manifest.Restore(k.form)
	if err == nil {
		k.got.Store(m)
	}
	return err
}

// text returns the canonical form, empty where there is no manifest.
func (k *keptManifest) text() string {
	if k == nil {
		return ""
	}
	return string(k.form)
}

// readBefore tells which manifests of an agent were read, by which rules, in the words of
// its row: those that it names can be read.
func (a *agent) readBefore() string {
	read := strconv.Itoa(manifest.RestoreRules)
	for _, k := range []*keptManifest{a.manifest, a.agreed, a.offered} {
		if k != nil && (k == a.manifest || !bytes.Equal(k.form, a.manifest.form)) {
			read += " " + canonical.Hash(k.form)
		}
	}
	return read
}
