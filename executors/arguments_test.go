package executors

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

type shot struct {
	Camera string   `json:"camera"`
	Width  *int64   `json:"width"`
	Tags   []string `json:"tags"`
}

func TestDecodeArguments(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		arguments string
		camera    string
		ignored   []string
		fault     string // named in the message
	}{
		{`{}`, "", nil, ""},
		{`{"camera":"front"}`, "front", nil, ""},
		{`{"z":{"camera":1},"camera":"front","a":[null]}`, "front", []string{"a", "z"}, ""},
		{`{"Camera":"front","CAMERA":"back"}`, "", []string{"CAMERA", "Camera"}, ""},
		{`{"camera":"front","width":null,"tags":null}`, "front", nil, ""},
		{`{"camera":7}`, "", nil, "/camera"},
		{`{"width":"argument value"}`, "", nil, "/width"},
		{`{"width":1.5}`, "", nil, "/width"},
		{`{"width":9223372036854775808}`, "", nil, "/width"},
		{`{"tags":["a",{"argument value":1}]}`, "", nil, "/tags/1"},
		{`{"camera":"a","camera":"argument value"}`, "", nil, "shape"},
		{`["argument value"]`, "", nil, "shape"},
		{`"argument value"`, "", nil, "shape"},
		{`{"camera":"argument value"`, "", nil, "shape"},
		{``, "", nil, "shape"},
	} {
		got, ignored, err := DecodeArguments[shot](jsontext.Value(test.arguments))
		if test.fault == "" {
			if err != nil || got.Camera != test.camera || !slices.Equal(ignored, test.ignored) {
				t.Errorf("%s: %+v, ignored %q, %v", test.arguments, got, ignored, err)
			}
			continue
		}
		var e *Error
		if !errors.As(err, &e) || e.Reason != InvalidArguments || !strings.Contains(e.Message, test.fault) {
			t.Errorf("%s: %v, want one that names %s", test.arguments, err, test.fault)
		} else if strings.Contains(err.Error(), "argument value") || errors.Unwrap(err) != nil {
			t.Errorf("%s: the error holds a value: %v", test.arguments, err)
		}
	}
}

func FuzzDecodeArguments(f *testing.F) {
	f.Add([]byte(`{"camera":"front","width":1,"tags":["a"],"x":{}}`))
	f.Add([]byte(`{"Camera":null,"width":1e400}`))
	f.Fuzz(func(t *testing.T, arguments []byte) {
		_, ignored, err := DecodeArguments[shot](arguments)
		var e *Error
		if err != nil && (!errors.As(err, &e) || e.Reason != InvalidArguments) {
			t.Errorf("got %v", err)
		}
		if slices.Contains(ignored, "camera") || !slices.IsSorted(ignored) {
			t.Errorf("ignored %q", ignored)
		}
	})
}
