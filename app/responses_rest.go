package app

import "runtime/debug"

// packFrom is how many bytes of small results are kept as they are, at least, before they
// are deflated. That takes as long as a part of a call, so it is done while no call is
// made, and together with giving memory back to the system.
const packFrom = 8 << 20

// setRest has small results deflated once no call was made for restAfter.
func (r *responses) setRest() {
	if r.rest || r.open > 0 || r.kept.loose < packFrom {
		return
	}
	r.rest = true
	r.clock.AfterFunc(restAfter-r.clock.Now().Sub(r.given), func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.open == 0 && r.clock.Now().Sub(r.given) >= restAfter {
			r.pack()
		}
		r.rest = false
		r.setRest()
	})
}

// pack deflates what is kept as it is, until a call comes, and gives back the memory. It
// lets go of the lock meanwhile.
func (r *responses) pack() {
	d := newDeflater()
	for _, kept := range r.kept.unpacked() {
		if r.open > 0 {
			return
		}
		r.mu.Unlock()
		deflated := d.deflate(kept.value) // only pack changes it
		r.mu.Lock()
		r.bytes -= r.kept.pack(kept, deflated)
	}
	r.mu.Unlock()
	debug.FreeOSMemory()
	r.mu.Lock()
}
