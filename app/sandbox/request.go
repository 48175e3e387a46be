package sandbox

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"os"
	"strings"

	"assent/app/sandbox/store"
	"assent/app/wire"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// maxBody is the most that a request may bring: a message must fit a line of the wire.
const maxBody = wire.MaxInbound

// request is one that is being answered.
type request struct {
	*server
	http   *http.Request
	w      http.ResponseWriter
	caller store.Holder // nobody on a public route
}

// caller returns who asks; a *problem when that cannot be told.
func (s *server) caller(r *http.Request, at route) (store.Holder, error) {
	if at.public {
		return store.Holder{}, nil
	}
	given := r.Header.Values("Authorization")
	if len(given) != 1 {
		return store.Holder{}, unauthorized("Send Authorization: Bearer and a token.")
	}
	scheme, token, _ := strings.Cut(given[0], " ")
	if !strings.EqualFold(scheme, "Bearer") || token == "" {
		return store.Holder{}, unauthorized("Send Authorization: Bearer and a token.")
	}
	who, err := s.store.Holder(strings.TrimSpace(token))
	if errors.Is(err, store.ErrNotFound) {
		return store.Holder{}, unauthorized("The token is not known here.")
	}
	return who, err
}

// may returns a *problem unless the caller is the owner, or the one of this kind and id.
func (r *request) may(holders ...store.Holder) error {
	if r.caller.Kind == store.Owner {
		return nil
	}
	for _, h := range holders {
		if r.caller == h {
			return nil
		}
	}
	return forbidden("The token is not of who may do this.")
}

// body reads the whole body, which is JSON by its headers.
func (r *request) body() ([]byte, error) {
	kind, _, err := mime.ParseMediaType(r.http.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" || r.http.Header.Get("Content-Encoding") != "" {
		return nil, newProblem(http.StatusUnsupportedMediaType, "UNSUPPORTED_MEDIA_TYPE", "Send a body as Content-Type: application/json, not compressed.")
	}
	text, err := io.ReadAll(http.MaxBytesReader(r.w, r.http.Body, maxBody))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return nil, tooLarge()
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, newProblem(http.StatusRequestTimeout, "REQUEST_TIMEOUT", "The body did not come in time.")
	case err != nil:
		return nil, badRequest("The body broke off.")
	}
	return text, nil
}

// read reads the body's members into a struct.
func (r *request) read(into any) error {
	text, err := r.body()
	if err != nil {
		return err
	}
	return unmarshal(text, into)
}

// unmarshal reads an object's members. The error is a *problem that names what is wrong,
// never its value.
func unmarshal(text []byte, into any) error {
	if jsontext.Value(text).Kind() != '{' {
		return badRequest("The body is not a JSON object.")
	}
	err := json.Unmarshal(text, into)
	var semantic *json.SemanticError
	var syntactic *jsontext.SyntacticError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &semantic):
		return badRequest("The body's member " + string(semantic.JSONPointer) + " has the wrong type.")
	case errors.As(err, &syntactic):
		return badRequest("The body is not strict JSON: see " + position(syntactic) + ".")
	}
	return badRequest("The body is not strict JSON.")
}

// position says where JSON is wrong, without what stands there.
func position(e *jsontext.SyntacticError) string {
	return fmt.Sprintf("byte %d, in %s", e.ByteOffset, cmp.Or(string(e.JSONPointer), "the whole"))
}
