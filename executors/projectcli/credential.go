package projectcli

import (
	"bytes"
	"context"
	"os"
	"strconv"

	"assent/executors"
	"assent/executors/contained"
)

const (
	maxCredential = 4 << 10 // bytes
	minCredential = 8       // characters: a shorter one would be found everywhere

	// ttlVariable tells the credential's command how long, in seconds, it is to hold.
	ttlVariable = "CREDENTIAL_TTL_S"
)

// secret is a credential. It goes into one environment and nowhere else: it is never
// formatted, and who has text that it may be in has it scrubbed.
type secret struct{ value []byte }

// String keeps a credential out of whatever is formatted by mistake.
func (secret) String() string { return redacted }

// GoString does what String does.
func (secret) GoString() string { return redacted }

// make has the credential's command make one, for this call. The command is the user's
// own and runs as the user's shell would run it: it may need their keyring. Of what it
// prints nothing but the credential is used.
func (c *Credential) make(ctx context.Context, home string) (*secret, error) {
	if c == nil {
		return nil, nil
	}
	out, err := runToEnd(ctx, contained.Command{
		Program: c.Command[0], Args: c.Command[1:], Folder: home,
		Environment: append(os.Environ(), ttlVariable+"="+strconv.Itoa(c.TTLS)),
		Writable:    []string{"/"},
	}, maxCredential)
	line := bytes.TrimSuffix(bytes.TrimSuffix(out, []byte("\n")), []byte("\r"))
	switch {
	case ctx.Err() != nil:
		return nil, failure(ctx, err)
	case err != nil || len(line) < minCredential || bytes.ContainsFunc(line, unprintable):
		return nil, executors.Errorf(executors.ServiceMissing, "No credential could be made for the project CLI: its command must print one line of 8 to 4096 characters. The user can try the command in a terminal.")
	}
	return &secret{line}, nil
}

func unprintable(r rune) bool { return r < ' ' || r > '~' }

// variable is the credential as the CLI finds it.
func (c *Credential) variable(s *secret) string { return c.Env + "=" + string(s.value) }
