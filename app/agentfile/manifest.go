package agentfile

import (
	"cmp"
	"fmt"
	"slices"

	"assent/app/mcp/declare"
	"assent/consent/manifest"
	"assent/executors/mcp"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Listing is what a server said when it was listed.
type Listing struct {
	Tools []declare.Tool
	Err   error // why it could not be listed; nil: it was
}

// Declared is a file's manifest, and what belongs to it.
type Declared struct {
	Manifest []byte
	Bound    []mcp.Binding    // its tools that servers have
	Asked    []string         // its tools that the file asks not to ask for
	Warnings []manifest.Issue // of the file, and what came of listing
}

// Declare makes the file's manifest, with what its servers listed, by their names. The
// error says that it does not fit one.
func (f *File) Declare(listed map[string]Listing) (Declared, error) {
	d := &declarer{file: f, listed: listed, scopes: map[string]bool{}}
	d.out.Warnings = slices.Clone(f.Warnings)
	for _, reference := range f.Tools {
		d.add(reference)
	}
	d.manifest.SchemaVersion, d.manifest.AgentVersion, d.manifest.File = "1.0", cmp.Or(f.Version, "1.0.0"), f.shown()
	if d.manifest.Tools == nil {
		d.manifest.Tools = []declare.ManifestTool{}
	}
	if d.manifest.Scopes == nil {
		d.manifest.Scopes = []declare.ManifestScope{}
	}
	var err error
	if d.out.Manifest, err = d.manifest.Fitted(); err != nil {
		return Declared{}, fmt.Errorf("making the agent's manifest: %w", err)
	}
	d.out.Asked = d.asked()
	return d.out, nil
}

// declarer makes a manifest of a file.
type declarer struct {
	file     *File
	listed   map[string]Listing
	manifest declare.Manifest
	scopes   map[string]bool
	out      Declared
}

func (d *declarer) warn(at, message string) {
	d.out.Warnings = append(d.out.Warnings, manifest.Issue{Path: at, Message: message})
}

// add declares what a reference of tools names.
func (d *declarer) add(r Reference) {
	switch r.Kind {
	case Native:
		d.addNative(r.Tool)
	case AllNative, Everything:
		for _, name := range []string{"fs-read", "fs-write", "execute-bash"} {
			d.addNative(name)
		}
		if r.Kind == Everything {
			for _, s := range d.file.Servers {
				d.addServer(r, s.Name)
			}
		}
	case Agent:
		d.put(declare.ManifestTool{Name: declare.Name(underscored(r.Tool)), InputSchema: jsontext.Value(`{"type":"object"}`),
			DescriptionText: "Asks the agent " + r.Tool + "."}, agentScope)
	case AllOfServer:
		d.addServer(r, r.Server)
	case ServerTool:
		d.addServerTool(r, r.Server, r.Tool)
	}
}

// addServer declares all that a server lists. Of one that could not be listed, those of
// its tools that the file names.
func (d *declarer) addServer(r Reference, server string) {
	listing, ok := d.listed[server]
	if ok && listing.Err == nil {
		for _, t := range listing.Tools {
			d.bind(r, server, t)
		}
		return
	}
	for _, named := range slices.Concat(d.file.Tools, d.file.AllowedTools) {
		if named.Kind == ServerTool && named.Server == server {
			d.addServerTool(r, server, named.Tool)
		}
	}
}

// addServerTool declares one tool of a server. One that is not known is declared as what
// takes anything: calls of it say why it cannot be used.
func (d *declarer) addServerTool(r Reference, server, name string) {
	listing, ok := d.listed[server]
	for _, t := range listing.Tools {
		if t.Name == name {
			d.bind(r, server, t)
			return
		}
	}
	if ok && listing.Err == nil {
		d.warn(r.At, "The server lists no tool of this name: it is not declared.")
		return
	}
	d.bind(r, server, declare.Tool{Name: name})
}

// bind declares a tool of a server.
func (d *declarer) bind(r Reference, server string, t declare.Tool) {
	declared := t.Declare(ServerScope(server), declare.Name(server+"_"+t.Name))
	declared.TimeoutMS = callTimeMS
	if i := slices.IndexFunc(d.file.Servers, func(s mcp.Server) bool { return s.Name == server }); i >= 0 && d.file.Servers[i].Timeout > 0 {
		declared.TimeoutMS = int(d.file.Servers[i].Timeout.Milliseconds())
	}
	declared.MCP.Server = server
	for _, scope := range declare.Scopes(ServerScope(server)) {
		if scope.ID == declared.Scope && d.put(declared, scope) {
			d.out.Bound = append(d.out.Bound, mcp.Binding{Declared: declared.Name, Scope: scope.ID, Server: server, Tool: t.Name, Digest: t.Digest})
		}
	}
}

// callTimeMS is how long a call of a server's tool may take where the file says nothing.
const callTimeMS = 300_000

// ServerScope returns the part of a scope that names a server: its own name where the
// grammar of contract §13 allows it.
func ServerScope(server string) string {
	if serverName.MatchString(server) {
		return server
	}
	return declare.Name(server)
}

// put declares a tool, and its scope where that is not declared yet; false when another
// tool has its name.
func (d *declarer) put(t declare.ManifestTool, scope declare.ManifestScope) bool {
	if slices.ContainsFunc(d.manifest.Tools, func(other declare.ManifestTool) bool { return other.Name == t.Name }) {
		return false
	}
	t.Scope, t.DescriptionKey = scope.ID, cmp.Or(t.DescriptionKey, "agentfile.tool.description")
	d.manifest.Tools = append(d.manifest.Tools, t)
	if !d.scopes[scope.ID] {
		d.scopes[scope.ID] = true
		d.manifest.Scopes = append(d.manifest.Scopes, scope)
	}
	return true
}

// asked returns the names of the declared tools that allowedTools names, and as they
// stand those of its entries that name none.
func (d *declarer) asked() (names []string) {
	add := func(name string) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, r := range d.file.AllowedTools {
		before := len(names)
		for _, t := range d.manifest.Tools {
			if r.names(t) {
				add(t.Name)
			}
		}
		if len(names) == before {
			add(r.Text)
		}
	}
	return names
}

// names reports whether the reference names a declared tool.
func (r Reference) names(t declare.ManifestTool) bool {
	switch r.Kind {
	case Everything:
		return true
	case AllNative:
		return t.MCP == nil && t.Scope != agentScope.ID
	case AllOfServer:
		return t.MCP != nil && t.MCP.Server == r.Server
	case ServerTool:
		return t.MCP != nil && t.MCP.Server == r.Server && t.MCP.Name == r.Tool
	case Agent:
		return t.Scope == agentScope.ID && t.Name == declare.Name(underscored(r.Tool))
	}
	return t.MCP == nil && slices.ContainsFunc(nativeTools(r.Tool), func(n nativeTool) bool { return n.name == t.Name })
}

// maxShown is how many bytes of the file are kept in the manifest to be shown.
const maxShown = 16 << 10

// shown is what of the file stands in its manifest for the person to see, and for an
// export.
func (f *File) shown() jsontext.Value {
	all := Shown{
		Description: f.Description, Model: f.Model, Workspace: f.Workspace, Settings: f.Settings, Others: f.Others,
	}
	for _, r := range f.Resources {
		all.Resources = append(all.Resources, r.URI)
	}
	for _, smaller := range []func(){func() {}, func() { all.Others = nil }, func() { all.Settings = nil }, func() { all.Resources = nil }} {
		smaller()
		if data, err := json.Marshal(all); err == nil && len(data) <= maxShown {
			return data
		}
	}
	return nil
}

// Shown is what a manifest keeps of the file that it was made of: shown, and not used.
type Shown struct {
	Description string         `json:"description,omitzero"`
	Model       string         `json:"model,omitzero"`
	Workspace   string         `json:"workspace"`
	Resources   []string       `json:"resources,omitzero"`
	Settings    jsontext.Value `json:"tools_settings,omitzero"`
	Others      jsontext.Value `json:"others,omitzero"`
}

// ShownOf returns what a manifest keeps of its file; false of one that was made of none.
func ShownOf(canonical []byte) (Shown, bool) {
	var m struct {
		File *Shown `json:"x_agent_file"`
	}
	if json.Unmarshal(canonical, &m) != nil || m.File == nil {
		return Shown{}, false
	}
	return *m.File, true
}
