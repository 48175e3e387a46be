package app

import "time"

// pruneEvery is how often old rows are removed, beside at start (contract §10).
const pruneEvery = 24 * time.Hour

// prune removes rows that are too old, now and daily, beside the calls. A failure is
// the log's own to tell.
func (e *Engine) prune() {
	if e.ctx.Err() != nil {
		return
	}
	e.running.start(func() { _, _ = e.log.Prune(e.ctx) })
	e.clock.AfterFunc(pruneEvery, e.prune)
}
