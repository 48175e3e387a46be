// Package manual writes the manual pages of the command lines, from what their commands say
// of themselves.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package manual

import (
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// Command returns the hidden command "man FOLDER" of root, which writes a page for root and
// for each command below it.
func Command(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:    "man FOLDER",
		Short:  "Write the manual pages to a folder",
		Args:   cobra.ExactArgs(1),
		Hidden: true,
		RunE: func(_ *cobra.Command, args []string) error {
			lay(root)
			root.DisableAutoGenTag = true
			epoch := time.Unix(0, 0)
			return doc.GenManTree(root, &doc.GenManHeader{Title: strings.ToUpper(root.Name()), Section: "1", Source: "Assent", Date: &epoch}, args[0])
		},
	}
}

// lay makes what the commands say of themselves text of the language that pages are made
// of, in which some characters mean something.
func lay(cmd *cobra.Command) {
	cmd.Long = plain(cmd.Long)
	cmd.Short = plain(cmd.Short)
	for _, below := range cmd.Commands() {
		lay(below)
	}
}

var escapes = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "`", "\\`", "<", `\<`, "[", `\[`)

// plain returns a text that is shown as it is, lines that are set in as a block of their own.
func plain(text string) string {
	var page strings.Builder
	before := ""
	for line := range strings.Lines(text) {
		setIn := isSetIn(line)
		if setIn != isSetIn(before) && strings.TrimSpace(before) != "" {
			page.WriteString("\n")
		}
		switch before = line; {
		case setIn:
			page.WriteString("    " + line)
		default:
			page.WriteString(escapes.Replace(line))
		}
	}
	return page.String()
}

// isSetIn reports whether a line is shown as it stands: one that is set in, and one where
// JSON that is laid out begins or ends.
func isSetIn(line string) bool {
	return strings.HasPrefix(line, "  ") || strings.HasPrefix(line, "{") || strings.HasPrefix(line, "}")
}
