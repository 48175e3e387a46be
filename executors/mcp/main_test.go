package mcp

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"assent/executors/contained"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// act is what this test program does instead of testing, when it is started as a server.
const act = "ASSENT_TEST_ACT"

func TestMain(m *testing.M) {
	if contained.Child() {
		return
	}
	if what := os.Getenv(act); what != "" {
		beServer(what)
		return
	}
	os.Exit(m.Run())
}

// serve returns a server that is this program, with settings of its environment.
func serve(t testing.TB, what string, settings ...Setting) Server {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return Server{Name: "tests", Command: self, Folder: t.TempDir(), Environment: append(settings, set(act, what))}
}

func set(name, value string) Setting { return Setting{name, []Part{{Text: value}}} }

// newServer is a server with one tool, whose description is this.
func newServer(description string) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "tests", Version: "1"}, nil)
	s.AddTool(&mcp.Tool{Name: "do-it", Description: description, InputSchema: json.RawMessage(`{"type":"object"}`)}, do)
	return s
}

// do does what the argument "do" says.
func do(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var arguments struct{ Do, File string }
	if err := json.Unmarshal(r.Params.Arguments, &arguments); err != nil {
		return nil, err
	}
	text := "done"
	switch arguments.Do {
	case "environment":
		text = strings.Join(os.Environ(), "\n")
	case "pid":
		text = fmt.Sprint(os.Getpid())
	case "read":
		data, err := os.ReadFile(arguments.File)
		if err != nil {
			return nil, err
		}
		text = string(data)
	case "folder":
		text, _ = os.Getwd()
	case "fail":
		return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: "the secret reason"}}}, nil
	case "crash":
		os.Exit(3)
	case "hang":
		<-ctx.Done()
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil
}

// beServer is what a server's program does.
func beServer(what string) {
	ctx := context.Background()
	switch what {
	case "serve":
		_ = newServer("Does it.").Run(ctx, &mcp.StdioTransport{})
	case "drift": // another description whenever it is started
		file := os.Getenv("FILE")
		data, _ := os.ReadFile(file)
		_ = os.WriteFile(file, append(data, 'x'), 0o600)
		_ = newServer("Does it"+string(data)+".").Run(ctx, &mcp.StdioTransport{})
	case "once": // it ends at once when it is started again
		file := os.Getenv("FILE")
		if _, err := os.Stat(file); err == nil {
			os.Exit(1)
		}
		_ = os.WriteFile(file, nil, 0o600)
		_ = newServer("Does it.").Run(ctx, &mcp.StdioTransport{})
	case "end":
	case "silent":
		select {}
	case "noise":
		for {
			fmt.Println(strings.Repeat("noise ", 1000))
		}
	case "frame":
		fmt.Print(`{"jsonrpc":"2.0","id":1,"result":"`)
		for {
			fmt.Print(strings.Repeat("x", 1<<16))
		}
	case "endless":
		endless()
	}
}

// endless lists tools page after page, without an end.
func endless() {
	lines := bufio.NewScanner(os.Stdin)
	n := 0
	for lines.Scan() {
		var request struct {
			ID     any
			Method string
		}
		if json.Unmarshal(lines.Bytes(), &request) != nil || request.ID == nil {
			continue
		}
		result := `{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"x","version":"1"}}`
		switch request.Method {
		case "initialize":
		case "tools/list":
			n++
			result = fmt.Sprintf(`{"tools":[{"name":"t%d","inputSchema":{"type":"object"}}],"nextCursor":"%d"}`, n, n)
		default:
			fmt.Printf(`{"jsonrpc":"2.0","id":%v,"error":{"code":-32601,"message":"no"}}`+"\n", request.ID)
			continue
		}
		fmt.Printf(`{"jsonrpc":"2.0","id":%v,"result":%s}`+"\n", request.ID, result)
	}
}
