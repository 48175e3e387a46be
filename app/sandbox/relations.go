package sandbox

import (
	"net/http"
	"slices"

	"assent/app/sandbox/store"
)

// relation is how answers show one.
type relation struct {
	ID      string   `json:"id"`
	AgentID string   `json:"agent_id"`
	UserID  string   `json:"user_id"`
	Granted []string `json:"granted_scopes"`
	Version int      `json:"manifest_version"`
}

func shownRelation(r store.Relation) relation {
	return relation{r.ID, r.AgentID, r.UserID, r.Granted, r.Version}
}

func addRelation(r *request) (answer, error) {
	if r.caller.Kind == store.Agent {
		return answer{}, forbidden("An agent adds no users: they add it.")
	}
	var body struct {
		AgentID string   `json:"agent_id"`
		UserID  string   `json:"user_id"`
		Granted []string `json:"granted_scopes"`
	}
	if err := r.read(&body); err != nil {
		return answer{}, err
	}
	userID, err := r.user(body.UserID)
	if err != nil {
		return answer{}, err
	}
	if err := r.may(store.Holder{Kind: store.User, ID: userID}); err != nil {
		return answer{}, err
	}
	if err := checkScopes(body.Granted); err != nil {
		return answer{}, err
	}
	if _, err := r.store.Agent(body.AgentID); err != nil {
		return answer{}, missing("agent", err)
	}
	kept, made, err := r.store.Relate(body.AgentID, userID, body.Granted)
	if err != nil {
		return answer{}, err
	}
	if made {
		return answer{http.StatusCreated, shownRelation(kept)}, nil
	}
	return answer{http.StatusOK, shownRelation(kept)}, nil
}

// user returns the user that a body means: the one it names, else the caller, else the
// only one there is.
func (r *request) user(named string) (string, error) {
	if named == "" && r.caller.Kind == store.User {
		return r.caller.ID, nil
	}
	users, err := r.store.Users()
	switch {
	case err != nil:
		return "", err
	case named == "" && len(users) == 1:
		return users[0], nil
	case named == "":
		return "", badRequest("user_id is missing, and the sandbox does not have just one user.")
	case !slices.Contains(users, named):
		return "", notFound("There is no such user.")
	}
	return named, nil
}

// Bounds of granted_scopes: a manifest's size allows fewer.
const (
	maxScopes    = 4096
	maxScopeName = 4096
)

func checkScopes(scopes []string) error {
	switch {
	case scopes == nil:
		return badRequest("granted_scopes is missing.")
	case len(scopes) > maxScopes || slices.ContainsFunc(scopes, func(s string) bool { return len(s) > maxScopeName }):
		return badRequest("granted_scopes has more, or longer names, than a manifest can declare.")
	}
	return nil
}

// relation returns the one of the path, if it is the caller's; agents may see theirs.
func (r *request) relation(seen bool) (store.Relation, error) {
	kept, err := r.store.Relation(r.http.PathValue("id"))
	if err != nil {
		return store.Relation{}, missing("relation", err)
	}
	holders := []store.Holder{{Kind: store.User, ID: kept.UserID}}
	if seen {
		holders = append(holders, store.Holder{Kind: store.Agent, ID: kept.AgentID})
	}
	return kept, r.may(holders...)
}

func showRelation(r *request) (answer, error) {
	kept, err := r.relation(true)
	if err != nil {
		return answer{}, err
	}
	return answer{http.StatusOK, shownRelation(kept)}, nil
}

func changeRelation(r *request) (answer, error) {
	kept, err := r.relation(false)
	if err != nil {
		return answer{}, err
	}
	var body struct {
		Granted []string `json:"granted_scopes"`
	}
	if err := r.read(&body); err != nil {
		return answer{}, err
	}
	if err := checkScopes(body.Granted); err != nil {
		return answer{}, err
	}
	if kept, err = r.store.Regrant(kept.ID, body.Granted); err != nil {
		return answer{}, err
	}
	return answer{http.StatusOK, shownRelation(kept)}, nil
}
