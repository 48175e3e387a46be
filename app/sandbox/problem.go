package sandbox

import (
	"errors"
	"fmt"
	"net/http"

	"assent/app/sandbox/store"
	"assent/consent/manifest"
)

// problem is an answer that says what is wrong (RFC 9457). Its texts hold nothing of
// what was sent but names of its members.
type problem struct {
	Type    string           `json:"type"`
	Title   string           `json:"title"`
	Status  int              `json:"status"`
	Code    string           `json:"code"`
	Detail  string           `json:"detail"`
	Details []manifest.Issue `json:"details,omitempty"`

	retryAfter string
}

func (p *problem) Error() string { return p.Detail }

func newProblem(status int, code, detail string) *problem {
	return &problem{Type: "about:blank", Title: http.StatusText(status), Status: status, Code: code, Detail: detail}
}

func badRequest(detail string) *problem {
	return newProblem(http.StatusBadRequest, "BAD_REQUEST", detail)
}

func unauthorized(detail string) *problem {
	return newProblem(http.StatusUnauthorized, "UNAUTHORIZED", detail)
}

func forbidden(detail string) *problem {
	return newProblem(http.StatusForbidden, "FORBIDDEN", detail)
}

func notFound(detail string) *problem {
	return newProblem(http.StatusNotFound, "NOT_FOUND", detail)
}

func methodNotAllowed() *problem {
	return newProblem(http.StatusMethodNotAllowed, "METHOD_NOT_ALLOWED", "This path knows other methods: see Allow.")
}

func tooLarge() *problem {
	return newProblem(http.StatusRequestEntityTooLarge, "REQUEST_TOO_LARGE", fmt.Sprintf("A request's body has at most %d bytes.", maxBody))
}

func internal() *problem {
	return newProblem(http.StatusInternalServerError, "INTERNAL", "The sandbox could not do this: its log says why.")
}

// missing makes of an ErrNotFound that there is no such thing.
func missing(what string, err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return notFound("There is no such " + what + ".")
	}
	return err
}

// invalidManifest is the problem of a manifest that is none.
func invalidManifest(err error) error {
	var invalid *manifest.Invalid
	switch {
	case errors.Is(err, manifest.ErrTooLarge):
		return newProblem(http.StatusRequestEntityTooLarge, "MANIFEST_TOO_LARGE", "The manifest has more than 128 KiB in its canonical form: use fewer tools, and oneOf for variants of one.")
	case errors.As(err, &invalid):
		p := newProblem(http.StatusBadRequest, "MANIFEST_INVALID", "The manifest is not valid: details says where.")
		p.Details = invalid.Issues
		return p
	}
	return err
}
