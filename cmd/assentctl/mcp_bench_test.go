//go:build linux

package main

import (
	"os/exec"
	"path/filepath"
	"testing"

	"assent/app/mcp/npmtest"
	"assent/executors/desktoptest"
)

// BenchmarkMCP times the tool calls of an MCP client over standard input and output, which
// read the same file in a silent window: of Assent's own server, and of the official file
// server behind Assent, in turns with that server itself, which neither asks nor records.
func BenchmarkMCP(b *testing.B) {
	desktop := desktoptest.Start(b)
	engine := startEngine(b, desktop)
	file := notes(b, desktop)
	peer := player{name: "peer", server: startPeer(b, desktop.Home), tool: "read_text_file", arguments: file}
	b.Run("serve", func(b *testing.B) {
		serve := startMCP(b, engine.assentctl("mcp", "serve", "--client", "bench"))
		inTurns(b, []player{{server: serve, tool: "read_file", arguments: file}, peer})
	})
	b.Run("wrap", func(b *testing.B) {
		wrapped := startMCP(b, engine.assentctl(append([]string{"mcp", "wrap", "files", "--"}, fileServer(b, desktop.Home)...)...))
		inTurns(b, []player{{server: wrapped, tool: "read_text_file", arguments: file}, peer})
	})
}

// fileServer is the command of the official file server for a folder.
func fileServer(b *testing.B, folder string) []string {
	return []string{npmtest.Node(b), filepath.Join(npmtest.Modules(b), npmtest.FileServer), folder}
}

// startPeer starts the official file server for a folder.
func startPeer(b *testing.B, folder string) *server {
	command := fileServer(b, folder)
	return startMCP(b, exec.Command(command[0], command[1:]...))
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
