package consent

import "context"

// nobody answers where there is no one to ask (contract §11): never a yes, never
// a hang.
type nobody struct{}

func (nobody) Ask(context.Context, Question, Shown) (Answer, error) { return Answer{}, ErrNoOneToAsk }

func (nobody) Review(_ Review, answer func(granted []string)) { answer(nil) }
