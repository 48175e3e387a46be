package filesystem

import (
	"fmt"
	"strings"
	"testing"

	"assent/executors"
)

// A plan knows how much content its result has at most.
func TestSize(t *testing.T) {
	t.Parallel()
	home := newHome(t)
	small, large := write(t, home+"/small", "12345"), write(t, home+"/large", strings.Repeat("x", 6<<20))
	executor := New(Options{Home: home, DataFolder: home + "/data"})
	for _, test := range []struct {
		tool, arguments string
		want            int64
	}{
		{"read_file", fmt.Sprintf(`{"path":%q}`, small), 5},
		{"read_file", fmt.Sprintf(`{"path":%q,"offset":3}`, small), 2},
		{"read_file", fmt.Sprintf(`{"path":%q,"offset":9}`, small), 0},
		{"read_file", fmt.Sprintf(`{"path":%q,"limit":2}`, small), 2},
		{"read_file", fmt.Sprintf(`{"path":%q}`, large), executors.MaxContent},
		{"read_file", fmt.Sprintf(`{"path":%q}`, write(t, home+"/empty", "")), executors.MaxContent},
		{"read_file", fmt.Sprintf(`{"path":%q}`, home+"/none"), 0},
		{"file_info", fmt.Sprintf(`{"path":%q}`, large), 0},
		{"list_directory", fmt.Sprintf(`{"path":%q}`, home), listSize},
	} {
		plan, err := executor.Prepare(t.Context(), request(test.tool, test.arguments))
		if err != nil {
			t.Fatal(err)
		}
		defer plan.Close()
		if got := plan.(executors.Sizer).Size(); got != test.want {
			t.Errorf("%s %s: %d bytes, want %d", test.tool, test.arguments, got, test.want)
		}
	}
}
