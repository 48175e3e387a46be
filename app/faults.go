package app

import (
	"fmt"
	"syscall"
	"time"

	"assent/app/fault"
	"assent/app/folder"
	"assent/audit"
	"assent/consent/clock"
)

// errDiskFull is what the log says where the disk is full, to a call that is to meet that.
var errDiskFull = fmt.Errorf("%w: %w", audit.ErrUnavailable, syscall.ENOSPC)

// jump sets the wall clock where the call is to meet that. A virtual clock's time is kept
// for the next engine, as after an advance; where that fails the jump ends with this one.
func (x *execution) jump() {
	by := x.meets.By(fault.ClockJump)
	if by == 0 {
		return
	}
	if c, ok := x.engine.clock.(interface{ Jump(time.Duration) }); ok {
		c.Jump(by)
	}
	if virtual, ok := x.engine.clock.(*clock.Virtual); ok && x.engine.options.ClockByControl {
		_ = folder.StoreClock(x.engine.options.Places, virtual)
	}
}
