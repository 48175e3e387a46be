package app

import (
	"io/fs"
	"os"
)

// Fakes stand in for what executors reach, for tests of agents: plans, facts and questions
// are the same, results come from files. The zero value fakes nothing.
type Fakes struct {
	Pages string // folder that answers network:http: HOST/PATH
}

func (f Fakes) pages() fs.FS {
	if f.Pages == "" {
		return nil
	}
	return os.DirFS(f.Pages)
}

// scopes names those that are faked.
func (f Fakes) scopes() (faked []string) {
	if f.Pages != "" {
		faked = append(faked, "network:http")
	}
	return faked
}
