package network

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
)

// pages answers requests from files, in place of the network: HOST/PATH, and index.html
// where PATH is a folder. What is not there is a 404.
type pages struct{ files fs.FS }

// RoundTrip answers request.
func (p pages) RoundTrip(request *http.Request) (*http.Response, error) {
	name := path.Join(request.URL.Hostname(), path.Clean("/"+request.URL.Path))
	if info, err := fs.Stat(p.files, name); err == nil && info.IsDir() {
		name = path.Join(name, "index.html")
	}
	status, kind := http.StatusOK, mime.TypeByExtension(path.Ext(name))
	data, err := fs.ReadFile(p.files, name)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrInvalid):
		status, kind, data = http.StatusNotFound, "text/plain; charset=utf-8", []byte("404 page not found\n")
	case err != nil:
		return nil, err
	case kind == "":
		kind = http.DetectContentType(data)
	}
	header := http.Header{"Content-Type": {kind}, "Content-Length": {strconv.Itoa(len(data))}}
	if strings.EqualFold(request.Method, http.MethodHead) {
		data = nil
	}
	return &http.Response{
		StatusCode: status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: header, Body: io.NopCloser(bytes.NewReader(data)), ContentLength: int64(len(data)), Request: request,
	}, nil
}
