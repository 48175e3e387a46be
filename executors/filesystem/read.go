package filesystem

import (
	"bytes"
	"context"
	"encoding/base64"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"assent/executors"
	"assent/executors/secret"
	"assent/i18n"

	"github.com/gabriel-vasile/mimetype"
)

// content is the result of reading (contract §9).
type content struct {
	Content   string `json:"content"`
	Encoding  string `json:"encoding"`
	Size      int64  `json:"size"` // of the whole file, bytes
	MIMEType  string `json:"mime_type"`
	Truncated bool   `json:"truncated"` // the file goes on
}

const (
	headSize = 64 << 10 // of a file's beginning is looked at, whatever is asked for

	// What is looked at around the asked part (contract §9): a secret is found also when
	// it is read in pieces.
	lookBehind = 64 << 10
	lookAhead  = 4 << 10

	keptBuffer = 32 << 10 // bytes, the largest that is used again
)

// read returns the asked part of file, or an AskAgain when it or what is around it
// looks like a secret and secrets are not allowed.
func (p *plan) read(ctx context.Context, file *os.File, secretsAllowed bool) (any, error) {
	before := min(p.asked.offset, lookBehind)
	from, size := p.asked.offset-before, before+p.asked.limit+lookAhead
	buffer := p.buffers.take()
	defer p.buffers.giveBack(buffer)
	raw, err := p.readAt(ctx, buffer, file, from, size)
	if err != nil {
		return nil, err
	}
	head := raw
	if from > 0 || int64(len(raw)) == size && size < headSize {
		if head, err = p.readAt(ctx, &bytes.Buffer{}, file, 0, headSize); err != nil {
			return nil, err
		}
	}
	if !secretsAllowed {
		if kinds := p.secrets(head, raw, from); len(kinds) > 0 {
			return nil, &executors.AskAgain{Care: kinds}
		}
	}
	w := window{raw: raw, start: min(int(before), len(raw)), end: len(raw)}
	if asked := before + p.asked.limit; int64(len(raw)) > asked {
		w.end, w.more = int(asked), true
	}
	result := &content{Size: p.found.info.Size(), MIMEType: mimeType(head[:min(len(head), headSize)]), Truncated: w.more}
	if now, err := file.Stat(); err == nil {
		result.Size = now.Size()
	}
	if end := p.asked.offset + int64(w.end-w.start); w.end > w.start {
		result.Size = max(result.Size, end) // files that claim less than they hold
	}
	return result, result.fill(w, p.asked.encoding)
}

// secrets returns why the content must be asked about: what its head, or part from the
// offset from on, looks to hold. A part at the beginning is in the head or holds it.
func (p *plan) secrets(head, part []byte, from int64) (care []i18n.Text) {
	name := filepath.Base(p.found.real)
	var kinds []i18n.Text
	if from > 0 {
		kinds = secret.Find(name, part, false)
	}
	if len(kinds) == 0 {
		kinds = secret.Find(name, head, true)
	}
	for _, kind := range kinds {
		care = append(care, secret.Care(kind))
	}
	return care
}

// buffers are the memory that small files are read into, again and again.
type buffers struct{ pool sync.Pool }

func (b *buffers) take() *bytes.Buffer {
	if data, ok := b.pool.Get().(*bytes.Buffer); ok {
		return data
	}
	return &bytes.Buffer{}
}

// giveBack says that nothing of data is looked at any more.
func (b *buffers) giveBack(data *bytes.Buffer) {
	if data.Cap() <= keptBuffer {
		data.Reset()
		b.pool.Put(data)
	}
}

// fill puts the window into the encoding that was asked for, or that fits.
func (c *content) fill(w window, encoding string) error {
	text, ok := w.text()
	switch {
	case encoding == utf8Encoding && !ok:
		return executors.Errorf(executors.InvalidArguments, "The file is not UTF-8 text. Read it with the encoding base64.")
	case encoding == utf8Encoding, encoding == "" && ok && executors.PlainText(text):
		cut := executors.FittingText(text)
		c.Content, c.Encoding, c.Truncated = string(text[:cut]), utf8Encoding, c.Truncated || cut < len(text)
	default:
		c.Content, c.Encoding = base64.StdEncoding.EncodeToString(w.raw[w.start:w.end]), base64Encoding
	}
	return nil
}

// readAt returns at most n bytes from offset on, by what is really read: the size that
// the file claims only tells how much memory to begin with. They are in data, which is
// empty before.
func (p *plan) readAt(ctx context.Context, data *bytes.Buffer, file *os.File, offset, n int64) ([]byte, error) {
	data.Grow(int(min(n, max(0, p.found.info.Size()-offset))) + bytes.MinRead)
	_, err := data.ReadFrom(untilDone{ctx, io.NewSectionReader(file, offset, n)})
	switch {
	case ctx.Err() != nil:
		return nil, tooLate(ctx)
	case err != nil:
		return nil, refusal(err)
	}
	return data.Bytes(), nil
}

// untilDone stops reading when nobody waits for it any more.
type untilDone struct {
	ctx    context.Context
	reader io.Reader
}

func (u untilDone) Read(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.reader.Read(p)
}

// mimeType guesses a type from a file's head, without parameters such as a
// charset, which the head alone cannot tell.
func mimeType(head []byte) string {
	name, _, _ := strings.Cut(mimetype.Detect(head).String(), ";")
	return name
}
