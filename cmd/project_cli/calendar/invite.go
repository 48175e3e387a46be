package calendar

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"assent/cmd/project_cli/router"

	"github.com/go-json-experiment/json"
)

type shareInput struct {
	targetInput
	Attendees []invited `json:"attendees"`
	As        string    `json:"as"`
}

type answerInput struct {
	targetInput
	As string `json:"as"`
}

// share adds people to an event and answers the invitation that they have to be sent.
func share(call router.Call) (router.Answer, error) {
	in, err := router.Decode[shareInput](call)
	if err != nil {
		return router.Answer{}, err
	}
	return commit(call, func(f folder) (draft, error) {
		t, err := in.aim(f, call)
		if err != nil {
			return draft{}, err
		}
		me, err := whoIsAsking(call, in.As)
		if err != nil {
			return draft{}, err
		}
		if !t.sheet.has("ORGANIZER") {
			if len(me.Emails) == 0 {
				return draft{}, router.Misfit("as", "Who invites? This event has no organizer yet: say as, the user's own email address.")
			}
			organizer := []string{}
			if me.Name != "" {
				organizer = []string{"CN", me.Name}
			}
			t.sheet.set("ORGANIZER", property("ORGANIZER", "mailto:"+me.Emails[0], organizer...))
		}
		for _, person := range in.Attendees {
			if !t.invites([]string{strings.ToLower(person.Email)}) {
				t.sheet.add("ATTENDEE", person.property())
			}
		}
		t.stampNow(call)
		t.write("")
		d := t.draft()
		d.more = func(o *Outcome) { o.Message = t.message("REQUEST", t.sheet.bytes()) }
		return d, nil
	})
}

func accept(call router.Call) (router.Answer, error) { return respond(call, "ACCEPTED") }

func reject(call router.Call) (router.Answer, error) { return respond(call, "DECLINED") }

// respond writes the user's answer to an invitation into the event, of a series into all
// of it, and answers the reply that its organizer has to be sent.
func respond(call router.Call, response string) (router.Answer, error) {
	in, err := router.Decode[answerInput](call)
	if err != nil {
		return router.Answer{}, err
	}
	return commit(call, func(f folder) (draft, error) {
		t, err := in.aim(f, call)
		if err != nil {
			return draft{}, err
		}
		me, err := t.guest(call, in.As)
		if err != nil {
			return draft{}, err
		}
		t.sheet.respond(me, response)
		t.stampNow(call)
		t.write("")
		if t.series == "" {
			for _, b := range t.others() {
				sheet := newSheet(t.file.bytes(b), t.file.lineEnd())
				sheet.respond(me, response)
				t.change(b, sheet.bytes())
			}
		}
		d := t.draft()
		d.more = func(o *Outcome) { o.Message = t.message("REPLY", t.reply(me)) }
		return d, nil
	})
}

// respond sets the answer of the invited with that address.
func (s *sheet) respond(me, response string) {
	s.change("ATTENDEE", func(l line) string {
		if !strings.EqualFold(email(string(l.value())), me) {
			return ""
		}
		return setParameter(string(l.text), "PARTSTAT", response)
	})
}

// reply is the target's event as its organizer gets it back: with the one who answers.
func (t *target) reply(me string) []byte {
	reply := newSheet(t.sheet.bytes(), t.file.lineEnd())
	reply.lines = slices.DeleteFunc(reply.lines, func(l sheetLine) bool {
		return l.depth > 1 || l.own("ATTENDEE") && !strings.EqualFold(email(string(line{text: l.text}.value())), me)
	})
	return reply.bytes()
}

// message is an iTIP message about the target: its zones and event, as they are.
func (t *target) message(method string, event []byte) string {
	if method == "REPLY" && !t.sheet.has("ORGANIZER") {
		return "" // to nobody
	}
	lineEnd := t.file.lineEnd()
	var b strings.Builder
	b.WriteString(join([]string{"BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:" + product, "METHOD:" + method}, lineEnd))
	for _, block := range t.file.blocks {
		if block.name == "VTIMEZONE" {
			b.Write(t.file.bytes(block))
		}
	}
	b.Write(event)
	b.WriteString(fold("END:VCALENDAR", lineEnd))
	return b.String()
}

// guest returns the address by which the user is invited.
func (t *target) guest(call router.Call, as string) (string, error) {
	me, err := whoIsAsking(call, as)
	if err != nil {
		return "", err
	}
	invited := t.attendees()
	for _, address := range me.Emails {
		if slices.Contains(invited, strings.ToLower(address)) {
			return address, nil
		}
	}
	switch {
	case len(invited) == 0:
		return "", router.Fail(router.Unsupported, "This event is no invitation: nobody is invited to it.")
	case len(me.Emails) > 0:
		return "", router.Misfit("as", "None of the user's addresses is invited to this event: read it to see who is.")
	case len(invited) == 1:
		return invited[0], nil
	}
	return "", router.Misfit("as", fmt.Sprintf("%d people are invited: say as, the user's own email address.", len(invited)))
}

// owner is whose home it is: the file owner.json in it, which the user may write.
type owner struct {
	Name   string   `json:"name"`
	Emails []string `json:"emails"`
}

// whoIsAsking returns the owner, by the address as where one is given.
func whoIsAsking(call router.Call, as string) (me owner, err error) {
	data, err := readFile(filepath.Join(call.Home, "owner.json"))
	switch {
	case err == nil:
		if err := json.Unmarshal(data, &me); err != nil {
			return me, router.Fail(router.Unreadable, `owner.json in the home cannot be read: it is to be {"name":"…","emails":["…"]}.`)
		}
	case !os.IsNotExist(err) && !errors.Is(err, fs.ErrNotExist):
		return me, router.Fail(router.Unreadable, "owner.json in the home cannot be read: "+err.Error()+".")
	}
	if as != "" {
		me.Emails = []string{as}
	}
	return me, nil
}
