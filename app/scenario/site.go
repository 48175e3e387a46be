package scenario

import (
	"fmt"
	"net"
	"net/http"
	"strings"
)

// site is the web of a play: a real server on this machine, for the files below site/.
// The page /never does not answer. A nil site has no address.
type site struct {
	host   string
	server *http.Server
}

// openSite serves the files of a play, and returns nil when none is below site/.
func openSite(files map[string][]byte) (*site, error) {
	pages := http.NewServeMux()
	found := false
	for name, data := range files {
		path, ok := strings.CutPrefix(name, "site/")
		if !ok {
			continue
		}
		found = true
		pages.HandleFunc("/"+path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header()["Date"] = nil // it would differ between plays
			w.Write(data)
		})
	}
	if !found {
		return nil, nil
	}
	pages.HandleFunc("/never", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("opening the site to play with: %w", err)
	}
	s := &site{host: listener.Addr().String(), server: &http.Server{Handler: pages}}
	go s.server.Serve(listener)
	return s, nil
}

func (s *site) address() string {
	if s == nil {
		return ""
	}
	return s.host
}

func (s *site) close() {
	if s != nil {
		s.server.Close()
	}
}
