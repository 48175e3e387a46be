package contacts

import (
	_ "embed"

	"assent/cmd/project_cli/router"
)

//go:embed schemas.json
var listed []byte

// Module is the contacts in the folder contacts of the CLI's home.
func Module() router.Module {
	return router.Module{Name: "contacts", Listed: listed, Handlers: map[string]router.Handler{"read": read}}
}
