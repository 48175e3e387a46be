package codingagent

import (
	"context"
	"errors"
	"strings"

	"assent/executors"

	"github.com/go-json-experiment/json"
)

// contentLimit is how much of a file is read for comparing, in bytes.
const contentLimit = 1 << 20

// edit is what is to become of a file: its whole content, or parts of it replaced.
type edit struct {
	path    string
	content string
	whole   bool
	parts   []replacement
}

// replacement puts one text in the place of another.
type replacement struct {
	before, after string
	all           bool
}

// edit reads what a tool writes, nil when it is not understood.
func (in input) edit(path string) *edit {
	if content, ok := in.has("content", "contents", "file_text", "fileText"); ok {
		return &edit{path: path, content: content, whole: true, parts: []replacement{{after: content}}}
	}
	all := in.objects("edits", "replacements", "changes")
	if all == nil {
		all = []input{in}
	}
	e := &edit{path: path}
	for _, one := range all {
		before, old := one.has("old_string", "oldString", "old_str", "old_text", "oldText")
		after, replaced := one.has("new_string", "newString", "new_str", "new_text", "newText")
		if !old && !replaced {
			return nil
		}
		e.parts = append(e.parts, replacement{before, after, one.flag("replace_all", "replaceAll")})
	}
	return e
}

// Hold reads the file that is to be written, for the person alone, and adds the
// difference to the facts. It is called once, when the question becomes the current one.
func (s *Sight) Hold(ctx context.Context) error {
	if s.edit == nil {
		return nil
	}
	s.facts.Difference = s.edit.difference()
	now, err := s.content(ctx, s.edit.path)
	if err != nil {
		return nil // what the arguments say is shown; why the file cannot be read is no news to who writes it
	}
	if after, ok := s.edit.applied(now); ok {
		s.facts.Difference = executors.Compare(now, after)
		if now == after {
			s.facts.Details = append(s.facts.Details, text("fact.no_change"))
		}
	} else {
		s.facts.Warn = append(s.facts.Warn, text("warn.edit_not_found"))
	}
	return nil
}

// applied returns what the edit makes of a content, unless it does not fit there.
func (e *edit) applied(content string) (string, bool) {
	if e.whole {
		return e.content, true
	}
	for _, part := range e.parts {
		switch {
		case part.before == "" && content == "":
			content = part.after
		case part.before == "", !strings.Contains(content, part.before):
			return "", false
		case part.all:
			content = strings.ReplaceAll(content, part.before, part.after)
		default:
			content = strings.Replace(content, part.before, part.after, 1)
		}
		if len(content) > 4*contentLimit {
			return "", false
		}
	}
	return content, true
}

// difference is what the arguments alone say.
func (e *edit) difference() *executors.Difference {
	d := &executors.Difference{}
	for i, part := range e.parts {
		if i > 0 {
			d.Lines = append(d.Lines, executors.DifferenceLine{Kind: executors.LineSkipped})
		}
		d.Append("", executors.Compare(part.before, part.after).Unnumbered())
	}
	if len(d.Lines) == 0 {
		return nil
	}
	return d
}

// content returns a file's text, empty where there is no file.
func (s *Sight) content(ctx context.Context, path string) (string, error) {
	plan, err := s.plan(ctx, "filesystem:read", "read_file", map[string]any{"path": path, "limit": contentLimit})
	if err != nil {
		return "", err
	}
	defer plan.Close()
	if finding := plan.Facts().Finding; finding != nil {
		if finding.Reason == executors.PathNotFound {
			return "", nil
		}
		return "", finding
	}
	result, err := executors.Run(ctx, plan, executors.PrepareLimit)
	if again := (*executors.AskAgain)(nil); errors.As(err, &again) { // nothing leaves: the person sees their own file
		result, err = executors.Run(ctx, plan, executors.PrepareLimit)
	}
	if err != nil {
		return "", err
	}
	raw, err := json.Marshal(result)
	if err != nil {
		return "", err
	}
	var read struct {
		Content, Encoding string
		Truncated         bool
	}
	if err := json.Unmarshal(raw, &read, json.MatchCaseInsensitiveNames(true)); err != nil {
		return "", err
	}
	if read.Truncated || read.Encoding != "utf-8" {
		return "", errNotText
	}
	return read.Content, nil
}

var errNotText = errors.New("it is not text, or too long")
