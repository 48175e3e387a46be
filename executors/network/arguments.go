package network

import (
	"net/http"
	"net/textproto"
	"slices"
	"strings"

	"golang.org/x/net/http/httpguts"
)

// headersLimit is how many bytes the agent's headers may have, names and values.
const headersLimit = 16 << 10

// arguments are what the agent may say (contract §9).
type arguments struct {
	URL     string            `json:"url"`
	Method  string            `json:"method"`
	Headers map[string]string `json:"headers"`
	Body    string            `json:"body"`
}

// request is what will be sent.
type request struct {
	target
	method string
	header http.Header
	body   string
}

func newRequest(a arguments) (r request, err error) {
	if r.target, err = parseTarget(a.URL); err != nil {
		return r, err
	}
	r.method, r.body = a.Method, a.Body
	switch r.method {
	case "":
		r.method = http.MethodGet
	case http.MethodGet, http.MethodHead, http.MethodPost:
	default:
		return r, invalid("The method must be GET, HEAD or POST.")
	}
	if r.body != "" && r.method != http.MethodPost {
		return r, invalid("Only a POST can have a body.")
	}
	r.header, err = newHeader(a.Headers)
	return r, err
}

func newHeader(fields map[string]string) (http.Header, error) {
	header, size := http.Header{}, 0
	for name, value := range fields {
		size += len(name) + len(value)
		canonical := textproto.CanonicalMIMEHeaderKey(name)
		switch {
		case !httpguts.ValidHeaderFieldName(name):
			return nil, invalid("A header has a name that HTTP does not allow.")
		case !httpguts.ValidHeaderFieldValue(value):
			return nil, invalid("A header has a value that HTTP does not allow.")
		case reserved(name):
			return nil, invalid("A header is one that the agent cannot set, such as Host, Cookie or Content-Length.")
		case header[canonical] != nil:
			return nil, invalid("A header is given twice.")
		case size > headersLimit:
			return nil, invalid("The headers are larger than 16 KiB.")
		}
		header[canonical] = []string{value}
	}
	return header, nil
}

// reserved says whether a header is not the agent's to set: it frames the
// message, belongs to one connection (RFC 9110 §7.6.1), speaks to proxies, is a
// cookie, or would make the request another one than the person was shown.
func reserved(name string) bool {
	// Gateways take "_" for "-".
	name = strings.ReplaceAll(strings.ToLower(name), "_", "-")
	return strings.HasPrefix(name, "proxy-") || slices.Contains([]string{
		"host", "content-length", "transfer-encoding", "content-encoding", "accept-encoding",
		"connection", "keep-alive", "te", "trailer", "upgrade", "expect", "http2-settings",
		"cookie", "cookie2",
		"x-http-method", "x-http-method-override", "x-method-override",
		"x-original-url", "x-rewrite-url", "x-original-host", "x-forwarded-host", "x-host", "forwarded",
	}, name)
}
