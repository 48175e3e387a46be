package fault

import (
	"os"
	"sync"
	"time"

	"assent/consent/ask"
)

// Faults knows the calls that are on their way and what each meets. Its methods are safe
// for concurrent use; those of a nil one say that nothing goes wrong.
type Faults struct {
	orders []Order

	mu    sync.Mutex
	calls map[string]int // that came, by tool; all of them under ""
	met   map[ask.CallKey]Met
}

// New returns the faults that were ordered, nil where none were.
func New(orders []Order) *Faults {
	if len(orders) == 0 {
		return nil
	}
	return &Faults{orders: orders, calls: map[string]int{}, met: map[ask.CallKey]Met{}}
}

// Ordered returns the orders as they were given, nil of a nil one.
func (f *Faults) Ordered() (texts []string) {
	if f == nil {
		return nil
	}
	for _, o := range f.orders {
		texts = append(texts, o.String())
	}
	return texts
}

// Orders reports whether a kind was ordered.
func (f *Faults) Orders(kind Kind) bool { return f != nil && Met(f.orders).Has(kind) }

// Begin counts a call that came and returns what it meets.
func (f *Faults) Begin(call ask.CallKey, tool string) Met {
	if f == nil {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls[tool]++
	f.calls[""]++
	var met Met
	for _, o := range f.orders {
		if o.CallID == call.CallID || o.CallID == "" && (o.Tool == "" || o.Tool == tool) && (o.Number == 0 || o.Number == f.calls[o.Tool]) {
			met = append(met, o)
		}
	}
	f.met[call] = met
	return met
}

// End forgets a call that is answered.
func (f *Faults) End(call ask.CallKey) {
	if f == nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.met, call)
}

// Slow returns how much longer the person takes to answer a question about a call.
func (f *Faults) Slow(call ask.CallKey) time.Duration {
	if f == nil {
		return 0
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.met[call].By(SlowPerson)
}

// Met is what goes wrong with one call.
type Met []Order

// Has reports whether a kind of fault is among it.
func (m Met) Has(kind Kind) bool {
	for _, o := range m {
		if o.Kind == kind {
			return true
		}
	}
	return false
}

// By returns the time of a kind's orders, added up; 0 where it is not among it.
func (m Met) By(kind Kind) (by time.Duration) {
	for _, o := range m {
		if o.Kind == kind {
			by += o.By
		}
	}
	return by
}

// Kill ends this process at once where kind is among it, as kill -9 does: nothing is
// written, closed or said any more. Else it does nothing.
func (m Met) Kill(kind Kind) {
	if !m.Has(kind) {
		return
	}
	if self, err := os.FindProcess(os.Getpid()); err == nil {
		self.Kill()
	}
	select {} // until then this goroutine does nothing either
}
