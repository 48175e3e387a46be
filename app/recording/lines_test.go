package recording

import (
	"bytes"
	"testing"

	"assent/i18n"
)

// memory is a file in memory.
type memory struct{ bytes.Buffer }

func (*memory) Close() error { return nil }

func TestAFileIsBounded(t *testing.T) {
	t.Parallel()
	var out memory
	var told []string
	l := newLines(&out, func(n i18n.Text) { told = append(told, n.Key) })
	l.size = maxSize - 6
	for range 3 {
		l.add(func() any { return 1 })
	}
	for range 2 {
		l.add(func() any { return 234 })
	}
	if out.String() != "1\n1\n1\n" || l.end() == nil {
		t.Errorf("it holds %q", out.String())
	}
	if len(told) != 1 || told[0] != "notice.recording_full" {
		t.Errorf("told %q", told)
	}
}
