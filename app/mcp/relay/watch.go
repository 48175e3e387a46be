package relay

import (
	"bytes"
	"io"
	"mime"
	"slices"
)

// watch lets a response pass and has each message in it looked at.
func watch(body io.ReadCloser, contentType string, look func(reply)) io.ReadCloser {
	return watchUntil(body, contentType, func(said reply) error {
		look(said)
		return nil
	})
}

// watchUntil is watch whose reading ends with look's error.
func watchUntil(body io.ReadCloser, contentType string, look func(reply) error) io.ReadCloser {
	kind, _, _ := mime.ParseMediaType(contentType)
	return &watcher{body: body, look: look, events: kind == "text/event-stream"}
}

// watcher reads messages as they pass: one JSON text, or those of an event stream. What
// is longer than a message may be is passed and not looked at.
type watcher struct {
	body   io.ReadCloser
	look   func(reply) error
	events bool

	line, data []byte // of a stream: the line, and the event's data so far
	long       bool
	ended      bool
}

// Read implements io.Reader.
func (w *watcher) Read(p []byte) (n int, err error) {
	n, err = w.body.Read(p)
	if looked := w.take(p[:n]); looked != nil {
		return n, looked
	}
	if err == io.EOF && !w.ended {
		w.ended = true
		if looked := w.end(); looked != nil {
			return n, looked
		}
	}
	return n, err
}

// Close implements io.Closer.
func (w *watcher) Close() error { return w.body.Close() }

func (w *watcher) take(part []byte) error {
	if !w.events {
		w.keep(&w.data, part)
		return nil
	}
	for len(part) > 0 {
		end := bytes.IndexByte(part, '\n')
		if end < 0 {
			w.keep(&w.line, part)
			return nil
		}
		w.keep(&w.line, part[:end])
		part = part[end+1:]
		if err := w.endLine(); err != nil {
			return err
		}
	}
	return nil
}

func (w *watcher) keep(to *[]byte, part []byte) {
	if w.long = w.long || len(*to)+len(part) > FrameLimit; w.long {
		*to = nil
		return
	}
	*to = append(*to, part...)
}

// endLine takes a line of an event stream.
func (w *watcher) endLine() error {
	line := bytes.TrimSuffix(w.line, []byte("\r"))
	w.line = w.line[:0]
	if len(line) == 0 {
		return w.end()
	}
	if data, ok := bytes.CutPrefix(line, []byte("data:")); ok {
		w.keep(&w.data, append(bytes.TrimPrefix(data, []byte(" ")), '\n'))
	}
	return nil
}

// end looks at the message that is complete.
func (w *watcher) end() error {
	data, long := bytes.TrimSpace(w.data), w.long
	w.data, w.long = nil, false
	if long || len(data) == 0 {
		return nil
	}
	said := readReply(slices.Clone(data))
	said.raw = data
	return w.look(said)
}
