package filesystem

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"assent/executors"
	"assent/i18n"
)

// newHome makes a home folder that is where it says it is.
func newHome(t *testing.T) string {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return home
}

// write makes a file and the folders it is in, and returns its path.
func write(t testing.TB, path, content string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func link(t *testing.T, to, at string) string {
	t.Helper()
	if err := os.Symlink(to, at); err != nil {
		t.Fatal(err)
	}
	return at
}

func request(tool, arguments string) executors.Request {
	return executors.Request{Scope: "filesystem:read", Tool: tool, Arguments: []byte(arguments)}
}

// prepare makes a plan that ends with the test.
func prepare(t *testing.T, e executors.Executor, tool, path string) executors.Plan {
	t.Helper()
	return prepareWith(t, e, tool, fmt.Sprintf(`{"path":%q}`, path))
}

func prepareWith(t *testing.T, e executors.Executor, tool, arguments string) executors.Plan {
	t.Helper()
	plan, err := e.Prepare(t.Context(), request(tool, arguments))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { plan.Close() })
	return plan
}

// run wants the plan's result to be a *T.
func run[T any](t *testing.T, plan executors.Plan) *T {
	t.Helper()
	result, err := plan.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return result.(*T)
}

// reason of err; "" when there is none.
func reason(err error) executors.Reason {
	var e *executors.Error
	if errors.As(err, &e) {
		return e.Reason
	}
	if err != nil {
		return executors.Reason(fmt.Sprintf("%T", err))
	}
	return ""
}

func keys(texts []i18n.Text) (all []string) {
	for _, text := range texts {
		all = append(all, text.Key)
	}
	return all
}
