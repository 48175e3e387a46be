package chooser

import (
	"os"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
	"assent/consent/visible"
)

// list is a chooser of our own: what is in a folder, one line each, below the folder's
// path, which can be written, too. Escape closes it wherever the keyboard is.
type list struct {
	chooser *Chooser
	wanted  Wanted
	then    func(path string)

	folder   string // shown
	reads    int    // counts, so that only the newest is shown
	entries  []entry
	selected string // the path of the file that is marked

	path  *field
	rows  *rows
	said  *widget.Label // why there is nothing
	open  *button
	popUp *widget.PopUp
	keys  func(*fyne.KeyEvent) // what the window did with them before
}

func newList(c *Chooser, w Wanted, then func(path string)) *list {
	l := &list{chooser: c, wanted: w, then: then, said: kit.Quiet("")}
	l.path = newField(l.written, l.close)
	l.rows = newRows(func() int { return len(l.entries) }, l.fill, l.pressed, l.entered, l.close)
	l.open = newButton(c.Words.Say("choose.open"), l.confirm, l.close)
	l.open.Importance = widget.HighImportance
	l.open.Disable()
	cancel := newButton(c.Words.Say("choose.cancel"), l.close, l.close)
	up := newButton("", func() { l.enter(filepath.Dir(l.folder)) }, l.close)
	up.SetIcon(theme.MoveUpIcon())
	title := widget.NewLabel(w.Title)
	title.TextStyle.Bold = true
	head := kit.Stack(kit.SpaceSmall, kit.Tight(title), container.NewBorder(nil, nil, up, nil, l.path))
	foot := container.NewHBox(layout.NewSpacer(), cancel, l.open)
	body := container.NewBorder(head, foot, nil, nil, container.NewStack(l.rows, container.NewCenter(l.said)))
	l.popUp = widget.NewModalPopUp(kit.Inset(kit.SpaceMiddle-4, kit.SpaceMiddle-4, body), c.Window().Canvas())
	return l
}

// The list's size, where the window has room for it.
const listWidth, listHeight = 560, 440

func (l *list) show() {
	canvas := l.chooser.Window().Canvas()
	l.keys = canvas.OnTypedKey()
	canvas.SetOnTypedKey(func(e *fyne.KeyEvent) {
		if e.Name == fyne.KeyEscape {
			l.close()
		}
	})
	l.popUp.Resize(fyne.NewSize(listWidth, listHeight).Min(canvas.Size().SubtractWidthHeight(kit.SpaceEdge, kit.SpaceEdge)))
	l.popUp.Show()
	canvas.Focus(l.rows)
	l.enter(l.wanted.Begin)
}

func (l *list) close() {
	l.chooser.Window().Canvas().SetOnTypedKey(l.keys)
	l.reads++ // what is being read comes too late
	l.popUp.Hide()
}

func (l *list) chose(path string) {
	l.close()
	l.then(path)
}

// enter shows a folder once it is read, which is done beside the toolkit's goroutine: it
// may lie on a slow disk.
func (l *list) enter(folder string) {
	l.reads++
	read := l.reads
	go func() {
		entries, err := entriesOf(folder, l.wanted.Folder)
		l.chooser.Later(func() {
			if read == l.reads {
				l.shown(folder, entries, err)
			}
		})
	}()
}

func (l *list) shown(folder string, entries []entry, err error) {
	w := l.chooser.Words
	l.folder, l.entries, l.selected = folder, entries, ""
	l.path.SetText(folder)
	l.said.SetText("")
	switch {
	case err != nil:
		l.said.SetText(w.Say("choose.not_read"))
	case len(entries) == 0 && l.wanted.Folder:
		l.said.SetText(w.Say("choose.no_folders"))
	case len(entries) == 0:
		l.said.SetText(w.Say("choose.empty"))
	}
	l.rows.UnselectAll()
	l.rows.Refresh()
	l.rows.ScrollToTop()
	l.enable(err)
}

// enable lets the person open what can be: a folder that could be read, or a file.
func (l *list) enable(err error) {
	if l.wanted.Folder && err == nil || l.selected != "" {
		l.open.Enable()
	} else {
		l.open.Disable()
	}
}

// pressed goes into a folder, and marks a file.
func (l *list) pressed(i int) {
	e := l.entries[i]
	path := filepath.Join(l.folder, e.name)
	if e.folder {
		l.enter(path)
		return
	}
	l.selected = path
	l.enable(nil)
}

// entered is Enter in the list: what is marked is chosen, else what has the keyboard pressed.
func (l *list) entered() {
	if l.selected != "" {
		l.confirm()
		return
	}
	l.rows.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
}

// confirm chooses the file that is marked, or the folder that is shown.
func (l *list) confirm() {
	if l.wanted.Folder {
		l.chose(l.folder)
	} else if l.selected != "" {
		l.chose(l.selected)
	}
}

// written goes where the person wrote, or takes the file.
func (l *list) written(path string) {
	path = strings.TrimSpace(path)
	if rest, ok := strings.CutPrefix(path, "~"); ok && (rest == "" || rest[0] == filepath.Separator) {
		home, _ := os.UserHomeDir()
		path = home + rest
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(l.folder, path)
	}
	read := l.reads
	go func() {
		info, err := os.Stat(path)
		l.chooser.Later(func() {
			switch {
			case read != l.reads: // another folder was opened meanwhile
			case err == nil && !info.IsDir() && !l.wanted.Folder:
				l.chose(path)
			default:
				l.enter(filepath.Clean(path))
			}
		})
	}()
}

// fill shows an entry in a row.
func (l *list) fill(i int, icon *widget.Icon, name *widget.Label) {
	e := l.entries[i]
	icon.SetResource(theme.FileIcon())
	if e.folder {
		icon.SetResource(theme.FolderIcon())
	}
	short, _ := visible.Short(e.name, nameShown)
	name.SetText(visible.Escape(short))
}

// nameShown is how many characters of a name are shown.
const nameShown = 80
