package relay

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/http/httputil"
	"net/url"
	"slices"
	"sync"

	"assent/app/mcp/declare"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Headers of the protocol.
const (
	headerSession = "Mcp-Session-Id"
	headerVersion = "Mcp-Protocol-Version"
)

// HTTP relays between clients and a server that speak streamable HTTP. Its fields are set
// before it is used.
type HTTP struct {
	Upstream *url.URL
	Headers  http.Header                // what the server needs to know of us, as its own token
	Guard    func(*http.Request) *Guard // of the client that a request is of

	once  sync.Once
	proxy *httputil.ReverseProxy

	mu   sync.Mutex
	open map[string]context.CancelFunc // by session and id: guarded requests
}

// watched is the key of what looks at a response while it passes.
type watched struct{}

func (h *HTTP) init() {
	h.open = map[string]context.CancelFunc{}
	h.proxy = &httputil.ReverseProxy{
		Transport:     &http.Transport{DisableCompression: true},
		FlushInterval: -1,
		Rewrite: func(r *httputil.ProxyRequest) {
			target := *h.Upstream
			r.Out.URL, r.Out.Host = &target, ""
			r.Out.Header.Del("Accept-Encoding")
			r.Out.Header.Del("Origin")
			for name, values := range h.Headers {
				r.Out.Header[name] = values
			}
		},
		ModifyResponse: func(r *http.Response) error {
			if look, ok := r.Request.Context().Value(watched{}).(func(reply)); ok {
				r.Body = watch(r.Body, r.Header.Get("Content-Type"), look)
			}
			return nil
		},
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, _ error) {
			if r.Context().Err() == nil {
				http.Error(w, "the server does not answer", http.StatusBadGateway)
			}
		},
	}
}

// ServeHTTP relays one request.
func (h *HTTP) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.once.Do(h.init)
	guard := h.Guard(r)
	if r.Method != http.MethodPost {
		h.forward(r.Context(), w, r, nil, func(said reply) { h.heard(guard, "", said) })
		return
	}
	m, err := receive(w, r)
	if method := r.Header.Values("Mcp-Method"); err == nil && len(method) > 0 && !slices.Equal(method, []string{m.method}) {
		err = &refused{m.id, codeHeaderMismatch, "the header Mcp-Method differs from the body"}
	}
	if err != nil {
		answerJSON(w, http.StatusBadRequest, toRefused(err))
		return
	}
	if !m.guarded() {
		h.note(r, m)
		h.forward(r.Context(), w, r, m.raw, func(said reply) { h.heard(guard, m.method, said) })
		return
	}
	h.ask(w, r, m, guard)
}

// receive reads the one message of a request.
func receive(w http.ResponseWriter, r *http.Request) (message, error) {
	no := func(why string) (message, error) { return message{}, &refused{nil, codeInvalidRequest, why} }
	if encoding := r.Header.Get("Content-Encoding"); encoding != "" && encoding != "identity" {
		return no("compressed bodies are not relayed")
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return no("the body is not application/json")
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, FrameLimit))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return no("the message is over 16 MiB")
	case err != nil:
		return no("the body did not come whole")
	}
	return parse(body)
}

// ask asks about a guarded request and forwards it after a yes.
func (h *HTTP) ask(w http.ResponseWriter, r *http.Request, m message, guard *Guard) {
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	session, single := conversation(r)
	name := r.Header.Get(headerSession) + "\n" + string(m.id)
	h.mu.Lock()
	h.open[name] = cancel
	h.mu.Unlock()
	defer func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.open, name)
	}()
	list := h.lister(r, m)
	if err := guard.ensureListed(ctx, list); err != nil {
		answerJSON(w, http.StatusOK, toNo(m, notListed(err)))
		return
	}
	if err := agree(r.Header, m, guard); err != nil {
		answerJSON(w, http.StatusBadRequest, toRefused(err))
		return
	}
	var aborted any // the proxy's word that a response broke off, for the server's own goroutine
	told := guard.pass(ctx, session, single, m, list, func(ctx context.Context) (answer reply, ok bool) {
		defer func() {
			if aborted = recover(); aborted != nil {
				ok = true
			}
		}()
		h.forward(ctx, w, r, m.raw, func(said reply) {
			if said.answers() && bytes.Equal(said.ID, m.id) {
				answer, ok = said, true
			}
			h.heard(guard, "", said)
		})
		return answer, ok || ctx.Err() == nil
	})
	if aborted != nil {
		panic(aborted)
	}
	if told != nil && ctx.Err() == nil {
		answerJSON(w, http.StatusOK, told)
	}
}

// conversation returns where a request stands: its session, or itself alone.
func conversation(r *http.Request) (id string, single bool) {
	session := r.Header.Get(headerSession)
	if session == "" {
		return "mcp-" + rand.Text(), true
	}
	sum := sha256.Sum256([]byte(session))
	return "mcp-" + hex.EncodeToString(sum[:16]), false
}

// note takes back what a client cancels.
func (h *HTTP) note(r *http.Request, m message) {
	if m.method != "notifications/cancelled" {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if cancel := h.open[r.Header.Get(headerSession)+"\n"+string(m.params["requestId"])]; cancel != nil {
		cancel()
	}
}

// heard looks at what a server says about its tools.
func (h *HTTP) heard(guard *Guard, method string, said reply) {
	ctx := context.Background() // it outlives the request that it came with
	switch {
	case said.Method == "notifications/tools/list_changed":
		go guard.Changed(ctx)
	case method == "tools/list" && said.answers():
		go guard.compare(ctx, said.Result)
	}
}

// forward sends a request on and its response back, looking at what passes.
func (h *HTTP) forward(ctx context.Context, w http.ResponseWriter, r *http.Request, body []byte, look func(reply)) {
	r = r.Clone(context.WithValue(ctx, watched{}, look))
	if body != nil {
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	}
	h.proxy.ServeHTTP(w, r)
}

func answerJSON(w http.ResponseWriter, status int, line []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(line)
}

// lister asks the server for its tools as the request that needs them would.
func (h *HTTP) lister(r *http.Request, m message) lister {
	header := r.Header.Clone()
	meta := ownMeta(m.params["_meta"])
	return func(ctx context.Context) ([]declare.Tool, error) {
		return listAll(func(cursor jsontext.Value) (reply, bool) {
			id, _ := json.Marshal("assent-" + rand.Text())
			return h.request(ctx, header, id, object("jsonrpc", jsontext.Value(`"2.0"`), "id", jsontext.Value(id),
				"method", jsontext.Value(`"tools/list"`), "params", object("cursor", cursor, "_meta", meta)))
		})
	}
}

// request makes a request of the relay's own.
func (h *HTTP) request(ctx context.Context, header http.Header, id jsontext.Value, body []byte) (answer reply, ok bool) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, h.Upstream.String(), bytes.NewReader(body))
	if err != nil {
		return reply{}, false
	}
	for _, name := range []string{headerSession, headerVersion} {
		if value := header.Get(name); value != "" {
			r.Header.Set(name, value)
		}
	}
	for name, values := range h.Headers {
		r.Header[name] = values
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	r.Header.Set("Mcp-Method", "tools/list")
	response, err := h.proxy.Transport.RoundTrip(r)
	if err != nil {
		return reply{}, false
	}
	defer response.Body.Close()
	found := errors.New("found")
	_, err = io.Copy(io.Discard, io.LimitReader(watchUntil(response.Body, response.Header.Get("Content-Type"), func(said reply) error {
		if said.answers() && bytes.Equal(said.ID, id) {
			answer, ok = said, true
			return found
		}
		return nil
	}), FrameLimit))
	return answer, ok && (err == nil || errors.Is(err, found))
}
