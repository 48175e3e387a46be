package network

import (
	"crypto/x509"
	"errors"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"assent/executors"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// site is a server on loopback.
func site(t *testing.T, handler http.HandlerFunc) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server
}

// secureSite is one with TLS, and the certificates that make it trusted.
func secureSite(t *testing.T, handler http.HandlerFunc) (*httptest.Server, *x509.CertPool) {
	t.Helper()
	server := httptest.NewUnstartedServer(handler)
	server.Config.ErrorLog = log.New(io.Discard, "", 0) // clients that do not trust it
	server.StartTLS()
	t.Cleanup(server.Close)
	roots := x509.NewCertPool()
	roots.AddCert(server.Certificate())
	return server, roots
}

// loopback returns an executor whose user allowed the hosts of servers on
// loopback.
func loopback(allowed ...string) *executor {
	if len(allowed) == 0 {
		allowed = []string{"127.0.0.1"}
	}
	return New(Options{AllowedHosts: allowed}).(*executor)
}

func call(arguments any) executors.Request {
	encoded, err := json.Marshal(arguments)
	if err != nil {
		panic(err)
	}
	return executors.Request{Scope: "network:http", Tool: "fetch_url", AgentID: "agent-1", Arguments: jsontext.Value(encoded)}
}

type args = map[string]any

func run(t *testing.T, e *executor, arguments args) (result, error) {
	t.Helper()
	plan, err := e.Prepare(t.Context(), call(arguments))
	if err != nil {
		return result{}, err
	}
	defer plan.Close()
	got, err := plan.Run(t.Context())
	r, _ := got.(result)
	return r, err
}

func wantReason(t *testing.T, err error, want executors.Reason, words string) {
	t.Helper()
	var e *executors.Error
	if !errors.As(err, &e) || e.Reason != want || !strings.Contains(e.Message, words) {
		t.Errorf("got %v, want %s with %q", err, want, words)
	}
}
