// Package assets holds the files that the programs carry with them.
package assets

import (
	"embed"
	"strings"
)

// Icon is the app's icon, a PNG of icon.svg.
//
//go:embed icon.png
var Icon []byte

// Welcome is the welcome page's picture, an SVG with the names of colours for colours.
//
//go:embed welcome.svg
var Welcome string

// The app's icon beside the clock, PNGs of 64 pixels: nobody asks, someone does, and
// Assent is paused.
//
//go:embed tray/idle.png
var TrayIdle []byte

//go:embed tray/asking.png
var TrayAsking []byte

//go:embed tray/paused.png
var TrayPaused []byte

// DemoManifest is the manifest of the demo agent.
//
//go:embed demo/manifest.json
var DemoManifest []byte

//go:embed codingagent/manifest.json
var codingAgentManifest string

// CodingAgentManifest is the manifest of a coding agent whose own tools Assent asks about
// (contract §14): of a client's name, [a-z0-9_-].
func CodingAgentManifest(client string) []byte {
	return []byte(strings.ReplaceAll(codingAgentManifest, "agent:CLIENT:", "agent:"+client+":"))
}

// Scenarios are the plays, one file each, in the language of docs/scenarios.md.
//
//go:embed scenarios/*.txtar
var Scenarios embed.FS

// NewScenario is what a new scenario begins with.
//
//go:embed scenario.txtar
var NewScenario []byte

// MCPManifest is the manifest of the programs that ask through assentctl mcp serve.
//
//go:embed mcp/manifest.json
var MCPManifest []byte
