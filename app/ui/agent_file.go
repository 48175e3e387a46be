package ui

import (
	"bytes"
	"errors"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"

	"assent/app/folder"
	"assent/consent/visible"
	"assent/i18n"
)

const (
	fileLimit = 256 << 10 // more bytes than any manifest may have
	nameLimit = 60        // characters of a file's name that are shown
)

// readManifest reads the file that a person chose or dropped, which may be anything.
// Where it cannot be a manifest, it says why.
func readManifest(path string) (text string, problem *i18n.Text) {
	name, _ := visible.Short(filepath.Base(path), nameLimit)
	no := func(key string) (string, *i18n.Text) {
		return "", &i18n.Text{Key: key, Args: map[string]any{"Name": name}}
	}
	data, err := folder.ReadFile(path, fileLimit)
	switch {
	case errors.Is(err, folder.ErrNotRegular):
		return no("add.not_file")
	case errors.Is(err, folder.ErrTooLarge):
		return no("add.too_large")
	case errors.Is(err, fs.ErrNotExist):
		return no("add.not_found")
	case err != nil:
		return no("add.not_read")
	case !utf8.Valid(data), bytes.IndexByte(data, 0) >= 0:
		return no("add.not_text")
	}
	return string(data), nil
}

var plainName = regexp.MustCompile(`^[A-Za-z0-9._-]{1,128}$`)

// suggestID returns the id that a manifest's file suggests: its name, where an id may
// be that, else none.
func suggestID(path string) string {
	name := filepath.Base(path)
	name = strings.TrimSuffix(name, filepath.Ext(name))
	if !plainName.MatchString(name) {
		return ""
	}
	return name
}
