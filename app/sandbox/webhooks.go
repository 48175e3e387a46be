package sandbox

import (
	"net/http"

	"assent/app/sandbox/store"
	"assent/app/sandbox/webhook"
)

// webhookAgent returns the agent of the path, if the caller may see to its webhook.
func (r *request) webhookAgent() (string, error) {
	agentID := r.http.PathValue("agent_id")
	if _, err := r.store.Agent(agentID); err != nil {
		return "", missing("agent", err)
	}
	return agentID, r.may(store.Holder{Kind: store.Agent, ID: agentID})
}

func setWebhook(r *request) (answer, error) {
	agentID, err := r.webhookAgent()
	if err != nil {
		return answer{}, err
	}
	var body struct {
		URL string `json:"url"`
	}
	if err := r.read(&body); err != nil {
		return answer{}, err
	}
	if !webhook.ValidURL(body.URL) {
		return answer{}, badRequest("url is missing or is not an address of http or https without credentials.")
	}
	kept := store.Webhook{AgentID: agentID, URL: body.URL, Secret: webhook.NewSecret()}
	if err := r.store.SetWebhook(kept); err != nil {
		return answer{}, err
	}
	return answer{http.StatusCreated, struct {
		URL    string `json:"url"`
		Secret string `json:"secret"`
	}{kept.URL, kept.Secret}}, nil
}

// deadLetter is an event that a webhook never took.
type deadLetter struct {
	Seq      int64  `json:"seq"`
	Attempts int    `json:"attempts"`
	Error    string `json:"error"`
}

func showWebhook(r *request) (answer, error) {
	agentID, err := r.webhookAgent()
	if err != nil {
		return answer{}, err
	}
	kept, err := r.store.Webhook(agentID)
	if err != nil {
		return answer{}, missing("webhook", err)
	}
	pending, err := r.store.Pending(agentID)
	if err != nil {
		return answer{}, err
	}
	deliveries, err := r.store.Dead(agentID)
	if err != nil {
		return answer{}, err
	}
	dead := []deadLetter{}
	for _, d := range deliveries {
		dead = append(dead, deadLetter{d.Seq, d.Attempts, d.Error})
	}
	return answer{http.StatusOK, struct {
		URL     string       `json:"url"`
		Pending int          `json:"pending"`
		Dead    []deadLetter `json:"dead"`
	}{kept.URL, pending, dead}}, nil
}
