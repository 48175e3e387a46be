package agentfile

import (
	"regexp"
	"strings"

	"assent/app/mcp/declare"

	"github.com/go-json-experiment/json/jsontext"
)

var serverName = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,31}$`)

// The scopes of what is no server's tool.
var (
	readScope  = declare.ManifestScope{ID: "filesystem:read", LabelKey: "agentfile.read.label", LabelText: "Read local files", Sensitivity: "medium"}
	writeScope = declare.ManifestScope{ID: "filesystem:write", LabelKey: "agentfile.write.label", LabelText: "Write local files", Sensitivity: "medium"}
	shellScope = declare.ManifestScope{ID: "shell:exec", LabelKey: "agentfile.shell.label", LabelText: "Run commands", Sensitivity: "high"}
	otherScope = declare.ManifestScope{ID: "native:other", LabelKey: "agentfile.native.label", LabelText: "Use a tool of the agent's own program", Sensitivity: "high"}
	agentScope = declare.ManifestScope{ID: "agent:call", LabelKey: "agentfile.agent.label", LabelText: "Ask other agents", Sensitivity: "high"}
)

// nativeTool is what one of the agent's own tools is declared as.
type nativeTool struct {
	name, description, schema string
	scope                     declare.ManifestScope
}

// nativeTools returns what a native tool, named with hyphens, is declared as (contract §16).
func nativeTools(name string) []nativeTool {
	switch name {
	case "fs-read":
		return []nativeTool{
			{"fs_read", "Reads a file.", `{"type":"object","properties":{"path":{"type":"string"},"offset":{"type":"integer","minimum":0},"limit":{"type":"integer","minimum":1},"encoding":{"enum":["utf-8","base64"]}},"required":["path"],"additionalProperties":false}`, readScope},
			{"list_directory", "Lists a folder.", pathSchema, readScope},
			{"file_info", "Says what a file is.", pathSchema, readScope},
		}
	case "fs-write":
		return []nativeTool{{"fs_write", "Writes a file.", `{"type":"object","properties":{"path":{"type":"string"},"content":{"type":"string"},"encoding":{"enum":["utf-8","base64"]},"mode":{"enum":["overwrite","create","append"]}},"required":["path","content"],"additionalProperties":false}`, writeScope}}
	case "execute-bash":
		return []nativeTool{{"execute_bash", "Runs a command.", `{"type":"object","properties":{"command":{"type":"string"},"argv":{"type":"array","items":{"type":"string"}},"cwd":{"type":"string"},"stdin":{"type":"string"},"env":{"type":"object","additionalProperties":{"type":"string"}}},"additionalProperties":false}`, shellScope}}
	}
	return []nativeTool{{declare.Name(underscored(name)), "A tool of the agent's own program.", `{"type":"object"}`, otherScope}}
}

const pathSchema = `{"type":"object","properties":{"path":{"type":"string"}},"required":["path"],"additionalProperties":false}`

// underscored writes a name as tools are named in a manifest.
func underscored(name string) string {
	return strings.ToLower(strings.ReplaceAll(name, "-", "_"))
}

func (d *declarer) addNative(name string) {
	for _, t := range nativeTools(name) {
		d.put(declare.ManifestTool{Name: t.name, DescriptionText: t.description, InputSchema: jsontext.Value(t.schema)}, t.scope)
	}
}
