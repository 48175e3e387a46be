package filesystem

import (
	"math"
	"path/filepath"
	"strings"

	"assent/executors"
)

// action is what a tool of this scope does.
type action uint8

const (
	read action = iota
	list
	info
)

// asked is one call as the agent meant it.
type asked struct {
	action        action
	path          string // absolute, uncleaned: the kernel alone interprets it
	offset, limit int64  // bytes; limit is 1 to maxRead
	encoding      string // "", utf8Encoding or base64Encoding
	ignored       []string
}

const (
	maxRead = executors.MaxContent
	maxPath = 4095 // bytes: what Linux takes

	utf8Encoding   = "utf-8"
	base64Encoding = "base64"
)

// place is what list_directory and file_info know.
type place struct {
	Path string `json:"path"`
}

// part is what reading knows. Numbers may be written as JSON pleases (1e3).
type part struct {
	place
	Offset   *float64 `json:"offset"`
	Limit    *float64 `json:"limit"`
	Encoding string   `json:"encoding"`
}

// parse reads the arguments. Its error is an *Error with InvalidArguments.
func (f *Executor) parse(req executors.Request) (a asked, err error) {
	var p part
	switch req.Tool {
	case "list_directory":
		a.action = list
		p.place, a.ignored, err = executors.DecodeArguments[place](req.Arguments)
	case "file_info":
		a.action = info
		p.place, a.ignored, err = executors.DecodeArguments[place](req.Arguments)
	default:
		p, a.ignored, err = executors.DecodeArguments[part](req.Arguments)
	}
	if err != nil {
		return asked{}, err
	}
	return a, a.take(p, f.home)
}

func (a *asked) take(p part, home string) (err error) {
	if a.path, err = expand(p.Path, home); err != nil {
		return err
	}
	if a.offset, err = whole("offset", p.Offset, 0, 0); err != nil {
		return err
	}
	if a.limit, err = whole("limit", p.Limit, 1, maxRead); err != nil {
		return err
	}
	a.limit = min(a.limit, maxRead)
	switch a.encoding = p.Encoding; a.encoding {
	case "", utf8Encoding, base64Encoding:
		return nil
	}
	return executors.Errorf(executors.InvalidArguments, "encoding must be utf-8 or base64.")
}

// expand puts the home folder in the place of ~/ and changes nothing else.
func expand(path, home string) (string, error) {
	if rest, ok := strings.CutPrefix(path, "~/"); ok && home != "" {
		path = strings.TrimSuffix(home, "/") + "/" + rest
	}
	switch {
	case path == "":
		return "", executors.Errorf(executors.InvalidArguments, "path is missing: name a file by its absolute path, or begin with ~/.")
	case strings.ContainsRune(path, 0):
		return "", executors.Errorf(executors.InvalidArguments, "path must not contain the character NUL.")
	case len(path) > maxPath:
		return "", executors.Errorf(executors.InvalidArguments, "path must not be longer than %d bytes.", maxPath)
	case !filepath.IsAbs(path):
		return "", executors.Errorf(executors.InvalidArguments, "path must be absolute or begin with ~/.")
	}
	return path, nil
}

// whole reads an optional whole number of bytes, at least least.
func whole(name string, n *float64, least, absent int64) (int64, error) {
	switch {
	case n == nil:
		return absent, nil
	case *n != math.Trunc(*n) || *n < float64(least) || *n > 1<<53:
		return 0, executors.Errorf(executors.InvalidArguments, "%s must be a whole number of bytes, %d or more.", name, least)
	}
	return int64(*n), nil
}
