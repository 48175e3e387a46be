package consent

import "assent/consent/ask"

// keep makes a an agent's state: written before it holds or, when it takes, after.
// It has what waits judged anew. The caller holds changing.
func (k *Keeper) keep(a *agent, takes bool) error {
	if takes {
		k.replace(a)
		return k.save(a)
	}
	if err := k.save(a); err != nil {
		return err
	}
	k.replace(a)
	return nil
}

func (k *Keeper) replace(a *agent) {
	k.mu.Lock()
	k.agents[a.id] = a
	k.mu.Unlock()
	k.withdraw(a.id)
	if a.relates {
		k.relate(a)
	}
	k.news.add(k.options.Changed)
}

// withdraw answers the waiting questions of an agent that may not be asked any
// more, each with its own reason.
func (k *Keeper) withdraw(agentID string) {
	k.news.add(func() {
		gone := map[string]*ask.Denied{} // by rule
		for _, w := range k.queue.Waiting() {
			if denied := k.refuses(agentID, w.Question); denied != nil {
				gone[denied.Rule.Key] = denied
			}
		}
		for rule, denied := range gone {
			k.queue.Withdraw(func(q ask.Question) bool {
				now := k.refuses(agentID, q)
				return now != nil && now.Rule.Key == rule
			}, denied)
		}
	})
}

// refuses returns why a question of the agent may not be asked any more, else nil.
func (k *Keeper) refuses(agentID string, q ask.Question) *ask.Denied {
	if q.Caller.AgentID != agentID {
		return nil
	}
	_, denied := k.agent(agentID).stands(q.Tool, q.Scope)
	return denied
}

// relate tells the hosts what an agent may use.
func (k *Keeper) relate(a *agent) {
	relation := a.relation(k.options.Serves)
	k.news.add(func() { k.options.Related(relation) })
}

// endWindows ends the windows that match; the next save writes it.
func (k *Keeper) endWindows(match func(*window) bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.windows.end(match)
}
