package mcp

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"regexp"
	"strings"

	"assent/app/folder"

	"github.com/modelcontextprotocol/go-sdk/auth"
)

// Bounds of a token file.
const (
	tokenFileLimit = 1 << 20
	tokenLength    = 22 // characters: 128 bits in base64
)

// clientName is the grammar of NAME and C (contract §13).
var clientName = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,31}$`)

// ValidName reports whether name is one that a client or a server may have here.
func ValidName(name string) bool { return clientName.MatchString(name) }

// Tokens are the clients that may connect over HTTP: the token alone says which.
type Tokens struct {
	clients []string
	digests [][sha256.Size]byte
}

// ReadTokens reads a token file: lines of a client's name and its token. A missing file
// is made, 0600, with one token for client. A file that others may read is refused.
func ReadTokens(path, client string) (*Tokens, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := folder.WriteFile(path, []byte(client+" "+rand.Text()+rand.Text()+"\n")); err != nil {
			return nil, fmt.Errorf("making the token file: %w", err)
		}
	case err != nil:
		return nil, fmt.Errorf("looking at the token file: %w", err)
	case info.Mode().Perm()&0o077 != 0:
		return nil, fmt.Errorf("the token file %s is open to other users: close it with chmod 600", path)
	}
	data, err := folder.ReadFile(path, tokenFileLimit)
	if err != nil {
		return nil, fmt.Errorf("reading the token file: %w", err)
	}
	t := &Tokens{}
	for number, line := range strings.Split(string(data), "\n") {
		fields := strings.Fields(line)
		switch {
		case len(fields) == 0 || strings.HasPrefix(fields[0], "#"):
			continue
		case len(fields) != 2 || !ValidName(fields[0]) || len(fields[1]) < tokenLength:
			return nil, fmt.Errorf("%s, line %d: it is not a client's name and a token of at least %d characters", path, number+1, tokenLength)
		}
		t.clients = append(t.clients, fields[0])
		t.digests = append(t.digests, sha256.Sum256([]byte(fields[1])))
	}
	if len(t.clients) == 0 {
		return nil, fmt.Errorf("%s names no client", path)
	}
	return t, nil
}

// verify returns whose token it is. Every token is compared, each in constant time.
func (t *Tokens) verify(_ context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
	digest, found := sha256.Sum256([]byte(token)), -1
	for i := range t.digests {
		if subtle.ConstantTimeCompare(digest[:], t.digests[i][:]) == 1 {
			found = i
		}
	}
	if found < 0 {
		return nil, auth.ErrInvalidToken
	}
	return &auth.TokenInfo{UserID: t.clients[found]}, nil
}

// guard lets only clients with a token through, and takes the token off.
func (t *Tokens) guard(next http.Handler) http.Handler {
	return auth.RequireBearerToken(t.verify, &auth.RequireBearerTokenOptions{AllowMissingExpiration: true})(
		http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			r.Header.Del("Authorization")
			next.ServeHTTP(w, r)
		}))
}
