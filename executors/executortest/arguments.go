package executortest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"assent/executors"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// malformed puts values of every wrong kind in the place of each argument, and
// of all of them. Nothing runs: a variant may well be valid.
func malformed(ctx context.Context, e executors.Executor, c Case) error {
	for _, arguments := range variants(c.Request.Arguments) {
		request := c.Request
		request.Arguments = arguments
		plan, err := e.Prepare(ctx, request)
		if err != nil {
			var known *executors.Error
			if !errors.As(err, &known) {
				return fmt.Errorf("preparing failed with a %T (%v), want an *executors.Error", err, err)
			}
			if err := discreet(err, request); err != nil {
				return err
			}
			continue
		}
		plan.Facts()
		if err := plan.Close(); err != nil {
			return fmt.Errorf("closing: %w", err)
		}
	}
	return nil
}

func variants(arguments jsontext.Value) (all []jsontext.Value) {
	var members map[string]jsontext.Value
	if err := json.Unmarshal(arguments, &members); err != nil {
		return nil
	}
	add := func(members map[string]jsontext.Value) {
		if encoded, err := json.Marshal(members); err == nil {
			all = append(all, encoded)
		}
	}
	add(nil)
	for _, name := range slices.Sorted(maps.Keys(members)) {
		for _, value := range wrong() {
			variant := maps.Clone(members)
			variant[name] = jsontext.Value(value)
			add(variant)
		}
	}
	return append(all, nil, jsontext.Value(`[]`), jsontext.Value(`null`), jsontext.Value(`{`))
}

func wrong() []string {
	return []string{
		`null`, `true`, `0`, `-1`, `1.5`, `9007199254740992`, `1e308`, `[]`, `["argument value"]`, `{}`, `{"a":{"b":null}}`,
		`""`, `" "`, `"\u0000"`, `"wrong value"`, `"wrong\nvalue\u202e"`, `"\ufffd\ud83d\ude00"`, `"` + strings.Repeat("long value ", 1000) + `"`,
		strings.Repeat(`[`, 60) + strings.Repeat(`]`, 60),
	}
}

// discreet fails when err, or anything it wraps, holds a value of the arguments.
// Short values are left out: they may be words of the contract ("utf-8").
func discreet(err error, request executors.Request) error {
	if err == nil {
		return nil
	}
	text := strings.Join(texts(err), "\n")
	for _, value := range values(request.Arguments) {
		if len(value) >= 12 && strings.Contains(text, value) {
			return fmt.Errorf("an error (%T) holds an argument's value %.80q: %.200q", err, value, text)
		}
	}
	return nil
}

// texts returns the texts of err and of all that it wraps.
func texts(err error) []string {
	all := []string{err.Error()}
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		if inner := e.Unwrap(); inner != nil {
			all = append(all, texts(inner)...)
		}
	case interface{ Unwrap() []error }:
		for _, inner := range e.Unwrap() {
			all = append(all, texts(inner)...)
		}
	}
	return all
}

// values returns every string in a JSON value but the names of members.
func values(arguments jsontext.Value) (all []string) {
	var decoded any
	if json.Unmarshal(arguments, &decoded) != nil {
		return nil
	}
	var walk func(any)
	walk = func(value any) {
		switch v := value.(type) {
		case string:
			all = append(all, v)
		case []any:
			for _, each := range v {
				walk(each)
			}
		case map[string]any:
			for _, each := range v {
				walk(each)
			}
		}
	}
	walk(decoded)
	return all
}
