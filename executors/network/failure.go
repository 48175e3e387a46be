package network

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"syscall"

	"assent/executors"
)

// failure says what went wrong without saying where: err's own text holds the
// address, so it goes no further.
func failure(ctx context.Context, err error) *executors.Error {
	var known *executors.Error
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return executors.Errorf(executors.ToolTimeout, "The site did not answer within the time limit.")
	case ctx.Err() != nil:
		return executors.Errorf(executors.Interrupted, "The request was stopped.")
	case errors.As(err, &known):
		return known
	}
	return executors.Errorf(executors.NetworkError, "%s", sentence(err))
}

func sentence(err error) string {
	var (
		name        *net.DNSError
		certificate *tls.CertificateVerificationError
		alert       tls.AlertError
		record      tls.RecordHeaderError
	)
	switch {
	case errors.As(err, &name) && name.IsNotFound:
		return "The host name was not found. Check its spelling."
	case errors.As(err, &name):
		return "The host name could not be looked up. Check the connection to the internet."
	case errors.As(err, &certificate):
		return "The site's certificate is not trusted."
	case errors.As(err, &alert), errors.As(err, &record), errors.Is(err, http.ErrSchemeMismatch):
		return "No secure connection could be made with the site."
	case errors.Is(err, syscall.ECONNREFUSED):
		return "The site refused the connection."
	case errors.Is(err, syscall.ENETUNREACH), errors.Is(err, syscall.EHOSTUNREACH):
		return "The site cannot be reached. Check the connection to the internet."
	case errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, syscall.ETIMEDOUT):
		return "The site did not answer."
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		return "The site closed the connection before its answer was complete."
	}
	return "The site's answer could not be read."
}
