package consent

import (
	"context"

	"assent/consent/ask"
)

// nobody answers where there is no one to ask (contract §11): never a yes, never
// a hang.
type nobody struct{}

func (nobody) Ask(context.Context, ask.Question, ask.Shown) (ask.Answer, error) {
	return ask.Answer{}, ask.ErrNoOneToAsk
}

func (nobody) Review(_ Review, answer func(granted []string)) { answer(nil) }
