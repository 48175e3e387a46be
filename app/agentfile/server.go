package agentfile

import (
	"math"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"assent/executors/mcp"
)

const maxServers = 32

func (r *reader) readServers(n node) {
	all := n.members()
	if len(all) > maxServers {
		n.report("An agent uses at most 32 servers.")
		return
	}
	for _, member := range all {
		r.file.Servers = append(r.file.Servers, r.readServer(member))
	}
}

// knownOfServer are a server's members that are known here.
var knownOfServer = []string{"command", "args", "transport", "env", "url", "headers", "auth", "timeout", "disabled"}

func (r *reader) readServer(n node) mcp.Server {
	s := mcp.Server{Name: n.name(), Folder: r.file.Workspace, Command: n.member("command").text(), URL: n.member("url").text()}
	for _, member := range n.members() {
		if !slices.Contains(knownOfServer, member.name()) {
			r.warn(member.at, "This is not known here, and nothing is done with it.")
		}
	}
	if s.Name == "" || strings.ContainsAny(s.Name, "/@#") {
		n.report("Give the server a name without @, # and /.")
	}
	hasCommand, hasURL := !n.member("command").isAbsent(), !n.member("url").isAbsent()
	switch {
	case hasCommand == hasURL:
		n.report("A server has either a command or a url.")
	case hasCommand:
		r.readCommand(n, &s)
	default:
		r.readAddress(n, &s)
	}
	if timeout := n.member("timeout"); !timeout.isAbsent() {
		ms, ok := timeout.value.(float64)
		if !ok || ms < 1 || ms > 3_600_000 || ms != math.Trunc(ms) {
			timeout.report("Write a number of milliseconds, 1 to 3600000.")
		}
		s.Timeout = time.Duration(ms) * time.Millisecond
	}
	if disabled := n.member("disabled"); !disabled.isAbsent() {
		off, ok := disabled.value.(bool)
		if !ok {
			disabled.report("Write true or false.")
		}
		if off {
			s.Silent = "The agent's file switches this server off."
			r.warn(disabled.at, "This server is switched off: it is not started, and its tools cannot be used.")
		}
	}
	return s
}

func (r *reader) readCommand(n node, s *mcp.Server) {
	if s.Command == "" {
		n.member("command").report("Write the program that starts the server.")
	}
	s.Args = n.member("args").texts()
	s.Environment = readSettingsOf(n.member("env"), "a name of a variable, without = in it")
	for _, other := range []string{"headers", "auth"} {
		if member := n.member(other); !member.isAbsent() {
			member.report("This belongs to a server with a url.")
		}
	}
	switch transport := n.member("transport"); {
	case transport.isAbsent():
		r.warn(transport.at, "There is no transport here, as in files of released programs: it counts as stdio.")
	case transport.value == "streamable-http":
		s.Silent = "The agent's file names no address of this server."
		r.warn(n.at, "A server that a command starts and that speaks streamable-http needs an address: it is not started, and its tools cannot be used.")
	case transport.value != "stdio":
		transport.report("Write stdio or streamable-http.")
	}
	for _, arg := range s.Args {
		if path, ok := r.namedPath(arg); ok {
			s.Touches = append(s.Touches, path)
		}
	}
}

func (r *reader) readAddress(n node, s *mcp.Server) {
	if wrong := isAddress(s.URL); wrong != "" {
		n.member("url").report(wrong)
	}
	s.Headers = readSettingsOf(n.member("headers"), "a name of a header")
	for _, other := range []string{"args", "env"} {
		if member := n.member(other); !member.isAbsent() {
			member.report("This belongs to a server with a command.")
		}
	}
	if auth := n.member("auth"); !auth.isAbsent() {
		auth.members()
		r.warn(auth.at, "This is shown and never sent: write a header where the server needs one.")
	}
	if transport := n.member("transport"); !transport.isAbsent() && transport.value != "streamable-http" {
		transport.report("A server with a url speaks streamable-http.")
	}
	if u, err := url.Parse(s.URL); err == nil && u.Scheme == "http" && !loopback(u.Hostname()) {
		r.warn(n.member("url").at, "What is sent to this address can be read on the way: use https.")
	}
}

// loopback reports whether a host is this computer.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// readSettingsOf reads variables or headers; what says what their names must be.
func readSettingsOf(n node, what string) (settings []mcp.Setting) {
	for _, member := range n.members() {
		name := member.name()
		if name == "" || strings.ContainsAny(name, "=\x00\r\n: \t") {
			member.report("This is not " + what + ".")
		}
		parts, ok := member.value.([]mcp.Part)
		if !ok {
			member.report("Write a text here.")
		}
		settings = append(settings, mcp.Setting{Name: name, Parts: parts})
	}
	return settings
}

// namedPath returns the file or folder that an argument names, if one is there. Of an
// option such as --root=PATH it is the path.
func (r *reader) namedPath(arg string) (string, bool) {
	if i := strings.IndexByte(arg, '='); i >= 0 && strings.HasPrefix(arg, "-") {
		arg = arg[i+1:]
	}
	if !filepath.IsAbs(arg) {
		return "", false // below the workspace, or no path
	}
	path := filepath.Clean(arg)
	_, err := os.Stat(path)
	return path, err == nil
}
