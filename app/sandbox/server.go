package sandbox

import (
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"assent/app/loopback"
	"assent/app/sandbox/store"
	"assent/consent/clock"

	"github.com/go-json-experiment/json"
)

// server answers requests.
type server struct {
	store   *store.Store
	clock   clock.Clock
	log     *slog.Logger
	limits  limits
	calls   *callRate
	streams streams

	changing sync.Mutex // held while a manifest is compared and kept
	sending  sync.Mutex // held while a message is counted and kept
}

// limits are how long a client may take.
type limits struct {
	body   time.Duration // to send a request's
	answer time.Duration // to take an answer, or an event
	quiet  time.Duration // after which a stream shows that it is there
}

func newServer(kept *store.Store, c clock.Clock, log *slog.Logger) *server {
	return &server{
		store: kept, clock: c, log: log, calls: newCallRate(c),
		limits: limits{body: 30 * time.Second, answer: 20 * time.Second, quiet: 20 * time.Second},
	}
}

// handler answers every request, and logs it without its contents.
func (s *server) handler() http.Handler {
	mux := http.NewServeMux()
	allowed := map[string][]string{}
	for _, r := range routes {
		path := r.path
		allowed[path] = append(allowed[path], r.method)
		mux.HandleFunc(r.method+" "+path, func(w http.ResponseWriter, q *http.Request) { s.serve(w, q, r) })
	}
	for path, methods := range allowed {
		mux.HandleFunc(path, func(w http.ResponseWriter, q *http.Request) {
			w.Header().Set("Allow", strings.Join(methods, ", "))
			s.refused(w, q, path, methodNotAllowed())
		})
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, q *http.Request) {
		s.refused(w, q, "", notFound("There is nothing at this path."))
	})
	return mux
}

// bounded gives a client an end of the time in which its body is there, also the body
// that nobody reads: net/http takes what comes of it before it answers.
func (s *server) bounded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.NewResponseController(w).SetReadDeadline(time.Now().Add(s.limits.body))
		next.ServeHTTP(w, r)
	})
}

// refuse answers what does not come from this machine.
func (s *server) refuse(w http.ResponseWriter, r *http.Request) {
	s.refused(w, r, "", forbidden("A request of this kind is refused: "+loopback.Refusal+"."))
}

// serve answers one request of a route.
func (s *server) serve(w http.ResponseWriter, r *http.Request, at route) {
	who, err := s.caller(r, at)
	if err != nil {
		s.refused(w, r, at.path, err)
		return
	}
	call := &request{server: s, http: r, w: w, caller: who}
	if at.stream != nil {
		http.NewResponseController(w).SetReadDeadline(time.Time{})
		if err := at.stream(call); err != nil {
			s.refused(w, r, at.path, err)
			return
		}
		s.log.Info("stream ended", "route", at.path, "by", who.Kind, "id", who.ID)
		return
	}
	answer, err := at.answer(call)
	if err != nil {
		s.refused(w, r, at.path, err)
		return
	}
	s.write(w, answer.status, "application/json", answer.body)
	s.log.Info("answered", "method", at.method, "route", at.path, "status", answer.status, "by", who.Kind, "id", who.ID)
}

// refused answers with a problem. What is no problem of the client's is told in the log
// alone.
func (s *server) refused(w http.ResponseWriter, r *http.Request, route string, err error) {
	var p *problem
	if !errors.As(err, &p) {
		s.log.Error("could not answer", "method", r.Method, "route", route, "error", err)
		p = internal()
	}
	if p.Status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", `Bearer realm="assent sandbox"`)
	}
	if p.retryAfter != "" {
		w.Header().Set("Retry-After", p.retryAfter)
	}
	s.write(w, p.Status, "application/problem+json", p)
	s.log.Info("refused", "method", r.Method, "route", route, "status", p.Status, "code", p.Code)
}

// write writes a whole answer, within the time that a client has to take it.
func (s *server) write(w http.ResponseWriter, status int, kind string, body any) {
	text, err := json.Marshal(body)
	if err != nil {
		s.log.Error("an answer has no JSON form", "error", err)
		status, text = http.StatusInternalServerError, nil
	}
	http.NewResponseController(w).SetWriteDeadline(time.Now().Add(s.limits.answer))
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	w.Write(append(text, '\n')) // a client that is gone hears nothing
}
