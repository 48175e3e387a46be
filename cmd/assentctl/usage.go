package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// nameArguments makes every command below cmd say of a wrong number of arguments which one
// is missing or too many, by the name that it has in the command's usage.
func nameArguments(cmd *cobra.Command) {
	for _, c := range cmd.Commands() {
		nameArguments(c)
		judge := c.Args
		if judge == nil {
			continue
		}
		c.Args = func(cmd *cobra.Command, args []string) error {
			err := judge(cmd, args)
			names := argumentNames(cmd.Use)
			switch {
			case err == nil:
				return nil
			case len(args) < len(names):
				return fmt.Errorf("%s is missing: %s", strings.TrimSuffix(names[len(args)], "…"), cmd.UseLine())
			case len(names) > 0:
				return fmt.Errorf("%q is one too many: %s", args[len(names)], cmd.UseLine())
			}
			return err
		}
	}
}

// argumentNames returns the names of a usage's arguments; a flag, and what is in brackets,
// is none.
func argumentNames(use string) (names []string) {
	words := strings.Fields(use)[1:]
	for i := 0; i < len(words); i++ {
		switch word := words[i]; {
		case word == "--":
		case strings.HasPrefix(word, "--"):
			i++ // its value
		case strings.HasPrefix(word, "["):
			for i < len(words)-1 && !strings.HasSuffix(words[i], "]") {
				i++
			}
		default:
			names = append(names, word)
		}
	}
	return names
}
