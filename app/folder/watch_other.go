//go:build !linux

package folder

import "errors"

// Watch is not made for this system: its error wraps errors.ErrUnsupported.
func Watch(string, func()) (stop func(), err error) { return nil, errors.ErrUnsupported }
