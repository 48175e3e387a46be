package mcp

import (
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"

	"assent/app/assenttest"
	"assent/app/mcp/npmtest"
)

// withToken serves what the suite, which sends no token, connects to.
func withToken(t *testing.T, target, token string) string {
	t.Helper()
	to, err := url.Parse(target)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httptest.NewServer(&httputil.ReverseProxy{FlushInterval: -1, Rewrite: func(r *httputil.ProxyRequest) {
		r.Out.URL.Scheme, r.Out.URL.Host = to.Scheme, to.Host
		r.Out.Host = r.In.Host
		r.Out.Header.Set("Authorization", "Bearer "+token)
	}})
	t.Cleanup(proxy.Close)
	return proxy.URL + to.Path
}

// TestConformance runs the official scenarios that need no tools of their own.
func TestConformance(t *testing.T) {
	t.Parallel()
	d := assenttest.New(t, assenttest.Allowing)
	address, tokens := serveOverHTTP(t, d)
	at := withToken(t, address, tokens["one"])
	for _, suite := range []struct {
		program, version string
		scenarios        []string
	}{
		{"@modelcontextprotocol/conformance/dist/index.js", "", []string{
			"server-initialize", "ping", "tools-list", "dns-rebinding-protection", "server-sse-multiple-streams"}},
		{"conformance-next/dist/index.js", "2026-07-28", []string{
			"tools-list", "dns-rebinding-protection", "server-sse-multiple-streams", "caching", "http-header-validation"}},
	} {
		for _, scenario := range suite.scenarios {
			t.Run(scenario+suite.version, func(t *testing.T) {
				t.Parallel()
				args := []string{"server", "--url", at, "--scenario", scenario}
				if suite.version != "" {
					args = append(args, "--spec-version", suite.version)
				}
				out, err := npmtest.Command(t, suite.program, args...).CombinedOutput()
				if err != nil || !strings.Contains(string(out), ", 0 failed") {
					t.Errorf("%v\n%s", err, out)
				}
			})
		}
	}
}

// TestInspector lists and calls a tool with the Inspector's command line.
func TestInspector(t *testing.T) {
	t.Parallel()
	d := assenttest.New(t, assenttest.Allowing)
	address, tokens := serveOverHTTP(t, d)
	for _, args := range [][]string{
		{"--method", "tools/list"},
		{"--method", "tools/call", "--tool-name", "list_directory", "--tool-arg", "path=" + d.Home},
	} {
		args = append([]string{"--cli", address, "--transport", "http", "--header", "Authorization: Bearer " + tokens["one"]}, args...)
		out, err := npmtest.Command(t, "@modelcontextprotocol/inspector/clients/launcher/build/index.js", args...).CombinedOutput()
		if err != nil || !strings.Contains(string(out), "list_directory") && !strings.Contains(string(out), `"entries"`) || strings.Contains(string(out), `"isError": true`) {
			t.Errorf("%v: %v\n%s", args, err, out)
		}
	}
}
