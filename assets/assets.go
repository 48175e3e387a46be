// Package assets holds the files that the programs carry with them.
package assets

import _ "embed"

// Icon is the app's icon, an SVG.
//
//go:embed icon.svg
var Icon []byte
