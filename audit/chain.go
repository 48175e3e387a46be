package audit

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
)

// hash is a SHA-256.
type hash [sha256.Size]byte

// Head is the last link of the chain. Kept elsewhere, it shows later that the
// log's tail was cut.
type Head struct {
	Link int64 // number of the link, from 1; 0 before the first
	Hash [sha256.Size]byte
}

// String returns the form that ParseHead reads: the link's number and its hash.
func (h Head) String() string { return fmt.Sprintf("%d:%x", h.Link, h.Hash) }

// ParseHead reads what Head.String wrote.
func ParseHead(s string) (Head, error) {
	number, digits, _ := strings.Cut(strings.TrimSpace(s), ":")
	link, err := strconv.ParseInt(number, 10, 64)
	sum, hexErr := hex.DecodeString(digits)
	if err != nil || hexErr != nil || link < 0 || len(sum) != sha256.Size {
		return Head{}, fmt.Errorf("audit: a head reads NUMBER:HASH, as audit verify prints it")
	}
	return Head{Link: link, Hash: hash(sum)}, nil
}

// next returns the link after h for what digest covers.
func (h Head) next(digest hash) Head {
	var both [2 * sha256.Size]byte
	copy(both[:], h.Hash[:])
	copy(both[sha256.Size:], digest[:])
	return Head{Link: h.Link + 1, Hash: sha256.Sum256(both[:])}
}

// beginDigest covers what is recorded when a call begins.
func (r *Row) beginDigest() hash {
	return digest("begin", r.Seq, 0, 0, r.CallID, r.AgentID, r.ConversationID, r.Tool, r.Scope, r.ArgumentsDigest, r.Timestamp)
}

// endDigest covers what is recorded when a call ends.
func (r *Row) endDigest() hash {
	return digest("end", r.Seq, r.ShownMS, r.DurationMS, string(r.Status), r.Reason, r.Sensitivity, r.Decision)
}

// digest hashes the fields with their lengths, so that no two lists of fields
// give the same bytes.
func digest(kind string, a, b, c int64, fields ...string) hash {
	buf := make([]byte, 0, 512)
	buf = append(buf, kind...)
	for _, n := range [...]int64{a, b, c} {
		buf = binary.BigEndian.AppendUint64(buf, uint64(n))
	}
	for _, f := range fields {
		buf = binary.BigEndian.AppendUint32(buf, uint32(len(f)))
		buf = append(buf, f...)
	}
	return sha256.Sum256(buf)
}
