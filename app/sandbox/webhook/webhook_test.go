package webhook

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"assent/app/sandbox/store"
	"assent/consent/clock"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// post is one request that a webhook got.
type post struct {
	header http.Header
	body   []byte
}

// site is an agent's webhook, and what sends to it.
type site struct {
	t            *testing.T
	store        *store.Store
	clock        *clock.Virtual
	agentID      string
	conversation store.Conversation
	secret       string
	answers      atomic.Int64 // the status of every answer
	posts        chan post
}

func newSite(t *testing.T) *site {
	t.Helper()
	s := &site{t: t, clock: clock.NewVirtual(time.Now()), posts: make(chan post, 100), secret: NewSecret()}
	s.answers.Store(200)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("Location", "/elsewhere")
		w.WriteHeader(int(s.answers.Load()))
		s.posts <- post{r.Header, body}
	}))
	t.Cleanup(server.Close)
	var err error
	if s.store, err = store.Open(filepath.Join(t.TempDir(), "sandbox.db"), s.clock.Now); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.store.Close() })
	if s.agentID, _, err = s.store.AddAgent("a", "h", []byte(`{}`)); err != nil {
		t.Fatal(err)
	}
	if s.conversation, err = s.store.AddConversation(store.Conversation{AgentID: s.agentID, UserID: "user-1", Type: "h2a"}); err != nil {
		t.Fatal(err)
	}
	if err := s.store.SetWebhook(store.Webhook{AgentID: s.agentID, URL: server.URL, Secret: s.secret}); err != nil {
		t.Fatal(err)
	}
	sender := NewSender(s.store, s.clock, slog.New(slog.DiscardHandler))
	var running sync.WaitGroup
	running.Go(func() { sender.Run(t.Context()) })
	t.Cleanup(running.Wait)
	return s
}

func (s *site) say(text string) int64 {
	s.t.Helper()
	r, err := s.store.Say(store.Message{Conversation: s.conversation, Sender: store.User, Subtype: "text", ContentType: "text", Payload: []byte(`{"text":"` + text + `"}`)})
	if err != nil {
		s.t.Fatal(err)
	}
	return r.Seq
}

// state waits until what is due and dead is as it should be.
func (s *site) state(what string, is func(due []store.Delivery, dead []store.Delivery) bool) {
	s.t.Helper()
	late := time.After(30 * time.Second)
	for {
		changed := s.store.Changed()
		due, err := s.store.Due()
		if err != nil {
			s.t.Fatal(err)
		}
		dead, err := s.store.Dead(s.agentID)
		if err != nil {
			s.t.Fatal(err)
		}
		if is(due, dead) {
			return
		}
		select {
		case <-changed:
		case <-late:
			s.t.Fatalf("%s: due %v, dead %v", what, due, dead)
		}
	}
}

// TestSigned: what arrives is the event, in order, and bears a signature that others'
// code takes.
func TestSigned(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	verifier, err := standardwebhooks.NewWebhook(s.secret)
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	for _, text := range []string{"one", "two", "three"} {
		s.say(text)
	}
	for _, text := range []string{"one", "two", "three"} {
		p := <-s.posts
		if err := verifier.Verify(p.body, p.header); err != nil || !strings.Contains(string(p.body), `"text":"`+text+`"`) || !strings.HasPrefix(string(p.body), `{"seq":`) {
			t.Errorf("%s arrives as %s: %v", text, p.body, err)
		}
		if verifier.Verify(append(p.body, ' '), p.header) == nil {
			t.Error("another body is taken for signed")
		}
		ids[p.header.Get(standardwebhooks.HeaderWebhookID)] = true
	}
	if len(ids) != 3 {
		t.Errorf("the ids are %v", ids)
	}
	s.state("taken", func(due, dead []store.Delivery) bool { return len(due)+len(dead) == 0 })
}

// TestTriedAgain: after each pause, under the same id and a new time, until it is a dead
// letter; a redirect is a no.
func TestTriedAgain(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.answers.Store(http.StatusTemporaryRedirect)
	seq := s.say("one")
	first := <-s.posts
	for i, pause := range pauses {
		s.state("failed", func(due, _ []store.Delivery) bool {
			return len(due) == 1 && due[0].Attempts == i+1 && due[0].Due.Equal(s.clock.Now().Add(pause).Truncate(time.Millisecond))
		})
		s.clock.Advance(pause)
		again := <-s.posts
		if again.header.Get("Webhook-Id") != first.header.Get("Webhook-Id") || again.header.Get("Webhook-Timestamp") == first.header.Get("Webhook-Timestamp") {
			t.Errorf("attempt %d has %v", i+2, again.header)
		}
	}
	s.state("dead", func(due, dead []store.Delivery) bool {
		return len(due) == 0 && len(dead) == 1 && dead[0].Seq == seq && dead[0].Attempts == len(pauses)+1 && dead[0].Error == "it answered 307"
	})
	s.answers.Store(204)
	s.say("two")
	if p := <-s.posts; !strings.Contains(string(p.body), "two") {
		t.Errorf("after a dead letter comes %s", p.body)
	}
	s.state("taken", func(due, dead []store.Delivery) bool { return len(due) == 0 && len(dead) == 1 })
}

func TestValidURL(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"http://127.0.0.1:9/hook": true, "https://example.com": true, "": false, "/hook": false, "ftp://example.com": false,
		"http://": false, "http://a:b@example.com": false, "http://:80/": false, "http://x/" + strings.Repeat("x", maxURL): false, "file:///etc/passwd": false,
	} {
		if ValidURL(text) != want {
			t.Errorf("%.40s: %v", text, !want)
		}
	}
}
