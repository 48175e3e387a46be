package main

import (
	_ "embed"

	"assent/consent/manifest"
)

//go:embed manifest.json
var manifestJSON []byte

//go:embed manifest_before.json
var manifestBeforeJSON []byte

func sampleManifest() *manifest.Manifest { return must(manifestJSON) }

func sampleManifestBefore() *manifest.Manifest { return must(manifestBeforeJSON) }

func must(data []byte) *manifest.Manifest {
	m, err := manifest.Parse(data)
	if err != nil {
		panic(err)
	}
	return m
}
