package network

import (
	"context"
	"encoding/base64"
	"io"
	"net/http"
	"strings"
	"unicode/utf8"

	"assent/executors"

	"golang.org/x/text/encoding/charmap"
)

// bodyLimit is how many bytes of a decompressed body are read (contract §9).
const bodyLimit = executors.MaxContent

// result is what the agent gets.
type result struct {
	StatusCode int               `json:"status_code"`
	Headers    map[string]string `json:"headers"` // values of one name joined by ", "
	Body       string            `json:"body"`
	Encoding   string            `json:"encoding"` // "utf-8" or "base64"
	URL        string            `json:"url"`      // the last one, after redirects
	Truncated  bool              `json:"truncated"`
}

// newResult reads the answer. The transport decompresses as it is read, so a small
// body that would become a huge one stops at the limit.
func newResult(ctx context.Context, response *http.Response) (result, error) {
	data, err := io.ReadAll(io.LimitReader(response.Body, bodyLimit+1))
	if err != nil {
		return result{}, err
	}
	r := result{
		StatusCode: response.StatusCode,
		Headers:    map[string]string{},
		URL:        response.Request.URL.String(),
		Encoding:   "utf-8",
		Truncated:  len(data) > bodyLimit,
	}
	for name, values := range response.Header {
		r.Headers[name] = readable(strings.Join(values, ", "))
	}
	data = data[:min(len(data), bodyLimit)]
	text, ok := decodeText(ctx, data, response.Header.Get("Content-Type"), r.Truncated)
	if !ok {
		r.Body, r.Encoding = base64.StdEncoding.EncodeToString(data), "base64"
		return r, nil
	}
	r.Body = text[:executors.FittingText(text)]
	r.Truncated = r.Truncated || len(r.Body) < len(text)
	return r, nil
}

// readable takes a header's value that is not UTF-8 for Latin-1, which it was
// once (RFC 9110 §5.5).
func readable(value string) string {
	if utf8.ValidString(value) {
		return value
	}
	text, err := charmap.ISO8859_1.NewDecoder().String(value)
	if err != nil {
		return strings.ToValidUTF8(value, "\ufffd")
	}
	return text
}
