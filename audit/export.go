package audit

import (
	"context"
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Format is that of an export.
type Format int

// The formats.
const (
	JSONLines Format = iota // one object a line, names as contract §10
	CSV                     // a heading, then one row a call
)

// Export writes the rows that f chooses to w, newest first. The default limit of
// a page does not hold here.
func (r *Reader) Export(ctx context.Context, w io.Writer, format Format, f Filter) error {
	if f.Limit == 0 {
		f.Limit = -1
	}
	if format == CSV {
		return r.exportCSV(ctx, w, f)
	}
	lines := jsontext.NewEncoder(w)
	return r.each(ctx, f, func(row *Row) error { return json.MarshalEncode(lines, row) })
}

func (r *Reader) exportCSV(ctx context.Context, w io.Writer, f Filter) error {
	table := csv.NewWriter(w)
	heading := strings.FieldsFunc(columns, func(c rune) bool { return c == ',' || c <= ' ' })
	if err := table.Write(heading); err != nil {
		return err
	}
	err := r.each(ctx, f, func(row *Row) error { return table.Write(row.cells()) })
	table.Flush()
	if err != nil {
		return err
	}
	return table.Error()
}

// cells returns the row in the order of columns.
func (r *Row) cells() []string {
	return []string{
		strconv.FormatInt(r.Seq, 10), cell(r.CallID), cell(r.AgentID), cell(r.ConversationID), cell(r.Tool), cell(r.Scope),
		cell(r.ArgumentsDigest), cell(string(r.Status)), cell(r.Reason), cell(r.Sensitivity), cell(r.Decision),
		strconv.FormatInt(r.ShownMS, 10), strconv.FormatInt(r.DurationMS, 10), r.Timestamp,
	}
}

// cell keeps a spreadsheet from taking an agent's text for a formula.
func cell(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r\n＝＋－＠", []rune(s)[0]) {
		return "'" + s
	}
	return s
}
