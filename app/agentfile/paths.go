package agentfile

import (
	"path/filepath"
	"strings"
)

// Paths say where the agent's file tools may go: globs of absolute paths. * stops at /,
// ** does not, and what names a folder is all below it.
type Paths struct {
	Read, Write Places
}

// Places are the globs for one tool.
type Places struct {
	Limited bool // Allowed counts: all else is asked about every time
	Allowed []string
	Denied  []string // never, whatever Allowed says
}

// readSettings reads toolsSettings. What is no setting of paths of a file tool is shown
// alone.
func (r *reader) readSettings(n node) {
	if !n.isAbsent() {
		r.file.Settings = raw(n.value)
	}
	for _, member := range n.members() {
		reference, ok := r.parse(member.name())
		if !ok {
			r.warn(member.at, "This names no tool.")
		}
		places := map[string]*Places{"fs-read": &r.file.Paths.Read, "fs-write": &r.file.Paths.Write}[reference.Tool]
		if reference.Kind != Native {
			places = nil
		}
		for _, setting := range member.members() {
			r.readSetting(setting, places)
		}
	}
}

func (r *reader) readSetting(n node, places *Places) {
	name := n.name()
	if name != "allowedPaths" && name != "deniedPaths" {
		r.warn(n.at, "This setting is shown; Assent does nothing with it.")
		return
	}
	var globs []string
	for _, item := range n.items() {
		glob := item.text()
		if glob == "" || strings.ContainsRune(glob, 0) {
			item.report("Write a path here, or a pattern of one.")
			continue
		}
		globs = append(globs, filepath.ToSlash(r.absolute(glob)))
	}
	switch {
	case places == nil:
		r.warn(n.at, "Paths are kept to for fs-read and fs-write alone: this setting is shown.")
	case name == "allowedPaths":
		places.Limited, places.Allowed = true, append(places.Allowed, globs...)
	default:
		places.Denied = append(places.Denied, globs...)
	}
}
