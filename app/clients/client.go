package clients

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Client is a program of the world that agents work in.
type Client struct {
	Name     string        // on the command line and in agent_id
	Title    string        // as people call it
	Deadline time.Duration // how long a question may stay open, below the client's own limit

	servers servers
}

// servers is where a client keeps its MCP servers, and how an entry looks there.
type servers struct {
	path    string   // below the home folder
	member  string   // of the file, holds the entries by name
	toml    bool     // the file is TOML, not JSON with comments
	typed   bool     // an entry names its transport
	timeout any      // how long the client waits for a tool, in its own unit; nil: it is not told
	limit   string   // the member of an entry that holds timeout
	nested  string   // a member that holds further objects with member in them, by name
	wants   []string // what the person still has to do there, a sentence each
}

const restart = "Start it anew: it reads its servers when it starts."

// table holds the clients that are known.
var table = []Client{
	{Name: "claude-code", Title: "Claude Code", Deadline: 110 * time.Second, servers: servers{
		path: "~/.claude.json", member: "mcpServers", typed: true, nested: "projects", wants: []string{restart}}},
	{Name: "claude-desktop", Title: "Claude Desktop", Deadline: 50 * time.Second, servers: servers{
		path: "~/.config/Claude/claude_desktop_config.json", member: "mcpServers", wants: []string{restart, "There is no official Claude Desktop for Linux: this file is read by what others make of it."}}},
	{Name: "vscode", Title: "VS Code", Deadline: 280 * time.Second, servers: servers{
		path: "~/.config/Code/User/mcp.json", member: "servers", typed: true, wants: []string{"Start the server and trust it when VS Code asks (MCP: List Servers)."}}},
	{Name: "cursor", Title: "Cursor", Deadline: 50 * time.Second, servers: servers{
		path: "~/.cursor/mcp.json", member: "mcpServers", wants: []string{"Switch the server on in Cursor's settings, under MCP."}}},
	{Name: "codex", Title: "Codex", Deadline: 280 * time.Second, servers: servers{
		path: "~/.codex/config.toml", member: "mcp_servers", toml: true, limit: "tool_timeout_sec", timeout: int64(300), wants: []string{restart}}},
	{Name: "gemini", Title: "Gemini CLI", Deadline: 580 * time.Second, servers: servers{
		path: "~/.gemini/settings.json", member: "mcpServers", limit: "timeout", timeout: int64(600_000), wants: []string{restart}}},
}

// All returns the clients that are known.
func All() []Client { return slices.Clone(table) }

// Find returns the client of this name. The error names those that are known.
func Find(name string) (Client, error) {
	for _, c := range table {
		if c.Name == name {
			return c, nil
		}
	}
	var names []string
	for _, c := range table {
		names = append(names, c.Name)
	}
	return Client{}, fmt.Errorf("%q is not one of %s", name, strings.Join(names, ", "))
}

// Place is where this user's files lie and what is written into them.
type Place struct {
	Home   string // the user's home folder
	Codex  string // $CODEX_HOME, empty for its default
	Ctl    string // the absolute path of assentctl
	Socket string // the absolute path of the engine's socket
}

// file returns the path of a client's file.
func (p Place) file(path string) string {
	if rest, ok := strings.CutPrefix(path, "~/.codex/"); ok && p.Codex != "" {
		return filepath.Join(p.Codex, rest)
	}
	return home(p.Home, path)
}

// ThisUser returns the place of the user who runs this program.
func ThisUser(socket string) (Place, error) {
	folder, err := os.UserHomeDir()
	if err != nil {
		return Place{}, fmt.Errorf("finding the home folder: %w", err)
	}
	ctl, err := os.Executable()
	if err != nil {
		return Place{}, fmt.Errorf("finding assentctl: %w", err)
	}
	return Place{Home: folder, Codex: os.Getenv("CODEX_HOME"), Ctl: cmp.Or(resolved(ctl), ctl), Socket: socket}, nil
}

// resolved follows links, so that an entry outlives one that is moved; empty when that fails.
func resolved(path string) string {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return ""
	}
	return real
}
