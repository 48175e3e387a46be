package main

import (
	"context"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"assent/app/scenario"
	"assent/audit"

	"github.com/spf13/cobra"
)

// completeLimit is how long a shell waits for an engine to say what there is.
const completeLimit = time.Second

// completeRows is how many of the newest calls a shell is offered the ids of.
const completeRows = 50

// plainWord is what a shell takes as it stands. An id that is not, of an agent's making, is
// not offered: what is completed is run by the next key.
var plainWord = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._:@/+-]*$`)

// choices completes a word from a list, and with no file.
func choices(list func(ctx context.Context, cmd *cobra.Command) []string) cobra.CompletionFunc {
	return func(cmd *cobra.Command, _ []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
		ctx, cancel := context.WithTimeout(context.Background(), completeLimit)
		defer cancel()
		fitting := slices.DeleteFunc(list(ctx, cmd), func(choice string) bool {
			return !strings.HasPrefix(choice, begun) || !plainWord.MatchString(choice)
		})
		return fitting, cobra.ShellCompDirectiveNoFileComp
	}
}

// first completes the first argument of a command, and none after it.
func first(complete cobra.CompletionFunc) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return complete(cmd, args, begun)
	}
}

// agentIDs completes an agent's id: of those that the engine knows.
func agentIDs(f *flags) cobra.CompletionFunc {
	return choices(func(ctx context.Context, _ *cobra.Command) (ids []string) {
		c, err := connect(ctx, f)
		if err != nil {
			return nil
		}
		defer c.Close()
		agents, _ := c.Agents(ctx) // none where it does not answer
		for _, agent := range agents {
			ids = append(ids, agent.AgentID)
		}
		return ids
	})
}

// toolNames completes a tool's name: of the agent that --agent names.
func toolNames(f *flags) cobra.CompletionFunc {
	return choices(func(ctx context.Context, cmd *cobra.Command) []string {
		c, err := connect(ctx, f)
		if err != nil {
			return nil
		}
		defer c.Close()
		agent, _, _ := c.Agent(ctx, cmd.Flag("agent").Value.String()) // none where it is not known
		return slices.Sorted(maps.Keys(agent.Tools))
	})
}

// callIDs completes a call's id: of the newest in the log.
func callIDs(f *flags) cobra.CompletionFunc {
	return choices(func(ctx context.Context, _ *cobra.Command) (ids []string) {
		log, err := openLog(f)
		if err != nil {
			return nil
		}
		defer log.Close()
		rows, _ := log.List(ctx, audit.Filter{Limit: completeRows}) // none where it cannot be read
		for _, row := range rows {
			ids = append(ids, row.CallID)
		}
		return ids
	})
}

// scenarioNames completes what scenario run plays: names and files.
func scenarioNames() cobra.CompletionFunc {
	names := choices(func(context.Context, *cobra.Command) []string {
		names := []string{"all"}
		scenarios, _ := scenario.All() // they are embedded
		for _, s := range scenarios {
			names = append(names, s.Name)
		}
		return names
	})
	return func(cmd *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
		fitting, _ := names(cmd, args, begun)
		return fitting, cobra.ShellCompDirectiveDefault
	}
}

// statuses completes how a call ended.
func statuses() cobra.CompletionFunc {
	return choices(func(context.Context, *cobra.Command) []string {
		return []string{string(audit.OK), string(audit.Denied), string(audit.Error), string(audit.Pending)}
	})
}
