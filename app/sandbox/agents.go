package sandbox

import (
	"errors"
	"net/http"
	"slices"
	"unicode/utf8"

	"assent/app/sandbox/changes"
	"assent/app/sandbox/store"
	"assent/consent/canonical"
	"assent/consent/manifest"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// maxName is how long an agent's name may be, in characters. How it is shown is the
// client's word.
const maxName = 200

func addAgent(r *request) (answer, error) {
	if err := r.may(); err != nil {
		return answer{}, err
	}
	var body struct {
		Name     string         `json:"name"`
		Manifest jsontext.Value `json:"capability_manifest"`
	}
	if err := r.read(&body); err != nil {
		return answer{}, err
	}
	switch n := utf8.RuneCountInString(body.Name); {
	case n == 0 || n > maxName:
		return answer{}, badRequest("name is missing or has more than 200 characters.")
	case body.Manifest == nil:
		return answer{}, badRequest("capability_manifest is missing.")
	}
	m, text, err := readManifest(body.Manifest)
	if err != nil {
		return answer{}, err
	}
	agentID, key, err := r.store.AddAgent(body.Name, m.Hash, text)
	if err != nil {
		return answer{}, err
	}
	return answer{http.StatusCreated, struct {
		AgentID string `json:"agent_id"`
		Key     string `json:"api_key"`
		edition
	}{agentID, key, edition{1, m.Hash}}}, nil
}

// edition is a version of a manifest, as answers have it.
type edition struct {
	Version int    `json:"capability_manifest_version"`
	Hash    string `json:"capability_manifest_hash"`
}

// readManifest checks a manifest, and returns it as it will be kept. The error is a
// *problem.
func readManifest(text jsontext.Value) (*manifest.Manifest, jsontext.Value, error) {
	m, err := manifest.Parse(text)
	if err != nil {
		return nil, nil, invalidManifest(err)
	}
	if err := text.Compact(); err != nil {
		return nil, nil, err
	}
	return m, text, nil
}

func showAgent(r *request) (answer, error) {
	agent, err := r.store.Agent(r.http.PathValue("agent_id"))
	if err != nil {
		return answer{}, missing("agent", err)
	}
	warnings, err := warnings(agent.Manifest)
	if err != nil {
		return answer{}, err
	}
	return answer{http.StatusOK, struct {
		AgentID  string         `json:"agent_id"`
		Name     string         `json:"name"`
		Manifest jsontext.Value `json:"capability_manifest"`
		edition
		Warnings []manifest.Issue `json:"warnings"`
	}{agent.ID, agent.Name, agent.Manifest, edition{agent.Version, agent.Hash}, warnings}}, nil
}

// warnings returns what a server warns of: the whole manifest, when it is large. All
// else is between the author and the clients.
func warnings(text jsontext.Value) ([]manifest.Issue, error) {
	form, err := canonical.Form(text)
	if err != nil {
		return nil, err
	}
	m, err := manifest.Restore(form)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(m.Warnings, func(w manifest.Issue) bool { return w.Path != "" }), nil
}

func changeAgent(r *request) (answer, error) {
	agentID := r.http.PathValue("agent_id")
	if _, err := r.store.Agent(agentID); err != nil {
		return answer{}, missing("agent", err)
	}
	if err := r.may(store.Holder{Kind: store.Agent, ID: agentID}); err != nil {
		return answer{}, err
	}
	text, err := r.body()
	if err != nil {
		return answer{}, err
	}
	if text, err = unwrapped(text); err != nil {
		return answer{}, err
	}
	m, kept, err := readManifest(text)
	if err != nil {
		return answer{}, err
	}
	version, changed, err := r.change(agentID, m.Hash, kept)
	if err != nil {
		return answer{}, err
	}
	return answer{http.StatusOK, struct {
		AgentID string `json:"agent_id"`
		edition
		changes.Changes
	}{agentID, edition{version, m.Hash}, changed}}, nil
}

// unwrapped returns the manifest in a body: under capability_manifest (001), or the body
// itself (000). The error is a *problem of what is no JSON.
func unwrapped(text []byte) (jsontext.Value, error) {
	var body struct {
		Manifest jsontext.Value `json:"capability_manifest"`
	}
	err := json.Unmarshal(text, &body, jsontext.AllowDuplicateNames(true))
	var syntactic *jsontext.SyntacticError
	if errors.As(err, &syntactic) {
		return nil, badRequest("The body is not strict JSON: see " + position(syntactic) + ".")
	}
	if body.Manifest != nil {
		return body.Manifest, nil
	}
	return text, nil
}

// change makes a manifest an agent's, unless it is already.
func (r *request) change(agentID, hash string, text jsontext.Value) (version int, changed changes.Changes, err error) {
	r.changing.Lock()
	defer r.changing.Unlock()
	before, err := r.store.Agent(agentID)
	if err != nil {
		return 0, changes.Changes{}, err
	}
	if before.Hash == hash {
		return before.Version, changes.None(), nil
	}
	if changed, err = changes.Between(before.Manifest, text); err != nil {
		return 0, changes.Changes{}, err
	}
	version, err = r.store.ChangeManifest(agentID, hash, text, changed.Scopes())
	return version, changed, err
}
