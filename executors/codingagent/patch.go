package codingagent

import (
	"slices"
	"strings"

	"assent/executors"
)

// patchBegin is the first line of a patch as coding agents' apply_patch takes it.
const patchBegin = "*** Begin Patch"

// patchFiles are the lines of a patch that name a file.
var patchFiles = []string{"*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: "}

// readPatch returns the files that a patch names, each once, and the patch as a
// difference. Lines that say where in a file something stands are headings.
func readPatch(patch string) (files []string, d *executors.Difference) {
	d = &executors.Difference{}
	for line := range strings.Lines(patch) {
		line = strings.TrimSuffix(line, "\n")
		for _, begin := range patchFiles {
			if name, ok := strings.CutPrefix(line, begin); ok && !slices.Contains(files, name) {
				files = append(files, name)
			}
		}
		one := executors.DifferenceLine{Kind: executors.LineSame, Text: line}
		switch {
		case strings.HasPrefix(line, patchBegin), strings.HasPrefix(line, "*** End"):
			continue
		case strings.HasPrefix(line, "***"), strings.HasPrefix(line, "@@"):
			one.Kind = executors.LineSkipped
		case strings.HasPrefix(line, "+"):
			one.Kind, one.Text = executors.LineAdded, line[1:]
			d.Added++
		case strings.HasPrefix(line, "-"):
			one.Kind, one.Text = executors.LineRemoved, line[1:]
			d.Removed++
		default:
			one.Text = strings.TrimPrefix(line, " ")
		}
		d.Lines = append(d.Lines, one)
	}
	return files, d
}
