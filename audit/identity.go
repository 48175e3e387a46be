package audit

import (
	"crypto/sha256"
	"errors"
)

// Errors of a call whose id was used before (contract §5).
var (
	// ErrDuplicate: the same agent, conversation and call_id asked for the same.
	ErrDuplicate = errors.New("audit: the call was recorded before")
	// ErrReused: the call_id was used before for something else.
	ErrReused = errors.New("audit: the call_id was used before for something else")
)

// mark is a shortened SHA-256. 16 bytes keep the table of seen calls, which is
// never pruned, small; who makes two marks collide only blocks a call of their own.
type mark [16]byte

// identity marks which call it is.
func (c Call) identity() mark { return shorten("call", c.AgentID, c.ConversationID, c.CallID) }

// substance marks what it asks for.
func (c Call) substance() mark {
	what := []string{c.Tool, c.NamedScope, c.ArgumentsDigest}
	if c.Runs != "" {
		what = append(what, c.Runs)
	}
	return shorten("what", what...)
}

func shorten(kind string, fields ...string) mark {
	sum := digest(kind, 0, 0, 0, fields...)
	return mark(sum[:sha256.Size/2])
}

// again compares what was seen under an identity with what is asked now.
func again(seen []byte, c Call) error {
	if now := c.substance(); string(seen) == string(now[:]) {
		return ErrDuplicate
	}
	return ErrReused
}
