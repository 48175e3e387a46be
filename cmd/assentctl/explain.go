package main

import (
	"fmt"
	"strings"

	"assent/audit"
	"assent/audit/explain"
	"assent/consent/visible"
	"assent/i18n"

	"github.com/spf13/cobra"
)

func newExplain(f *flags) *cobra.Command {
	var filter audit.Filter
	cmd := &cobra.Command{
		Use:   "explain CALL_ID",
		Short: "Say in words what became of a call, who decided, and what you can do about it",
		Long: "Say in words what became of a call, who decided, and what you can do about it, from its rows in the log alone,\n" +
			"with or without an engine running: an id that several agents used has a row of each. Exit 1 when the log has none.",
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: first(callIDs(f)),
		RunE: func(cmd *cobra.Command, args []string) error {
			log, err := openLog(f)
			if err != nil {
				return err
			}
			defer log.Close()
			filter.CallID, filter.Limit = args[0], -1
			rows, err := log.List(cmd.Context(), filter)
			if err != nil {
				return err
			}
			if len(rows) == 0 {
				return exit{exitFinding, "the log has no such call; assentctl audit list --json has the ids of those it has"}
			}
			for i, row := range rows {
				if i > 0 {
					fmt.Fprintln(cmd.OutOrStdout())
				}
				fmt.Fprint(cmd.OutOrStdout(), explained(row))
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&filter.Agent, "agent", "", "only this agent's, by `id`")
	cmd.RegisterFlagCompletionFunc("agent", agentIDs(f))
	cmd.Flags().StringVar(&filter.Conversation, "conversation", "", "only of this conversation, by `id`")
	return cmd
}

// explained is a row in words, in English.
func explained(row audit.Row) string {
	words := i18n.New("en")
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %s of %s in %s\n", row.Timestamp, visible.Escape(row.Tool), visible.Escape(row.AgentID), visible.Escape(row.ConversationID))
	e := explain.Row(row)
	for _, line := range []struct {
		head string
		text i18n.Text
	}{{"outcome", e.Outcome}, {"decision", e.Decision}, {"sensitivity", e.Sensitivity}, {"what to do", e.Remedy}} {
		if line.text.Key != "" {
			fmt.Fprintf(&b, "%-12s %s\n", line.head, words.Text(line.text.Key, line.text.Args))
		}
	}
	return b.String()
}
