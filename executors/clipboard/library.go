package clipboard

import (
	"context"
	"errors"
	"slices"

	library "golang.design/x/clipboard"
)

// managerHint is the format in which password managers say, beside the text, that
// it is secret. KeePassXC, KDE and others agree on it.
const managerHint = "x-kde-passwordManagerHint"

// readLibrary reads the clipboard of Wayland, macOS or Windows.
func readLibrary(ctx context.Context) content {
	formats, err := library.Formats(ctx)
	if err != nil {
		return content{header: header{Kind: unreadable}}
	}
	marked := slices.ContainsFunc(formats, func(f library.Format) bool { return f.MIME() == managerHint })
	for _, wanted := range []struct {
		format library.Format
		kind   kind
	}{{library.FmtText, text}, {library.FmtImage, picture}} {
		if !slices.Contains(formats, wanted.format) {
			continue
		}
		data, err := library.Read(ctx, wanted.format)
		switch {
		case errors.Is(err, library.ErrNoData):
			return content{header: header{Kind: nothing}}
		case err != nil:
			return content{header: header{Kind: unreadable}}
		}
		return content{header: header{Kind: wanted.kind, Marked: marked}, data: data}
	}
	if len(formats) == 0 {
		return content{header: header{Kind: nothing}}
	}
	return content{header: header{Kind: other}}
}
