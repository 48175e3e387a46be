package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"assent/app"
	"assent/app/folder"
	"assent/executors/projectcli"

	"github.com/go-json-experiment/json"
)

// deskLimit is how long it may take to lay a demo's desk.
const deskLimit = 5 * time.Second

// layDesk has a demo's settings name project_cli, where it lies beside this program, on a
// desk of the demo's own with something in its calendar for tomorrow, by the demo's clock.
// Settings that name a project CLI stay.
func layDesk(places folder.Places, now time.Time) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	settings, err := app.ReadSettings(places)
	if err != nil {
		return nil // the engine sets a broken file aside and says so
	}
	program := filepath.Join(filepath.Dir(self), "project_cli")
	if _, err := os.Stat(program); err != nil || len(settings.ProjectCLIs) > 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), deskLimit)
	defer cancel()
	desk := deskOf(places)
	if err := folder.Own(desk); err != nil {
		return err
	}
	schemas, err := exec.CommandContext(ctx, program, "schemas").Output()
	if err != nil {
		return fmt.Errorf("asking project_cli what it does: %w", err)
	}
	list := filepath.Join(desk, "schemas.json")
	if err := folder.WriteFile(list, schemas); err != nil {
		return err
	}
	command := []string{program, "--home", desk}
	if err := addMeeting(ctx, command, now); err != nil {
		return err
	}
	settings.ProjectCLIs = []projectcli.CLI{{Name: "demo", Command: command, Schemas: list, Folders: []string{desk}}}
	return settings.Save(places)
}

// deskOf is where a demo's calendar is: no program gets Assent's own folder.
func deskOf(places folder.Places) string { return places.Data + "-desk" }

// addMeeting puts a meeting into the calendar, tomorrow at ten.
func addMeeting(ctx context.Context, command []string, now time.Time) error {
	year, month, day := now.Local().Date()
	at := time.Date(year, month, day+1, 10, 0, 0, 0, time.Local)
	input, err := json.Marshal(map[string]string{
		"title": "Project sync", "location": "Room 4", "start_at": at.Format(time.RFC3339), "end_at": at.Add(45 * time.Minute).Format(time.RFC3339),
	})
	if err != nil {
		return err
	}
	add := exec.CommandContext(ctx, command[0], append(command[1:], "calendar", "create", "--json")...)
	add.Stdin = bytes.NewReader(input)
	if err := add.Run(); err != nil {
		return fmt.Errorf("adding a meeting to the demo's calendar: %w", err)
	}
	return nil
}

// forgetDesk removes what agents put there, and has the next demo lay another.
func forgetDesk(places folder.Places) error {
	settings, err := app.ReadSettings(places)
	if err != nil || len(settings.ProjectCLIs) != 1 || settings.ProjectCLIs[0].Name != "demo" {
		return nil
	}
	settings.ProjectCLIs = nil
	if err := settings.Save(places); err != nil {
		return err
	}
	return os.RemoveAll(deskOf(places))
}
