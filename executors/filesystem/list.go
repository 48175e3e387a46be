package filesystem

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// maxEntries is how many entries of a folder are listed.
const maxEntries = 1000

// listing is the result of list_directory, description that of file_info
// (contract §9).
type (
	listing struct {
		Path      string  `json:"path"`
		Entries   []entry `json:"entries"`
		Truncated bool    `json:"truncated"` // there are more than maxEntries
	}
	entry struct {
		Name     string `json:"name"`
		Type     string `json:"type"`
		Size     int64  `json:"size"`     // bytes
		Modified string `json:"modified"` // RFC 3339, UTC
	}
	description struct {
		Path     string `json:"path"`
		Type     string `json:"type"`
		Size     int64  `json:"size"`
		Modified string `json:"modified"`
		MIMEType string `json:"mime_type"`
	}
)

// list returns the first entries of a folder by name. Links in it are listed, not
// followed. What vanishes meanwhile is left out, what cannot be looked at is other.
func (p *plan) list(ctx context.Context, folder *os.File) (any, error) {
	first, truncated, err := firstNames(ctx, folder)
	if err != nil {
		return nil, err
	}
	result := &listing{Path: escape(p.found.real), Entries: make([]entry, 0, len(first)), Truncated: truncated}
	for _, name := range first {
		if ctx.Err() != nil {
			return nil, tooLate(ctx)
		}
		info, err := lstatIn(folder, name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		described := entry{Name: escape(name), Type: "other", Modified: rfc3339(time.Time{})}
		if err == nil {
			described = entry{escape(name), kind(info.Mode()), info.Size(), rfc3339(info.ModTime())}
		}
		result.Entries = append(result.Entries, described)
	}
	return result, nil
}

// firstNames returns the first maxEntries names in byte order, and whether there
// are more. It never holds more than a few thousand, however many there are.
func firstNames(ctx context.Context, folder *os.File) (first []string, truncated bool, err error) {
	for err == nil {
		if ctx.Err() != nil {
			return nil, false, tooLate(ctx)
		}
		var batch []string
		batch, err = folder.Readdirnames(maxEntries)
		first = append(first, batch...)
		slices.Sort(first)
		if len(first) > maxEntries {
			first, truncated = slices.Clone(first[:maxEntries]), true
		}
	}
	if !errors.Is(err, io.EOF) {
		return nil, false, refusal(err)
	}
	return first, truncated, nil
}

// info describes the file; of its content only the head is looked at, for the type.
func (p *plan) info(ctx context.Context, file *os.File) (any, error) {
	now, err := file.Stat()
	if err != nil {
		return nil, refusal(err)
	}
	result := &description{
		Path: escape(p.found.real), Type: kind(now.Mode()), Size: now.Size(),
		Modified: rfc3339(now.ModTime()), MIMEType: "inode/directory",
	}
	if now.IsDir() {
		return result, nil
	}
	head, err := p.readAt(ctx, &bytes.Buffer{}, file, 0, headSize)
	if err != nil {
		return nil, err
	}
	result.MIMEType = mimeType(head)
	return result, nil
}

func kind(mode fs.FileMode) string {
	switch {
	case mode.IsRegular():
		return "file"
	case mode.IsDir():
		return "directory"
	case mode&fs.ModeSymlink != 0:
		return "link"
	}
	return "other"
}

func rfc3339(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// escape writes a name that is not UTF-8 with \xNN for the bytes that are not, and
// \\ for a backslash. Any other name stays as it is.
func escape(name string) string {
	if utf8.ValidString(name) {
		return name
	}
	var b strings.Builder
	for i := 0; i < len(name); {
		r, size := utf8.DecodeRuneInString(name[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			b.WriteString(`\x` + strconv.FormatUint(uint64(name[i])|0x100, 16)[1:])
		case r == '\\':
			b.WriteString(`\\`)
		default:
			b.WriteString(name[i : i+size])
		}
		i += size
	}
	return b.String()
}
