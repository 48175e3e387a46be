package filesystem

import (
	"fmt"
	"path/filepath"

	"assent/executors"
	"assent/i18n"
)

// facts says what the person is shown about a call.
func facts(a asked, found *finding) executors.Facts {
	f := executors.Facts{
		Target:  found.real,
		Leaves:  leaves(a, found),
		Care:    found.care,
		Breadth: filepath.Dir(found.real),
		Ignored: a.ignored,
		Finding: found.reason,
	}
	if a.action == list {
		f.Breadth = found.real
	}
	if found.real != a.path {
		f.Details = append(f.Details, i18n.Text{Key: "fact.link_from", Args: map[string]any{"Path": a.path}})
	}
	f.Details = append(f.Details, details(found)...)
	return f
}

func details(found *finding) (all []i18n.Text) {
	if found.info == nil {
		return nil
	}
	switch {
	case found.info.Mode().IsRegular():
		all = append(all, i18n.Text{Key: "fact.file", Args: map[string]any{"Size": size(found.info.Size())}})
	case found.info.IsDir():
		all = append(all, i18n.Text{Key: "fact.folder"})
	default:
		all = append(all, i18n.Text{Key: "fact.special_file"})
	}
	all = append(all, i18n.Text{Key: "fact.modified", Args: map[string]any{"Time": found.info.ModTime().Format("2006-01-02 15:04")}})
	if n := links(found.info); n > 1 && !found.info.IsDir() {
		all = append(all, i18n.Text{Key: "fact.hard_links", Args: map[string]any{"Count": int(n)}})
	}
	return all
}

func leaves(a asked, found *finding) i18n.Text {
	switch {
	case found.reason != nil:
		return i18n.Text{Key: "leaves.file_refused"}
	case a.action == list:
		return i18n.Text{Key: "leaves.folder"}
	case a.action == info:
		return i18n.Text{Key: "leaves.file_info"}
	case a.offset == 0 && found.info.Size() <= a.limit:
		return i18n.Text{Key: "leaves.file"}
	case a.offset == 0:
		return i18n.Text{Key: "leaves.file_start", Args: map[string]any{"Size": size(a.limit)}}
	}
	return i18n.Text{Key: "leaves.file_part", Args: map[string]any{"Size": size(a.limit), "Offset": size(a.offset)}}
}

// size writes a number of bytes for people.
func size(bytes int64) string {
	if bytes < 1000 {
		return fmt.Sprintf("%d B", bytes)
	}
	amount, unit := float64(bytes), ""
	for _, unit = range []string{"kB", "MB", "GB", "TB", "PB", "EB"} {
		if amount /= 1000; amount < 999.95 {
			break
		}
	}
	return fmt.Sprintf("%.1f %s", amount, unit)
}
