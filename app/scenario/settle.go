package scenario

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"assent/app"
	"assent/app/script"
	"assent/consent/ask"
	"assent/consent/visible"
)

// settle waits until nothing happens any more that does not wait for the next step:
// every call is answered, or waits for a person who waits for the clock, or for the host
// that runs it.
func (p *player) settle(ctx context.Context) error {
	stop := context.AfterFunc(ctx, p.changed)
	defer stop()
	p.mu.Lock()
	defer p.mu.Unlock()
	for !p.settled() {
		if ctx.Err() != nil {
			return errors.New("the engine does not come to rest")
		}
		p.happened.Wait()
	}
	return nil
}

func (p *player) settled() bool {
	calls, waiters := p.engine.InFlight()
	questions := p.engine.Waiting()
	if p.open != waiters || calls != len(questions)+p.engine.HandedOver() {
		return false
	}
	for _, q := range questions {
		if q.Current && q.Question.Key() == p.asked && p.undecided != nil {
			return p.undecided()
		}
	}
	return len(questions) == 0
}

// changed says that the engine may have come to rest.
func (p *player) changed() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.happened.Broadcast()
}

// receive gives the engine a line of a host.
func (p *player) receive(host *app.Session, line []byte) {
	p.mu.Lock()
	p.open++
	p.mu.Unlock()
	answered := func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.open--
		p.happened.Broadcast()
	}
	if begin := host.Receive(line); begin != nil {
		begin(answered)
	} else {
		answered()
	}
}

// question notes what the person is asked and what they will say.
func (p *player) question(q ask.Question, back bool, entry script.Entry, undecided func() bool) {
	said := entry.Answer
	if entry.Breadth == "target" {
		said += " (target)"
	}
	if entry.AfterMS > 0 {
		said += fmt.Sprintf(" after %d ms", entry.AfterMS)
	}
	about := fmt.Sprintf("? %s %s, %s", q.Caller.AgentID, q.Tool, q.Sensitivity)
	if q.Facts.Target != "" {
		about += ": " + visible.Escape(p.portable(q.Facts.Target))
	}
	if back {
		about += ", back"
	}
	p.add(about + ": " + said)
	p.wait(q, undecided)
}

// wait notes that the question is on screen until undecided reports false.
func (p *player) wait(q ask.Question, undecided func() bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked, p.undecided = q.Key(), undecided
	p.happened.Broadcast()
}

func (p *player) add(line string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.out = append(p.out, p.portable(line))
}

// taken returns what was added since it was called last, the answers of calls sent
// many times counted.
func (p *player) taken() (lines []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	count := map[string]int{}
	for _, line := range p.out {
		if count[line]++; count[line] == 1 || !strings.Contains(line, "$N") {
			lines = append(lines, line)
		}
	}
	p.out = nil
	for i, line := range lines {
		if answer, ok := strings.CutPrefix(line, "< "); ok && strings.Contains(line, "$N") {
			lines[i] = fmt.Sprintf("< %d times %s", count[line], answer)
		}
	}
	return lines
}

// timestamp finds when a position was found, which is in real time.
var timestamp = regexp.MustCompile(`"timestamp":"[^"]*"`)

// portable takes out of a line what differs between plays.
func (p *player) portable(line string) string {
	line = timestamp.ReplaceAllLiteralString(line, `"timestamp":"$TIME"`)
	line = strings.ReplaceAll(line, p.home, "$HOME")
	if p.site != nil {
		line = strings.ReplaceAll(line, p.site.host, "$SITE")
	}
	if p.many != nil {
		line = p.many.ReplaceAllString(line, "${1}$$N")
	}
	return line
}
