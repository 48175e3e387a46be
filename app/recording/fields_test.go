package recording

import (
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// written are what the lines of each event are made of.
var written = map[string][]any{
	"question":  {question{}},
	"answer":    {saying{}},
	"withdrawn": {withdrawn{}},
	"review":    {review{}, serverReview{}},
	"end":       {end{}},
}

// row is a line of the page's table of fields: `field`, … | `event`, … | what it says.
var row = regexp.MustCompile("(?m)^\\| (`[^|]*) \\| (`[^|]*|every) \\| [^|]+ \\|$")

// TestFieldsAreOnThePage: docs/testing.md names every field that --events writes, by the
// events that have it, and no other.
func TestFieldsAreOnThePage(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/testing.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(page), "\n### Events\n")
	section, _, _ = strings.Cut(section, "\n### ")
	if !found {
		t.Fatal("docs/testing.md has no section Events")
	}
	described := map[string][]string{}
	for _, r := range row.FindAllStringSubmatch(section, -1) {
		events := quoted(r[2])
		if r[2] == "every" {
			events = []string{"question", "answer", "withdrawn", "review", "end"}
		}
		for _, event := range events {
			described[event] = append(described[event], quoted(r[1])...)
		}
	}
	for event, lines := range written {
		var fields []string
		for _, line := range lines {
			fields = append(fields, fieldNames(reflect.TypeOf(line))...)
		}
		slices.Sort(fields)
		fields = slices.Compact(fields)
		slices.Sort(described[event])
		if !slices.Equal(described[event], fields) {
			t.Errorf("of %s docs/testing.md describes\n%q, written are\n%q", event, described[event], fields)
		}
		delete(described, event)
	}
	if len(described) > 0 {
		t.Errorf("docs/testing.md describes events that there are not: %v", described)
	}
}

// quoted returns what stands between back quotes.
func quoted(cell string) (names []string) {
	for i, part := range strings.Split(cell, "`") {
		if i%2 == 1 {
			names = append(names, part)
		}
	}
	return names
}

// fieldNames returns the members of a line, those of an object in it as object.member.
func fieldNames(line reflect.Type) (names []string) {
	for field := range line.Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		inside := field.Type
		for inside.Kind() == reflect.Slice || inside.Kind() == reflect.Pointer {
			inside = inside.Elem()
		}
		own := inside.Kind() == reflect.Struct && (field.Anonymous || inside.PkgPath() == line.PkgPath())
		switch {
		case field.Anonymous:
			names = append(names, fieldNames(inside)...)
			continue
		case own:
			for _, below := range fieldNames(inside) {
				names = append(names, name+"."+below)
			}
		}
		names = append(names, name)
	}
	return names
}
