package calendar

import (
	_ "embed"
	"path/filepath"

	"assent/cmd/project_cli/router"
)

//go:embed schemas.json
var listed []byte

// Module is the calendar in the folder calendar of the CLI's home.
func Module() router.Module {
	return router.Module{Name: "calendar", Listed: listed, Handlers: map[string]router.Handler{
		"read":          read,
		"create":        create,
		"update":        update,
		"delete":        remove,
		"share":         share,
		"accept_invite": accept,
		"reject_invite": reject,
	}}
}

func folderOf(call router.Call) folder { return folder(filepath.Join(call.Home, "calendar")) }
