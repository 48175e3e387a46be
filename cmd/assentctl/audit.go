package main

import (
	"fmt"
	"path/filepath"
	"text/tabwriter"
	"time"

	"assent/audit"
	"assent/consent/canonical"
	"assent/consent/clock"
	"assent/consent/visible"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"
)

func newAudit(f *flags) *cobra.Command {
	cmd := newGroup("audit", "Read and verify the log of calls, with or without an engine running")
	cmd.AddCommand(newAuditList(f), newAuditVerify(f), newAuditExport(f), newAuditDigest())
	return cmd
}

// openLog opens the log of the places in f for reading.
func openLog(f *flags) (*audit.Reader, error) {
	places, err := f.places()
	if err != nil {
		return nil, err
	}
	return audit.OpenReader(filepath.Join(places.Data, "assent.db"))
}

func newAuditList(f *flags) *cobra.Command {
	var asJSON bool
	var since, until, status string
	var filter audit.Filter
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the calls, newest first",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var err error
			if filter.Since, err = parseMoment("since", since, time.Now()); err != nil {
				return err
			}
			if filter.Until, err = parseMoment("until", until, time.Now()); err != nil {
				return err
			}
			switch filter.Status = audit.Status(status); filter.Status {
			case "", audit.OK, audit.Denied, audit.Error, audit.Pending:
			default:
				return fmt.Errorf("--status %q is none of ok, denied, error and pending", status)
			}
			switch {
			case filter.Limit < 0:
				return fmt.Errorf("--limit %d is less than 0", filter.Limit)
			case filter.Limit == 0:
				filter.Limit = -1 // all
			}
			log, err := openLog(f)
			if err != nil {
				return err
			}
			defer log.Close()
			rows, err := log.List(cmd.Context(), filter)
			if err != nil {
				return err
			}
			if !asJSON {
				return printRows(cmd, rows)
			}
			if rows == nil {
				rows = []audit.Row{}
			}
			err = json.MarshalWrite(cmd.OutOrStdout(), rows, jsontext.WithIndent("  "))
			fmt.Fprintln(cmd.OutOrStdout())
			return err
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&asJSON, "json", false, "print an array of objects")
	flags.StringVar(&filter.Agent, "agent", "", "only this agent's, by `id`")
	flags.StringVar(&status, "status", "", "only those that ended so: ok, denied, error, pending")
	flags.StringVar(&since, "since", "", "only from this `time` on: RFC 3339, or an age such as 24h or 7d")
	flags.StringVar(&until, "until", "", "only before this `time`, as --since")
	flags.StringVar(&filter.Text, "text", "", "only with this `text` in the agent's id, the tool or the scope")
	flags.IntVar(&filter.Limit, "limit", 100, "at most this many, 0 for all")
	cmd.RegisterFlagCompletionFunc("agent", agentIDs(f))
	cmd.RegisterFlagCompletionFunc("status", statuses())
	return cmd
}

// parseMoment reads a flag's time, or an age before now; empty is no bound.
func parseMoment(flag, s string, now time.Time) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	if age, err := clock.ParseDuration(s); err == nil {
		return now.Add(-age), nil
	}
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return t, fmt.Errorf("--%s %q is neither a time like 2026-11-21T14:00:00Z nor an age like 24h or 7d", flag, s)
	}
	return t, nil
}

func printRows(cmd *cobra.Command, rows []audit.Row) error {
	table := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "TIME\tAGENT\tTOOL\tSCOPE\tSTATUS\tREASON\tDECISION\tMS")
	for _, r := range rows {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%d\n", r.Timestamp, visible.Escape(r.AgentID), visible.Escape(r.Tool),
			visible.Escape(r.Scope), r.Status, r.Reason, r.Decision, r.DurationMS)
	}
	return table.Flush()
}

func newAuditVerify(f *flags) *cobra.Command {
	var head string
	cmd := &cobra.Command{
		Use:   "verify",
		Short: "Check that no row was changed, removed, reordered or inserted; exit 1 on the first fault",
		Long: "Check the chain of hashes over every row, and the calls that were seen. The head that is printed shows later, given with\n" +
			"--head, that no newer rows were cut off.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var expected audit.Head
			if head != "" {
				var err error
				if expected, err = audit.ParseHead(head); err != nil {
					return err
				}
			}
			log, err := openLog(f)
			if err != nil {
				return err
			}
			defer log.Close()
			report, err := log.Verify(cmd.Context(), expected)
			if err != nil {
				return err
			}
			if report.Fault != nil {
				return exit{exitFinding, report.Fault.Error()}
			}
			if report.Pruned {
				fmt.Fprintln(cmd.ErrOrStderr(), "assentctl: the head given is older than the rows that are kept, so it shows nothing any more")
			}
			fmt.Fprintf(cmd.OutOrStdout(), "intact: %d rows, head %s\n", report.Rows, report.Head)
			return nil
		},
	}
	cmd.Flags().StringVar(&head, "head", "", "a `head` that an earlier verify printed")
	return cmd
}

func newAuditDigest() *cobra.Command {
	var arguments string
	cmd := &cobra.Command{
		Use:   "digest --args JSON",
		Short: "Print the digest that a row has for these arguments",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			text, err := readArguments(cmd, arguments)
			if err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), canonical.Digest([]byte(text)))
			return nil
		},
	}
	cmd.Flags().StringVar(&arguments, "args", "", "arguments, as `JSON`, or @FILE, or @- for standard input")
	cmd.MarkFlagRequired("args")
	return cmd
}
