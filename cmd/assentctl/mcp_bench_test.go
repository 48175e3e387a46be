//go:build linux

package main

import (
	"os/exec"
	"path/filepath"
	"testing"

	"assent/app/mcp/npmtest"
	"assent/executors/desktoptest"
)

// BenchmarkMCP times the tool calls of an MCP client over standard input and output: of
// Assent's own server, beside the official file server, which neither asks nor records;
// and of that file server behind Assent. All read the same file, in a silent window.
func BenchmarkMCP(b *testing.B) {
	desktop := desktoptest.Start(b)
	engine := startEngine(b, desktop)
	file := notes(b, desktop)
	server := []string{npmtest.Node(b), filepath.Join(npmtest.Modules(b), npmtest.FileServer), desktop.Home}
	b.Run("serve", func(b *testing.B) {
		startMCP(b, engine.assentctl("mcp", "serve", "--client", "bench")).inFlight(b, "read_file", file)
	})
	b.Run("file_server", func(b *testing.B) {
		startMCP(b, exec.Command(server[0], server[1:]...)).inFlight(b, "read_text_file", file)
	})
	b.Run("file_server_wrapped", func(b *testing.B) {
		startMCP(b, engine.assentctl(append([]string{"mcp", "wrap", "files", "--"}, server...)...)).inFlight(b, "read_text_file", file)
	})
}

const (
	mcpHello = `{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},` +
		`"clientInfo":{"name":"bench","version":"1"}}}` + "\n"
	mcpReady = `{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"
	mcpCall  = `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s}}` + "\n"
)

// startMCP starts an MCP server and greets it.
func startMCP(b *testing.B, cmd *exec.Cmd) *server {
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	s := &server{in: in, out: launch(b, cmd, (*exec.Cmd).StdoutPipe), call: mcpCall}
	s.process = cmd.Process
	s.write(b, mcpHello)
	s.read(b)
	s.write(b, mcpReady)
	return s
}
