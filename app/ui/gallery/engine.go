package main

import (
	"context"
	"time"

	"assent/app/ui"
	"assent/audit"
	"assent/consent"
	"assent/executors"
)

// sampleEngine shows what a machine with some history shows. It changes nothing.
type sampleEngine struct{ ui *ui.UI }

func newSampleEngine(u *ui.UI) *sampleEngine { return &sampleEngine{u} }

func (*sampleEngine) Calls(context.Context, audit.Filter) ([]audit.Row, error) { return nil, nil }
func (*sampleEngine) Days(context.Context, int) ([]audit.Day, error)           { return nil, nil }
func (*sampleEngine) Steps(audit.Row) ([]executors.Text, string)               { return nil, "" }
func (*sampleEngine) Agents() []consent.Agent                                  { return nil }
func (*sampleEngine) AddAgent(context.Context, string, string, []byte) error   { return nil }
func (*sampleEngine) RemoveAgent(context.Context, string) error                { return nil }
func (*sampleEngine) Grant(context.Context, string, string) error              { return nil }
func (*sampleEngine) Revoke(context.Context, string, string) error             { return nil }
func (*sampleEngine) Windows() []consent.Window                                { return nil }
func (*sampleEngine) EndWindow(context.Context, int64) error                   { return nil }
func (*sampleEngine) Rules() []consent.Rule                                    { return nil }
func (*sampleEngine) Lift(context.Context, consent.Rule) error                 { return nil }
func (*sampleEngine) Waiting() []consent.Waiting                               { return nil }
func (*sampleEngine) DenyAll(string)                                           {}
func (*sampleEngine) Mute(string, time.Duration)                               {}
func (*sampleEngine) Pause(bool)                                               {}
func (*sampleEngine) Paused() bool                                             { return false }
func (*sampleEngine) Listening() (string, error)                               { return "/run/user/1000/assent/assent.sock", nil }
func (*sampleEngine) Trouble() *executors.Text                                 { return nil }
func (*sampleEngine) Subscribe(func())                                         {}
