package canonical

import (
	"bytes"
	"fmt"
	"math"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// maxInteger bounds numbers written as integers: a float64 holds every one up to
// here exactly (contract §5).
const maxInteger = 1 << 53

// overLimit returns what in data is nested too deep, depth levels being open
// already, or is a number that a float64 cannot hold. It looks at strings,
// brackets and numbers alone, so data need not be valid JSON; where it is, no
// limit is missed.
func overLimit(data []byte, depth int) *Fault {
	for i := 0; i < len(data); {
		switch c := data[i]; {
		case c == '"':
			i = stringEnd(data, i)
		case c == '{' || c == '[':
			if depth++; depth > maxDepth {
				return limitFault(data, i, fmt.Sprintf("The JSON is nested deeper than %d levels.", maxDepth))
			}
			i++
		case c == '}' || c == ']':
			depth--
			i++
		case c == '-' || '0' <= c && c <= '9':
			end := numberEnd(data, i)
			if message := badNumber(data[i:end]); message != "" {
				return limitFault(data, i, message)
			}
			i = end
		default:
			i++
		}
	}
	return nil
}

// Values returns how many values strict JSON holds, at most one more than there
// are for each empty array or object. It reads brackets, commas and strings alone.
func Values(data []byte) int {
	n := 1
	for i := 0; i < len(data); {
		switch data[i] {
		case '"':
			i = stringEnd(data, i)
			continue
		case '{', '[', ',':
			n++
		}
		i++
	}
	return n
}

// stringEnd returns the index after the string that begins at data[i].
func stringEnd(data []byte, i int) int {
	for i++; i < len(data); i++ {
		switch data[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(data)
}

// numberEnd returns the index after the number that begins at data[i].
func numberEnd(data []byte, i int) int {
	for i++; i < len(data); i++ {
		switch c := data[i]; {
		case '0' <= c && c <= '9', c == '.', c == 'e', c == 'E', c == '+', c == '-':
		default:
			return i
		}
	}
	return i
}

// badNumber says what is wrong with the size of a number. One that is not
// written as a JSON number is the grammar's business, not its.
func badNumber(number []byte) string {
	integer := !bytes.ContainsAny(number, ".eE")
	if integer && len(number) < len("9007199254740992") {
		return ""
	}
	value, err := strconv.ParseFloat(string(number), 64)
	switch {
	case math.IsInf(value, 0):
		return "A number is too large."
	case integer && err == nil && outside(number):
		return "An integer is outside ±2^53: write it as a string, or with an exponent."
	}
	return ""
}

// outside compares exactly, where a float64 would round 2^53+1 down.
func outside(integer []byte) bool {
	value, err := strconv.ParseInt(string(integer), 10, 64)
	return err != nil || value > maxInteger || value < -maxInteger
}

// limitFault finds the pointer of the value at offset by reading up to it, as
// far as data is well formed.
func limitFault(data []byte, offset int, message string) *Fault {
	dec := jsontext.NewDecoder(bytes.NewReader(data[:offset]), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	for {
		if _, err := dec.ReadToken(); err != nil {
			return &Fault{Pointer: dec.StackPointer(), Offset: int64(offset), Message: message}
		}
	}
}
