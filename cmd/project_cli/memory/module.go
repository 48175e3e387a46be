package memory

import (
	_ "embed"

	"assent/cmd/project_cli/router"
)

//go:embed schemas.json
var listed []byte

// Module is the memory in the file memory.db of the CLI's home.
func Module() router.Module {
	return router.Module{Name: "memory", Listed: listed, Handlers: map[string]router.Handler{
		"read":   read,
		"update": update,
		"forget": forget,
	}}
}

// Item is something remembered.
type Item struct {
	ID        string `json:"id"` // its key
	Title     string `json:"title"`
	Value     string `json:"value"`
	UpdatedAt string `json:"updatedAt"`
}
