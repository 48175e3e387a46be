package main

import (
	"cmp"
	"fmt"

	"assent/consent/manifest"
	"assent/consent/manifest/diff"
	"assent/consent/visible"
	"assent/i18n"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"
)

// manifestChange is a change as diff prints it.
type manifestChange struct {
	Judgement string    `json:"judgement"` // breaking, notable, not_judged, silent
	Kind      diff.Kind `json:"kind"`
	Path      string    `json:"path"`
	Scope     string    `json:"scope,omitzero"`
	Text      string    `json:"text"`
}

// judgements names what a change means for the calls of before.
var judgements = map[diff.Judgement]string{
	diff.Breaking: "breaking", diff.Notable: "notable", diff.NotJudged: "not_judged", diff.Silent: "silent",
}

func newDiff() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "diff OLD NEW",
		Short: "Say what changed between two manifests, and what of it asks people again; exit 1 when something does",
		Long: "Says in words what changed. What stands as\n\n" +
			"  breaking     ends what people agreed to until they looked at it again (001 §2.5)\n" +
			"  notable      may break agents, and asks nobody\n" +
			"  not judged   may refuse calls that were let through before, and no rule says so\n\n" +
			"Exit 1 when something is breaking. One of the files can be -, which is standard input.",
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			old, err := parseManifest(cmd, args[0])
			if err != nil {
				return err
			}
			new, err := parseManifest(cmd, args[1])
			if err != nil {
				return err
			}
			changes := tellChanges(old, new)
			if asJSON {
				err = json.MarshalWrite(cmd.OutOrStdout(), changes, jsontext.WithIndent("  "))
				fmt.Fprintln(cmd.OutOrStdout())
			} else {
				printChanges(cmd, changes)
			}
			for _, c := range changes {
				if err == nil && c.Judgement == judgements[diff.Breaking] {
					return exit{code: exitFinding}
				}
			}
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON array")
	return cmd
}

func parseManifest(cmd *cobra.Command, name string) (*manifest.Manifest, error) {
	data, err := readManifest(cmd, name)
	if err != nil {
		return nil, err
	}
	m, err := manifest.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w: manifest lint tells all of it", name, err)
	}
	return m, nil
}

func tellChanges(old, new *manifest.Manifest) []manifestChange {
	words := i18n.New("en")
	changes := []manifestChange{}
	for _, c := range diff.Changes(old, new) {
		changes = append(changes, manifestChange{
			Judgement: judgements[c.Kind.Judgement()], Kind: c.Kind, Path: c.Path, Scope: c.Scope,
			Text: words.Text("change."+string(c.Kind), map[string]any{
				"Name": visible.Escape(cmp.Or(c.Name, c.Scope)), "Scope": visible.Escape(c.Scope),
				"Argument": cmp.Or(visible.Escape(c.Argument), words.Text("change.arguments", nil)),
			}),
		})
	}
	return changes
}

// printChanges writes a line a change: what breaks comes as such, with its place.
func printChanges(cmd *cobra.Command, changes []manifestChange) {
	if len(changes) == 0 {
		fmt.Fprintln(cmd.OutOrStdout(), "nothing changed")
	}
	for _, c := range changes {
		mark := map[string]string{"breaking": "breaking: ", "notable": "notable: ", "not_judged": "not judged: "}[c.Judgement]
		fmt.Fprintf(cmd.OutOrStdout(), "%s%s (%s at %s)\n", mark, c.Text, c.Kind, cmp.Or(visible.Escape(c.Path), "/"))
	}
}
