package sample

import (
	_ "embed"
	"sync"

	"assent/consent"
	"assent/consent/manifest"
)

//go:embed manifest.json
var manifestJSON []byte

//go:embed manifest_before.json
var manifestBeforeJSON []byte

// Manifest is what the sample agents declare.
var Manifest = sync.OnceValue(func() *manifest.Manifest { return must(manifestJSON) })

// ManifestBefore is what they declared before.
func ManifestBefore() *manifest.Manifest { return must(manifestBeforeJSON) }

// ManifestBeforeText is the text of ManifestBefore.
func ManifestBeforeText() string { return string(manifestBeforeJSON) }

//go:embed agent_file.json
var agentFileJSON string

// AgentFile is an agent file (contract §16) that asks for inputs.
func AgentFile() string { return agentFileJSON }

// Servers are what that file would start or speak to.
func Servers() consent.ServerReview {
	return consent.ServerReview{
		AgentID: "rust-developer-agent", Workspace: "/home/alice/projects/parser", Contained: true, Care: []string{"/home/alice/projects/parser/.env"},
		Servers: []consent.Server{
			{Name: "git", Command: []string{"npx", "-y", "git-mcp", "--repository", "/home/alice/projects/parser"}, Settings: []consent.ServerSetting{
				{Name: "GIT_CONFIG_GLOBAL", Value: "/dev/null"}, {Name: "TOKEN", Value: "${GITHUB_TOKEN}", Variables: []string{"GITHUB_TOKEN"}},
			}, Writable: []string{"/home/alice/.cache/git-mcp"}},
			{Name: "rust-analyzer", Command: []string{"rust-analyzer-mcp", "--note", "two words"}},
			{Name: "github", URL: "https://api.githubcopilot.com/mcp", Settings: []consent.ServerSetting{{Name: "Authorization", Variables: []string{"GITHUB_TOKEN"}}}},
		},
	}
}

func must(data []byte) *manifest.Manifest {
	m, err := manifest.Parse(data)
	if err != nil {
		panic(err)
	}
	return m
}
