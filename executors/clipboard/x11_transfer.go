package clipboard

import (
	"errors"
	"fmt"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// targets returns the names of the forms in which the owner offers its content. An
// owner that cannot say offers text, as owners once did.
func (x *x11) targets() ([]string, error) {
	packed, err := x.convert("TARGETS")
	if errors.Is(err, errRefused) {
		return []string{latin1}, nil
	}
	if err != nil {
		return nil, err
	}
	var names []string
	for ; len(packed) >= 4; packed = packed[4:] {
		reply, err := xproto.GetAtomName(x.conn, xproto.Atom(xgb.Get32(packed))).Reply()
		if err != nil {
			continue // no atom at all
		}
		names = append(names, reply.Name)
	}
	return names, nil
}

// convert asks the owner for its content in the form of target, and returns it.
func (x *x11) convert(target string) ([]byte, error) {
	wanted, err := x.atom(target)
	if err != nil {
		return nil, err
	}
	xproto.ConvertSelection(x.conn, x.window, x.clipboard, wanted, x.property, xproto.TimeCurrentTime)
	answer, err := await(x, func(e xproto.SelectionNotifyEvent) bool { return e.Target == wanted })
	if err != nil {
		return nil, err
	}
	if answer.Property == xproto.AtomNone {
		return nil, errRefused
	}
	value, form, err := x.take()
	if err != nil || form != x.parts {
		return value, err
	}
	return x.collect()
}

// collect puts together a content that comes in parts (ICCCM 2.7.2). Each part is
// sent when the one before it was taken; an empty one is the end.
func (x *x11) collect() (all []byte, err error) {
	for {
		_, err := await(x, func(e xproto.PropertyNotifyEvent) bool {
			return e.Atom == x.property && e.State == xproto.PropertyNewValue
		})
		if err != nil {
			return nil, err
		}
		part, _, err := x.take()
		if err != nil || len(part) == 0 {
			return all, err
		}
		if all = append(all, part...); len(all) > maxSize {
			return nil, errTooLarge
		}
	}
}

// take returns what the owner has put down, and removes it.
func (x *x11) take() (value []byte, form xproto.Atom, err error) {
	const units = maxSize/4 + 1 // of four bytes
	reply, err := xproto.GetProperty(x.conn, true, x.window, x.property, xproto.GetPropertyTypeAny, 0, units).Reply()
	switch {
	case err != nil:
		return nil, 0, err
	case reply.BytesAfter > 0:
		return nil, 0, errTooLarge
	}
	return reply.Value, reply.Type, nil
}

// await returns the next event of type E that is wanted.
func await[E xgb.Event](x *x11, wanted func(E) bool) (event E, err error) {
	for {
		next, failure := x.conn.WaitForEvent()
		if failure != nil {
			return event, fmt.Errorf("asking the owner of the clipboard: %w", failure)
		}
		if next == nil {
			return event, errors.New("the X server closed the connection")
		}
		if event, ok := next.(E); ok && wanted(event) {
			return event, nil
		}
	}
}
