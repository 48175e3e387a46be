package clipboard

import (
	"context"
	"errors"
	"slices"
	"strings"

	library "golang.design/x/clipboard"
)

// managerHints are the formats in which password managers say, beside the text, that
// it is secret, or that no program should keep it.
var managerHints = []string{
	managerHint,                      // KDE, KeePassXC, wl-copy --sensitive
	"org.nspasteboard.ConcealedType", // a Mac's
	"com.agilebits.onepassword",
	"ExcludeClipboardContentFromMonitorProcessing", // of Windows
	"Clipboard Viewer Ignore",
}

const managerHint = "x-kde-passwordManagerHint"

// marked reports whether a manager's hint is among the formats offered.
func marked(formats []string) bool {
	return slices.ContainsFunc(formats, func(name string) bool {
		return slices.ContainsFunc(managerHints, func(hint string) bool { return strings.EqualFold(name, hint) })
	})
}

// readLibrary reads the clipboard of Wayland, macOS or Windows.
func readLibrary(ctx context.Context) content {
	formats, err := library.Formats(ctx)
	if err != nil {
		return content{header: header{Kind: unreadable}}
	}
	var offered []string
	for _, format := range formats {
		offered = append(offered, format.MIME())
	}
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
		return content{header: header{Kind: wanted.kind, Marked: marked(offered)}, data: data}
	}
	if len(formats) == 0 {
		return content{header: header{Kind: nothing}}
	}
	return content{header: header{Kind: other}}
}
