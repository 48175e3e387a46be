package notification

import (
	"assent/executors"
	"assent/i18n"
)

// What is longer is cut. All in characters.
const (
	senderLimit = 40
	titleLimit  = 100
	bodyLimit   = 500
)

// arguments are what the agent may say (contract §9).
type arguments struct {
	Title   string `json:"title"`
	Message string `json:"message"` // the title, or the body of one without
	Body    string `json:"body"`
}

// Notification is what the desktop shows: plain text, no markup.
type Notification struct {
	Title, Body string

	Own      bool   // Assent's own word, with its icon; an agent's has none
	Replaces uint32 // the one whose place it takes, as Send returned it; 0: none
}

// newNotification puts the sender before the title, so that no message can pretend to
// come from the system or from another agent.
func newNotification(req executors.Request, a arguments) (n Notification, f executors.Facts, err error) {
	title, body, unused := a.Title, a.Body, false
	switch {
	case title == "":
		title = a.Message
	case body == "":
		body = a.Message
	default:
		unused = a.Message != ""
	}
	titleText, bodyText := clean(title, titleLimit, false), clean(body, bodyLimit, true)
	if titleText.shown == "" {
		return n, f, executors.Errorf(executors.InvalidArguments, "A notification needs a title, or a message, that can be seen.")
	}
	n = Notification{Title: sender(req) + ": " + titleText.shown, Body: bodyText.shown}

	f = executors.Facts{Target: n.Title, Leaves: i18n.Text{Key: "leaves.notification"}}
	fact := func(when bool, key string, args map[string]any) {
		if when {
			f.Details = append(f.Details, i18n.Text{Key: key, Args: args})
		}
	}
	fact(n.Body != "", "fact.notification_body", map[string]any{"Text": n.Body})
	fact(titleText.cut || bodyText.cut, "fact.notification_cut", map[string]any{"Title": titleLimit, "Body": bodyLimit})
	fact(titleText.cleaned || bodyText.cleaned, "fact.notification_cleaned", nil)
	if unused {
		f.Ignored = []string{"message"}
	}
	return n, f, nil
}

// sender is the agent's name, else its id with an @ that no name can be taken for.
func sender(req executors.Request) string {
	if name := clean(req.AgentName, senderLimit, false).shown; name != "" {
		return name
	}
	return "@" + clean(req.AgentID, senderLimit, false).shown
}
