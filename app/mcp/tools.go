package mcp

import (
	"encoding/json"
	"fmt"

	"assent/assets"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// tools returns the tools of Assent's manifest, in its order.
func tools() []*sdk.Tool {
	var manifest struct {
		Tools []struct {
			Name        string              `json:"name"`
			Description string              `json:"description_fallback"`
			Schema      json.RawMessage     `json:"input_schema"`
			Annotations sdk.ToolAnnotations `json:"annotations"`
		} `json:"tools"`
	}
	if err := json.Unmarshal(assets.MCPManifest, &manifest); err != nil {
		panic(fmt.Sprintf("mcp: reading the manifest: %v", err)) // embedded: a broken build
	}
	var all []*sdk.Tool
	for _, t := range manifest.Tools {
		all = append(all, &sdk.Tool{
			Name: t.Name, Title: t.Annotations.Title, Description: t.Description, InputSchema: t.Schema, Annotations: &t.Annotations,
		})
	}
	return all
}
