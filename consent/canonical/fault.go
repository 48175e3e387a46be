package canonical

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// Fault says why data is not strict JSON. It never repeats what the data holds
// but for Pointer, which is made of member names.
type Fault struct {
	Pointer jsontext.Pointer // the value at fault, as far as it is known
	Offset  int64            // in bytes, where it begins
	Message string           // a sentence for people
}

func (f *Fault) Error() string { return fmt.Sprintf("%s (at byte %d)", f.Message, f.Offset) }

// invalid finds the fault of data that is not valid.
func invalid(data []byte) *Fault {
	dec := jsontext.NewDecoder(bytes.NewBuffer(data))
	if err := dec.SkipValue(); err != nil {
		return syntaxFault(data, err)
	}
	return &Fault{Offset: dec.InputOffset(), Message: "There is something after the end of the JSON value."}
}

// syntaxFault says what a decoder or encoder had against data.
func syntaxFault(data []byte, err error) *Fault {
	fault := &Fault{Message: "This is not valid JSON."}
	var syntactic *jsontext.SyntacticError
	if errors.As(err, &syntactic) {
		fault.Pointer, fault.Offset = syntactic.JSONPointer, syntactic.ByteOffset
	}
	switch {
	case bytes.HasPrefix(data, []byte("\xef\xbb\xbf")):
		fault.Message = "The JSON begins with a byte order mark: save it without one."
	case errors.Is(err, jsontext.ErrDuplicateName):
		fault.Message = "An object has two members of the same name."
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		fault.Message = "The JSON ends too early."
	case !utf8.Valid(data):
		fault.Message = "The text is not valid UTF-8."
	}
	return fault
}
