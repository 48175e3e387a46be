package contacts

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	files "assent/app/folder"
	"assent/cmd/project_cli/router"

	"github.com/emersion/go-vcard"
)

// maxFile bounds a file of cards, which may hold pictures.
const maxFile = 64 << 20

// readFolder reads all cards. A file or card that cannot be read is a problem; a missing
// folder has none.
func readFolder(folder string) (found []Item, problems []router.Problem, err error) {
	err = walk(folder, "", func(name string) {
		cards, err := readFile(filepath.Join(folder, name))
		if err != nil {
			problems = append(problems, router.Problem{File: name, Message: err.Error()})
		}
		for i, card := range cards {
			item := newItem(card, name)
			if item.ID == "" { // against RFC 6350, but it is there
				item.ID = fmt.Sprintf("%s@%d", name, i+1)
			}
			found = append(found, item)
		}
	})
	return found, problems, err
}

// walk calls visit with the files of cards in a folder and in the folders in it, by their
// names relative to it, with slashes.
func walk(folder, below string, visit func(name string)) error {
	entries, err := os.ReadDir(filepath.Join(folder, below))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		name := e.Name()
		switch {
		case strings.HasPrefix(name, "."):
		case strings.HasSuffix(name, ".vcf"):
			visit(strings.TrimPrefix(below+"/"+name, "/"))
		case below == "" && (e.IsDir() || e.Type()&fs.ModeSymlink != 0):
			walk(folder, name, visit) // a link to no folder has no cards
		}
	}
	return err
}

// readFile reads the cards of a file: with an error those before what is wrong.
func readFile(path string) (cards []vcard.Card, err error) {
	data, err := files.ReadFile(path, maxFile)
	if err != nil {
		return nil, reason(err)
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if len(data) > 0 && data[len(data)-1] != '\n' {
		data = append(data, '\n') // the library loses a folded last line without
	}
	decoder := vcard.NewDecoder(bytes.NewReader(data))
	for {
		card, err := decode(decoder)
		if errors.Is(err, io.EOF) {
			return cards, nil
		}
		if err != nil {
			return cards, err
		}
		cards = append(cards, card)
	}
}

func decode(decoder *vcard.Decoder) (card vcard.Card, err error) {
	defer func() {
		if p := recover(); p != nil { // the library panics where it is surprised
			err = errors.New("a card in it is none")
		}
	}()
	return decoder.Decode()
}

// reason is an error of a file without its path, which a problem tells by itself.
func reason(err error) error {
	var where *fs.PathError
	if errors.As(err, &where) {
		return where.Err
	}
	return err
}
