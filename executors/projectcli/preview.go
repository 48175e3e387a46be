package projectcli

import (
	"context"
	"slices"
	"time"

	"assent/executors"
	"assent/i18n"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

const (
	// previewLimit is how long a dry run may take: less than what prepares a plan.
	previewLimit = executors.PrepareLimit - 200*time.Millisecond

	// previewsAtOnce is how many dry runs go on at once, whoever asks.
	previewsAtOnce = 2

	// maxPreview is the most bytes that a dry run says.
	maxPreview = 256 << 10

	// maxChanges is how many fields of it are shown.
	maxChanges = 64
)

// preview has the program show what it would change: with --dry-run, without credential or
// network, and with nothing that it may write. Where that fails, the input stands alone.
func (p *plan) preview(ctx context.Context, f *executors.Facts) {
	ctx, cancel := context.WithTimeout(ctx, previewLimit)
	defer cancel()
	select {
	case p.previews <- struct{}{}:
		defer func() { <-p.previews }()
	case <-ctx.Done():
	}
	changes, fault := p.dryRun(ctx)
	switch {
	case fault != nil && fault.said != "":
		f.Details = append(f.Details, i18n.Text{Key: "fact.project_would_fail", Args: map[string]any{"Message": fault.said}})
	case fault != nil || len(changes) == 0:
		f.Details = append(f.Details, i18n.Text{Key: "fact.project_no_preview"})
	default:
		f.Fields, f.Changes = changes, true
	}
}

// noPreview says why nothing can be shown, in the program's words where it has any.
type noPreview struct{ said string }

// dryRun returns what would be there before and after.
func (p *plan) dryRun(ctx context.Context) ([]executors.Field, *noPreview) {
	if !canPreview() {
		return nil, &noPreview{}
	}
	command := p.command("--dry-run")
	command.Readable, command.Writable, command.Offline = command.Writable, nil, true
	out, err := runToEnd(ctx, command, maxPreview)
	if err != nil {
		return nil, &noPreview{}
	}
	said, err := p.method.readAnswer(out)
	switch {
	case err != nil:
		return nil, &noPreview{}
	case said.fault != nil:
		return nil, &noPreview{said.fault.Message}
	}
	return changes(said.data), nil
}

// changes are the fields of {"before":…,"after":…}, each of which is an object or null:
// those that are there after it in their order, then those that are gone.
func changes(data jsontext.Value) (all []executors.Field) {
	var halves struct {
		Before jsontext.Value `json:"before"`
		After  jsontext.Value `json:"after"`
	}
	if json.Unmarshal(data, &halves) != nil {
		return nil
	}
	was := fields(halves.Before)
	for _, f := range fields(halves.After) {
		for _, old := range was {
			if old.Name == f.Name {
				f.Before = old.After
			}
		}
		all = append(all, f)
	}
	for _, old := range was {
		if !slices.ContainsFunc(all, func(f executors.Field) bool { return f.Name == old.Name }) {
			old.Before, old.After = old.After, ""
			all = append(all, old)
		}
	}
	return all[:min(len(all), maxChanges)]
}
