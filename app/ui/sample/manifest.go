package sample

import (
	_ "embed"
	"sync"

	"assent/consent/manifest"
)

//go:embed manifest.json
var manifestJSON []byte

//go:embed manifest_before.json
var manifestBeforeJSON []byte

// Manifest is what the sample agents declare.
var Manifest = sync.OnceValue(func() *manifest.Manifest { return must(manifestJSON) })

// ManifestBefore is what they declared before.
func ManifestBefore() *manifest.Manifest { return must(manifestBeforeJSON) }

func must(data []byte) *manifest.Manifest {
	m, err := manifest.Parse(data)
	if err != nil {
		panic(err)
	}
	return m
}
