package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"assent/cmd/manual"
	"assent/cmd/project_cli/router"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"
)

// maxInput bounds what is read from standard input.
const maxInput = 1 << 20

const about = `project_cli reads and changes your calendar, your contacts and the notes an agent
keeps for you. It is made to be an agent's tool: one module, one method, one JSON object
on standard input, one JSON object on standard output.

  echo '{"mode":"day","date":"2026-04-21"}' | project_cli calendar read --json

answers

  {"ok":true,"module":"calendar","method":"read","data":{"items":[…],"count":1}}

or, whatever was wrong,

  {"ok":false,"error":{"code":"INVALID_ACTION_INPUT","message":"…","details":[…],"input_schema":{…}}}

"partial":true beside "ok" says that a part could not be read; "problems" in the data says
which. Codes: UNKNOWN_METHOD, INVALID_ACTION_INPUT, NOT_FOUND, AMBIGUOUS, UNREADABLE,
CHANGED (another program wrote the file meanwhile: read again), UNSUPPORTED, WRITE_FAILED,
INTERNAL.

The data are files that other programs use too: .ics files in HOME/calendar and the folders
in it, .vcf files in HOME/contacts. Make links of them to where your calendar program keeps
its own. Times are told in the zone of this machine unless the input says another.`

// options are the flags of every call.
type options struct {
	home         string
	json, dryRun bool
}

func newRoot(now time.Time, code *int) *cobra.Command {
	o := &options{}
	root := &cobra.Command{
		Use:           "project_cli",
		Short:         "Calendar, contacts and memory as a tool for an agent",
		Long:          about,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.MaximumNArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) < 2 {
				return cmd.Help()
			}
			return o.call(cmd, args[0], args[1], now, code) // no module of ours
		},
	}
	flags := root.PersistentFlags()
	flags.StringVar(&o.home, "home", "", "`folder` with the data (default ~/.local/share/project_cli)")
	flags.BoolVar(&o.json, "json", false, "answer on one line (without it the answer is indented)")
	flags.BoolVar(&o.dryRun, "dry-run", false, "write nothing: answer what is there before and would be after")
	for _, m := range modules() {
		root.AddCommand(newModule(o, m, now, code))
	}
	root.AddCommand(newSchemas(), manual.Command(root))
	root.CompletionOptions.HiddenDefaultCmd = true
	return root
}

func newModule(o *options, m router.Module, now time.Time, code *int) *cobra.Command {
	// What is no method is answered as any failing call is.
	cmd := &cobra.Command{
		Use:   m.Name + " METHOD",
		Short: "Methods of " + m.Name,
		Args:  cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			return o.call(cmd, m.Name, args[0], now, code)
		},
	}
	names, methods, err := m.Methods()
	if err != nil {
		panic(err) // a compiled table, which a test reads
	}
	for _, name := range names {
		cmd.AddCommand(newMethod(o, m.Name, name, methods[name], now, code))
	}
	return cmd
}

func newMethod(o *options, module, name string, method router.Method, now time.Time, code *int) *cobra.Command {
	what, examples := method.About()
	schema := method.InputSchema.Clone()
	if schema.Indent(jsontext.WithIndent("  ")) != nil {
		schema = method.InputSchema
	}
	writes := "It writes nothing."
	if method.Writes {
		writes = "It writes; --dry-run shows what would be there before and after."
	}
	var tried strings.Builder
	for i, example := range examples {
		if i > 0 {
			tried.WriteByte('\n')
		}
		fmt.Fprintf(&tried, "  echo '%s' | project_cli %s %s", example, module, name)
	}
	short, _, _ := strings.Cut(what, ".")
	return &cobra.Command{
		Use:     name,
		Short:   short,
		Long:    fmt.Sprintf("%s %s\n\nThe input is one JSON object on standard input that fits this schema:\n\n%s", what, writes, schema),
		Example: tried.String(),
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return o.call(cmd, module, name, now, code)
		},
	}
}

// call runs one method and prints its result.
func (o *options) call(cmd *cobra.Command, module, method string, now time.Time, code *int) error {
	home, err := o.findHome()
	if err != nil {
		return err
	}
	input, err := io.ReadAll(io.LimitReader(cmd.InOrStdin(), maxInput+1))
	if err != nil {
		return fmt.Errorf("reading standard input: %w", err)
	}
	if len(input) > maxInput {
		return errors.New("the input on standard input is larger than 1 MiB")
	}
	if len(bytes.TrimSpace(input)) == 0 {
		input = []byte("{}")
	}
	result := router.Route(modules(), module, method, router.Call{Home: home, Now: now, DryRun: o.dryRun, Input: input})
	if !result.OK {
		*code = exitFailed
	}
	printed, err := result.Print(!o.json)
	if err != nil {
		return fmt.Errorf("encoding the answer: %w", err)
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s\n", printed)
	return err
}

// findHome returns the folder with the data.
func (o *options) findHome() (string, error) {
	if o.home != "" {
		return filepath.Abs(o.home)
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("%w: say where the data is with --home", err)
	}
	return filepath.Join(home, ".local", "share", "project_cli"), nil
}

func newSchemas() *cobra.Command {
	return &cobra.Command{
		Use:   "schemas",
		Short: "Print the white list: every method with its sensitivity and the schema of its input",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			list, err := router.WhiteList(modules())
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), strings.TrimSpace(string(list)))
			return err
		},
	}
}
