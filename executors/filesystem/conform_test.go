package filesystem

import (
	"os"
	"path/filepath"
	"testing"

	"assent/executors"
	"assent/executors/executortest"
)

func TestConform(t *testing.T) {
	home := newHome(t)
	write(t, filepath.Join(home, "notes.md"), "hello")
	write(t, filepath.Join(home, "notes.txt"), "-----BEGIN OPENSSH PRIVATE KEY-----\n")
	write(t, filepath.Join(home, "binary"), "\x00\xff")
	if err := os.Symlink("loop", filepath.Join(home, "loop")); err != nil {
		t.Fatal(err)
	}
	reading := func(arguments string) executors.Request { return request("read_file", arguments) }
	start := func(*testing.T) executors.Executor {
		return New(Options{Home: home, DataFolder: filepath.Join(home, "data")})
	}
	executortest.Conform(t, start, []executortest.Case{
		{Name: "file", Request: reading(`{"path":"~/notes.md","offset":1,"limit":2,"encoding":"utf-8"}`)},
		{Name: "key", Request: reading(`{"path":"~/notes.txt"}`)},
		{Name: "binary as text", Request: reading(`{"path":"~/binary","encoding":"utf-8"}`), Reason: executors.InvalidArguments},
		{Name: "folder", Request: request("list_directory", `{"path":"~/"}`)},
		{Name: "folder info", Request: request("file_info", `{"path":"~/"}`)},
		{Name: "info", Request: request("file_info", `{"path":"~/notes.md"}`)},
		{Name: "folder as file", Request: reading(`{"path":"~/"}`), Reason: executors.NotAFile},
		{Name: "file as folder", Request: request("list_directory", `{"path":"~/notes.md"}`), Reason: executors.NotADirectory},
		{Name: "missing", Request: reading(`{"path":"~/a file that is not there"}`), Reason: executors.PathNotFound},
		{Name: "loop", Request: reading(`{"path":"~/loop"}`), Reason: executors.PathNotFound},
		{Name: "own data", Request: reading(`{"path":"~/data/assent.db"}`), Reason: executors.ProtectedPath},
		{Name: "relative", Request: reading(`{"path":"notes.md or some such"}`), Reason: executors.InvalidArguments},
	})
}
