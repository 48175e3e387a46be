package wire

import "errors"

// Run tells the host that sent a call to run it now, as it sent it (contract §12).
type Run struct{ CallKey }

// Line writes r.
func (r Run) Line() []byte { return write("run", r) }

// Ran says what became of a call that the engine told the host to run.
type Ran struct {
	CallKey
	Status string `json:"status"` // StatusOK or StatusError
}

// Line writes r.
func (r Ran) Line() []byte { return write("ran", r) }

func readRan(line []byte) (any, error) {
	r, err := readKeyed[Ran](line)
	if err == nil && r.Status != StatusOK && r.Status != StatusError {
		err = errors.New("status is neither ok nor error")
	}
	return r, err
}

// Withdraw takes back a host's own call, of which the question closes. It is the only
// thing that a host can say about a question.
type Withdraw struct{ CallKey }

// Line writes w.
func (w Withdraw) Line() []byte { return write("withdraw", w) }

func readWithdraw(line []byte) (any, error) { return readKeyed[Withdraw](line) }

// readKeyed reads a line of a host about a call.
func readKeyed[T interface{ Valid() bool }](line []byte) (said T, err error) {
	if err := unmarshal(line, &said); err != nil {
		return said, wrongType(err)
	}
	if !said.Valid() {
		return said, errors.New("agent_id, conversation_id or call_id is missing or is not 1 to 128 printable ASCII characters")
	}
	return said, nil
}
