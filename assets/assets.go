// Package assets holds the files that the programs carry with them.
package assets

import "embed"

// Icon is the app's icon, an SVG.
//
//go:embed icon.svg
var Icon []byte

// DemoManifest is the manifest of the demo agent.
//
//go:embed demo/manifest.json
var DemoManifest []byte

// Scenarios are the plays, one file each; package app says how to read them.
//
//go:embed scenarios/*.txtar
var Scenarios embed.FS
