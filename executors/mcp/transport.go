package mcp

import (
	"context"
	"errors"
	"io"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"assent/executors/contained"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// transport returns how to speak to the server, which is started where a command does
// that, and what waits until its program is gone. Both end with ctx.
func (e *Executor) transport(ctx context.Context, s Server) (mcp.Transport, func(), error) {
	if s.URL != "" {
		return e.remote(ctx, s)
	}
	return e.local(ctx, s)
}

// writeTime is how long a server may leave a message unread.
const writeTime = 30 * time.Second

// local starts the server's program, contained.
func (e *Executor) local(ctx context.Context, s Server) (mcp.Transport, func(), error) {
	environment, err := e.environment(s)
	if err != nil {
		return nil, nil, err
	}
	if e.holdsData(s.Folder) {
		return nil, nil, missing(nil, "The workspace holds Assent's own data. Import the agent with another one.")
	}
	input, write, err := os.Pipe()
	if err != nil {
		return nil, nil, missing(err, "The server could not be started.")
	}
	defer input.Close()
	read, output, err := os.Pipe()
	if err != nil {
		write.Close()
		return nil, nil, missing(err, "The server could not be started.")
	}
	defer output.Close()
	e.makeCaches(s)
	process, err := contained.Command{
		Program: s.Command, Args: s.Args, Folder: s.Folder, Environment: environment,
		Writable: e.writable(s), Input: input, Output: output,
	}.Start(ctx)
	if err != nil {
		read.Close()
		write.Close()
		if errors.Is(err, os.ErrNotExist) || errors.Is(err, os.ErrPermission) {
			return nil, nil, missing(err, "The server's program is not on this computer, or may not be run. Install it, or name its path in the agent's file.")
		}
		return nil, nil, missing(err, "The server's program could not be started.")
	}
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		_ = process.Wait()
		read.Close()
		write.Close()
	}()
	return &mcp.IOTransport{Reader: read, Writer: hurried{write}}, func() { <-gone }, nil
}

// hurried is a pipe whose reader has some time for each write.
type hurried struct{ *os.File }

func (h hurried) Write(data []byte) (int, error) {
	if err := h.SetWriteDeadline(time.Now().Add(writeTime)); err != nil {
		return 0, err
	}
	return h.File.Write(data)
}

// environment is all that the server's program gets of one (contract §16).
func (e *Executor) environment(s Server) (environment []string, err error) {
	for _, name := range []string{"PATH", "HOME", "LANG"} {
		if value, ok := os.LookupEnv(name); ok {
			environment = append(environment, name+"="+value)
		}
	}
	for _, setting := range s.Environment {
		value, unset := setting.value()
		if unset != "" {
			return nil, missing(nil, "The variable %s is not set in the environment in which Assent was started.", unset)
		}
		environment = append(environment, setting.Name+"="+value)
	}
	return environment, nil
}

// caches are where package managers keep what they fetched and run, below the home folder.
var caches = []string{
	".npm", ".cache/npm", ".cache/node", ".cache/yarn", ".cache/pnpm", ".cache/uv", ".cache/pip", ".cache/deno", ".cache/go-build",
	".local/share/uv", ".local/share/pnpm", ".bun/install", "go/pkg/mod",
}

// needed are the caches without which a package manager does not run a server at all. It
// makes them in the home folder, which a contained one cannot.
var needed = map[string][]string{
	"npx": {".npm"}, "npm": {".npm"}, "uvx": {".cache/uv", ".local/share/uv"}, "uv": {".cache/uv", ".local/share/uv"},
}

// makeCaches makes those that the server's command needs and that are not there. Where
// that fails the command says it better.
func (e *Executor) makeCaches(s Server) {
	if e.options.Home == "" {
		return
	}
	for _, cache := range needed[filepath.Base(s.Command)] {
		_ = os.MkdirAll(filepath.Join(e.options.Home, cache), 0o700)
	}
}

// writable is what the server's program may change: its workspace, what the file names,
// and the caches of package managers. Nothing that holds Assent's own data is among it.
func (e *Executor) writable(s Server) (paths []string) {
	all := append([]string{s.Folder}, s.Touches...)
	if e.options.Home != "" {
		for _, cache := range caches {
			all = append(all, filepath.Join(e.options.Home, cache))
		}
	}
	for _, path := range all {
		if path != "" && !e.holdsData(path) {
			paths = append(paths, path)
		}
	}
	return paths
}

// holdsData reports whether Assent's own data is in a folder, or the folder in it.
func (e *Executor) holdsData(folder string) bool {
	if e.options.Data == "" || folder == "" {
		return false
	}
	data, folder := real(e.options.Data), real(folder)
	return within(folder, data) || within(data, folder)
}

func real(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

func within(folder, path string) bool {
	relative, err := filepath.Rel(folder, path)
	return err == nil && relative != ".." && !strings.HasPrefix(relative, ".."+string(filepath.Separator))
}

// remote speaks to the server at its address. A redirect is an answer like any other:
// headers go nowhere else.
func (e *Executor) remote(ctx context.Context, s Server) (mcp.Transport, func(), error) {
	header := http.Header{}
	for _, setting := range s.Headers {
		value, unset := setting.value()
		if unset != "" {
			return nil, nil, missing(nil, "The variable %s is not set in the environment in which Assent was started.", unset)
		}
		header.Add(setting.Name, value)
	}
	// Neither a proxy nor compression: the address was shown, and bytes are counted.
	base := &http.Transport{ForceAttemptHTTP2: true, DisableCompression: true, MaxResponseHeaderBytes: 1 << 20}
	client := &http.Client{
		Transport:     &decent{ctx, base, header},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return &mcp.StreamableClientTransport{Endpoint: s.URL, HTTPClient: client, MaxRetries: -1, DisableStandaloneSSE: true}, base.CloseIdleConnections, nil
}

// decent adds a server's headers to each request, and bounds each answer.
type decent struct {
	ctx    context.Context // what is open ends with it
	base   *http.Transport
	header http.Header
}

// RoundTrip sends the request.
func (d *decent) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancel(r.Context())
	stop := context.AfterFunc(d.ctx, cancel)
	r = r.Clone(ctx)
	for name, values := range d.header {
		r.Header[name] = values
	}
	response, err := d.base.RoundTrip(r)
	if err != nil {
		stop()
		cancel()
		return nil, err
	}
	body := &answer{ReadCloser: response.Body, left: maxListing, closed: func() { stop(); cancel() }}
	if strings.HasPrefix(response.Header.Get("Content-Type"), "text/event-stream") {
		body.left = math.MaxInt64 // events are bounded one by one
	}
	response.Body = body
	return response, nil
}

// answer is a body that fails once more was read than there may be.
type answer struct {
	io.ReadCloser
	left   int64
	closed func()
}

func (a *answer) Read(p []byte) (int, error) {
	n, err := a.ReadCloser.Read(p)
	if a.left -= int64(n); a.left < 0 {
		return n, errors.New("the answer is larger than 16 MiB")
	}
	return n, err
}

func (a *answer) Close() error {
	defer a.closed()
	return a.ReadCloser.Close()
}
