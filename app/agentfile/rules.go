package agentfile

import (
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"assent/consent/visible"

	"golang.org/x/mod/semver"
)

// described are the members that the page describes, and those of released files that
// are known here.
var described = map[string]bool{
	"name": true, "version": true, "description": true, "model": true, "inputSchema": true, "mcpServers": true,
	"tools": true, "allowedTools": true, "toolsSettings": true, "resources": true,
}

// models are those that the page names.
var models = []string{"anthropic.claude-3-7-sonnet-20250219-v1:0", "anthropic.claude-sonnet-4-20250514-v1:0"}

// read takes the file in, member by member.
func (r *reader) read(n node) {
	r.file.Name = readName(n.member("name"))
	r.file.Version = readVersion(n.member("version"))
	r.file.Description = n.member("description").text()
	r.file.Model = n.member("model").text()
	if model := r.file.Model; model != "" && !slices.Contains(models, model) {
		r.warn("/model", "This is none of the two models that are described. Assent runs no model, so nothing depends on it.")
	}
	r.readServers(n.member("mcpServers"))
	r.file.Tools = r.readReferences(n.member("tools"), true)
	r.file.AllowedTools = r.readReferences(n.member("allowedTools"), false)
	r.readSettings(n.member("toolsSettings"))
	for _, item := range n.member("resources").items() {
		r.file.Resources = append(r.file.Resources, r.readResource(item))
	}
	others := map[string]any{}
	for _, member := range n.members() {
		if !described[member.name()] {
			others[member.name()] = member.value
			r.warn(member.at, "This is kept and shown; Assent does nothing with it.")
		}
	}
	if len(others) > 0 {
		r.file.Others = raw(others)
	}
}

var (
	agentName   = regexp.MustCompile(`^[A-Za-z0-9-]{1,64}$`)
	deviceNames = regexp.MustCompile(`^(?i:con|prn|aux|nul|com[0-9]|lpt[0-9])$`)
)

func readName(n node) string {
	name := n.text()
	_, _, allowed := visible.AgentName(name)
	switch {
	case n.isAbsent():
		n.report("Give the agent a name.")
	case !agentName.MatchString(name):
		n.report("Use 1 to 64 letters, digits and hyphens, of ASCII alone.")
	case deviceNames.MatchString(name):
		n.report("Windows keeps this name for a device: choose another one.")
	case !allowed:
		n.report("This name is reserved: choose another one.")
	}
	return name
}

func readVersion(n node) string {
	version := n.text()
	switch v := "v" + version; {
	case n.isAbsent():
		n.r.warn(n.at, "There is no version here, as in files of released programs: it counts as 1.0.0.")
	case !semver.IsValid(v) || semver.Canonical(v)+semver.Build(v) != v:
		n.report("Write a version of SemVer with three numbers, such as 1.2.0 or 1.0.0-alpha.1.")
	}
	return version
}

// readResource reads what the agent is given to read: an address, or an object of the
// Model Context Protocol that has one.
func (r *reader) readResource(n node) (resource Resource) {
	if _, ok := n.value.(map[string]any); ok {
		n = n.member("uri")
	}
	resource.URI = n.text()
	if resource.URI == "" {
		n.report("Write an address here, such as file://README.md.")
		return resource
	}
	path, file := strings.CutPrefix(resource.URI, "file://")
	switch server, ok := r.serverAfter(path); {
	case ok:
		resource.Server = server
	case file:
		resource.Path = r.absolute(path)
	}
	return resource
}

// serverAfter returns the server that the last @ of a resource names, if the file has it
// or the page's form says so.
func (r *reader) serverAfter(resource string) (server string, ok bool) {
	i := strings.LastIndexByte(resource, '@')
	if i < 0 || strings.ContainsRune(resource[i:], '/') || i+1 == len(resource) {
		return "", false
	}
	return resource[i+1:], true
}

// absolute returns the path that a path of the file means.
func (r *reader) absolute(path string) string {
	switch rest, home := strings.CutPrefix(path, "~/"); {
	case path == "~" || home:
		return filepath.Join(r.options.Home, rest)
	case filepath.IsAbs(path):
		return filepath.Clean(path)
	}
	return filepath.Join(r.file.Workspace, path)
}

// isAddress returns why text is no address of a server, empty when it is.
func isAddress(text string) string {
	u, err := url.Parse(text)
	switch {
	case err != nil, u.Host == "" || (u.Scheme != "http" && u.Scheme != "https"):
		return "Write an address that begins with https:// or http://."
	case u.User != nil:
		return "An address has no name and password in it: write a header."
	case u.Fragment != "":
		return "An address of a server has no part after #."
	}
	return ""
}
