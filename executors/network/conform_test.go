package network

import (
	"bytes"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"

	"assent/executors"
	"assent/executors/executortest"
)

// stalling is a server that takes connections and then does one thing for ever.
func stalling(t *testing.T, begin string) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				conn.Write([]byte(begin))
				buffer := make([]byte, 1024)
				for {
					if _, err := conn.Read(buffer); err != nil {
						return
					}
				}
			}()
		}
	}()
	return listener.Addr().String()
}

// TestNothingLogged: package http logs what a site says before it is asked.
func TestNothingLogged(t *testing.T) {
	var logged bytes.Buffer
	log.SetOutput(&logged)
	defer log.SetOutput(os.Stderr)
	early := stalling(t, "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecret")
	for range 20 {
		if got, err := run(t, loopback(), args{"url": "http://" + early}); err != nil || got.Body != "secret" {
			t.Errorf("got %+v, %v", got, err)
		}
	}
	if logged.Len() > 0 {
		t.Errorf("logged %s", &logged)
	}
}

func TestConform(t *testing.T) {
	server := site(t, func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, strings.Repeat("text ", 1000))
	})
	closed := site(t, func(http.ResponseWriter, *http.Request) {})
	closed.Close()
	start := func(t *testing.T) executors.Executor {
		e := loopback()
		e.resolver, _ = answering(t, func(string, int) []string { return nil })
		return e
	}
	silent := stalling(t, "")
	stalls := func(name, url string) executortest.Case {
		return executortest.Case{Name: name, Request: call(args{"url": url}), Stalls: true, Reason: executors.ToolTimeout}
	}
	executortest.Conform(t, start, []executortest.Case{
		{Name: "get", Request: call(args{"url": server.URL + "/a-long-path?query", "headers": args{"X-Secret": "a value of a header"}})},
		{Name: "post", Request: call(args{"url": server.URL, "method": "POST", "body": "the body of a request"})},
		{Name: "refused", Request: call(args{"url": closed.URL}), Reason: executors.NetworkError},
		{Name: "unknown name", Request: call(args{"url": "http://unknown.example.com/"}), Reason: executors.NetworkError},
		{Name: "private", Request: call(args{"url": "http://192.168.1.1/secret-path"}), Reason: executors.AddressNotAllowed},
		{Name: "bad url", Request: call(args{"url": "http://user:password@example.com/"}), Reason: executors.InvalidArguments},
		stalls("silent", "http://"+silent+"/"),
		stalls("silent in the handshake", "https://"+silent+"/"),
		stalls("silent in the headers", "http://"+stalling(t, "HTTP/1.1 200 OK\r\nX: ")+"/"),
		stalls("silent in the body", "http://"+stalling(t, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")+"/"),
		stalls("silent name", "http://silent-name.example.com/"),
	})
}
