package ui

import (
	"bytes"

	"fyne.io/fyne/v2"

	"assent/app/ui/kit"
	"assent/app/wire"
	"assent/audit"
	"assent/consent/ask"
	"assent/executors/projectcli/uihint"
)

// found returns what a call's result looks like.
func (u *UI) found(call ask.CallKey) (uihint.Hint, bool) { return u.engine.Hint(call) }

// newRowHint draws what the result of a recorded call looks like, nil where that is not
// in memory.
func (u *UI) newRowHint(row audit.Row) fyne.CanvasObject {
	hint, ok := u.engine.Hint(ask.CallKey{AgentID: row.AgentID, ConversationID: row.ConversationID, CallID: row.CallID})
	if !ok {
		return nil
	}
	return kit.NewHint(u.words, hint, u.options.Now())
}

// newLineHint draws what the result in a line to a host looks like, nil where it is none of
// a project CLI.
func (u *UI) newLineHint(line []byte) fyne.CanvasObject {
	if !bytes.Contains(line, []byte(`"ui_hints"`)) {
		return nil
	}
	said, err := wire.FromEngine(line)
	reply, ok := said.(wire.Reply)
	if err != nil || !ok || reply.Status != wire.StatusOK {
		return nil
	}
	hint, ok := uihint.Read(reply.CallID, reply.Result)
	if !ok {
		return nil
	}
	return kit.NewHint(u.words, hint, u.options.Now())
}
