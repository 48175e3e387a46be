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
	data, problem := readChosen(path, fileLimit, "add.too_large")
	if problem == nil && (!utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0) {
		problem = aboutFile("add.not_text", path)
	}
	if problem != nil {
		return "", problem
	}
	return string(data), nil
}

// readChosen reads the file that a person chose or dropped, of at most limit bytes, or says
// why not; tooLarge is the text of one that has more.
func readChosen(path string, limit int64, tooLarge string) (data []byte, problem *i18n.Text) {
	data, err := folder.ReadFile(path, limit)
	switch {
	case errors.Is(err, folder.ErrNotRegular):
		return nil, aboutFile("add.not_file", path)
	case errors.Is(err, folder.ErrTooLarge):
		return nil, aboutFile(tooLarge, path)
	case errors.Is(err, fs.ErrNotExist):
		return nil, aboutFile("add.not_found", path)
	case err != nil:
		return nil, aboutFile("add.not_read", path)
	}
	return data, nil
}

// aboutFile says something of a file by its name.
func aboutFile(key, path string) *i18n.Text {
	return &i18n.Text{Key: key, Args: map[string]any{"Name": shortName(path)}}
}

func shortName(path string) string {
	name, _ := visible.Short(filepath.Base(path), nameLimit)
	return name
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
