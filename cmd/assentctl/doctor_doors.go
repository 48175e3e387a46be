package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"assent/app"
	"assent/app/clients"
	"assent/app/folder"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// checkTime is how long doctor waits for a door to answer.
const checkTime = 10 * time.Second

// doors says of each way in whether it works: what it starts answers, and what clients
// have of ours could start.
func doors(ctx context.Context, places folder.Places) (lines [][2]string) {
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	say := func(door, found string, err error) {
		if err != nil {
			found = "does not work: " + err.Error()
		}
		lines = append(lines, [2]string{door, found})
	}
	tools, err := checkMCP(ctx, places)
	say("mcp serve", fmt.Sprintf("works: offers %d tools", tools), err)
	say("hook", "works", checkHook(ctx, places))
	say("acp", "works", checkACP(ctx, places))
	place, err := clients.ThisUser(places.Socket)
	if err != nil {
		say("clients", "", err)
		return lines
	}
	for _, client := range clients.All() {
		if found := standing(client.Status(place)); found != "" {
			say(client.Name, found, nil)
		}
	}
	return lines
}

// checkMCP starts the MCP server as a client does, and counts its tools.
func checkMCP(ctx context.Context, places folder.Places) (int, error) {
	cmd, err := self(ctx, places, "mcp", "serve", "--client", "doctor")
	if err != nil {
		return 0, err
	}
	session, err := sdk.NewClient(&sdk.Implementation{Name: "doctor", Version: app.Version}, nil).Connect(ctx, &sdk.CommandTransport{Command: cmd}, nil)
	if err != nil {
		return 0, err
	}
	defer session.Close()
	list, err := session.ListTools(ctx, nil)
	if err != nil {
		return 0, err
	}
	return len(list.Tools), nil
}

// checkHook starts a hook with an event of no interest, which asks nobody and answers
// nothing.
func checkHook(ctx context.Context, places folder.Places) error {
	cmd, err := self(ctx, places, "hook", "claude-code")
	if err != nil {
		return err
	}
	cmd.Stdin = strings.NewReader(`{"session_id":"doctor","hook_event_name":"PreToolUse","tool_name":"Read","tool_input":{}}`)
	out, err := cmd.CombinedOutput()
	if err == nil && len(out) > 0 {
		err = errors.New("it answers where it has nothing to say")
	}
	return err
}

// checkACP has a line relayed to a program that gives it back.
func checkACP(ctx context.Context, places folder.Places) error {
	const line = `{"jsonrpc":"2.0","method":"doctor"}` + "\n"
	cmd, err := self(ctx, places, "acp", "--client", "doctor", "--", "cat")
	if err != nil {
		return err
	}
	cmd.Stdin = strings.NewReader(line)
	out, err := cmd.Output()
	if back, _ := bufio.NewReader(bytes.NewReader(out)).ReadString('\n'); err == nil && back != line {
		err = errors.New("what an editor says does not come back as it was said")
	}
	return err
}

// self returns a command of this program, for the same places.
func self(ctx context.Context, places folder.Places, args ...string) (*exec.Cmd, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	args = slices.Concat([]string{"--data", places.Data, "--socket", places.Socket}, args)
	return exec.CommandContext(ctx, program, args...), nil
}

// standing is what doctor says of a client, empty of one that has nothing of ours.
func standing(s clients.Status) string {
	var parts []string
	if s.Connected {
		parts = append(parts, "connected")
	}
	if len(s.Wrapped) > 0 {
		parts = append(parts, "behind the consent: "+strings.Join(s.Wrapped, ", "))
	}
	if s.Hook != "" {
		parts = append(parts, "hook: "+s.Hook)
	}
	if s.Fault != "" {
		parts = append(parts, "cannot be read: "+s.Fault)
	}
	if len(s.Broken) > 0 {
		parts = append(parts, "broken: "+strings.Join(s.Broken, " "))
	}
	return strings.Join(parts, "; ")
}
