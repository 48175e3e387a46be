package sandbox

import (
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"

	"assent/consent/clock"

	"golang.org/x/time/rate"
)

// callsAMinute is how many tool calls an agent may send (001 §5).
const callsAMinute = 60

// callRate is a token bucket for each agent.
type callRate struct {
	clock clock.Clock

	mu      sync.Mutex
	buckets map[string]*rate.Limiter
}

func newCallRate(c clock.Clock) *callRate {
	return &callRate{clock: c, buckets: map[string]*rate.Limiter{}}
}

// take counts a call of an agent; a *problem when it is one too many.
func (c *callRate) take(agentID string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	bucket := c.buckets[agentID]
	if bucket == nil {
		bucket = rate.NewLimiter(rate.Every(time.Minute/callsAMinute), callsAMinute)
		c.buckets[agentID] = bucket
	}
	now := c.clock.Now()
	place := bucket.ReserveN(now, 1)
	wait := place.DelayFrom(now)
	if wait == 0 {
		return nil
	}
	place.CancelAt(now)
	p := newProblem(http.StatusTooManyRequests, "RATE_LIMITED", "An agent sends at most 60 tool calls a minute: see Retry-After.")
	p.retryAfter = strconv.Itoa(int(math.Ceil(wait.Seconds())))
	return p
}
