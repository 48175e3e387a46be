//go:build !linux

package chooser

import "context"

// Portal returns ErrNone: there is no portal here.
func Portal(context.Context, string, Wanted) (string, error) { return "", ErrNone }
