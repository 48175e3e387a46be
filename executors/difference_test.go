package executors

import (
	"fmt"
	"strings"
	"testing"
)

func (d *Difference) written() string {
	var out strings.Builder
	for _, l := range d.Lines {
		fmt.Fprintf(&out, "%c %d %d %s", " +-@"[l.Kind], l.Before, l.After, l.Text)
		if l.Open {
			out.WriteString("|")
		}
		out.WriteString("\n")
	}
	return out.String()
}

func TestCompare(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x\n", 10)
	for name, test := range map[string]struct{ before, after, want string }{
		"a new text":      {"", "a\nb\n", "+ 0 1 a\n+ 0 2 b\n"},
		"all gone":        {"a\n", "", "- 1 0 a\n"},
		"the end of it":   {"a", "a\n", "- 1 0 a|\n+ 0 1 a\n"},
		"carriage return": {"a\r\n", "a\n", "- 1 0 a\r\n+ 0 1 a\n"},
		"in the middle":   {long + "a\n" + long, long + "b\n" + long, "@ 0 0 \n  8 8 x\n  9 9 x\n  10 10 x\n- 11 0 a\n+ 0 11 b\n  12 12 x\n  13 13 x\n  14 14 x\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := Compare(test.before, test.after).written(); got != test.want {
				t.Errorf("it is\n%s\nnot\n%s", got, test.want)
			}
		})
	}
	if Compare("a", "a") != nil {
		t.Error("there is a difference between the same")
	}
}

// What is shown and what is left out are together the two texts.
func FuzzCompare(f *testing.F) {
	f.Add("a\nb\nc\n", "a\nc\n")
	f.Fuzz(func(t *testing.T, before, after string) {
		d := Compare(before, after)
		if d == nil {
			if before != after {
				t.Fatalf("%q and %q do not differ", before, after)
			}
			return
		}
		added, removed := 0, 0
		was, is := strings.SplitAfter(before, "\n"), strings.SplitAfter(after, "\n")
		for _, l := range d.Lines {
			text := l.Text
			if !l.Open {
				text += "\n"
			}
			if l.Before > 0 && was[l.Before-1] != text || l.After > 0 && is[l.After-1] != text {
				t.Errorf("line %+v does not stand there in %q, %q", l, before, after)
			}
			switch l.Kind {
			case LineAdded:
				added++
			case LineRemoved:
				removed++
			}
		}
		if added != d.Added || removed != d.Removed {
			t.Errorf("%d and %d lines are counted as %d and %d", added, removed, d.Added, d.Removed)
		}
	})
}
