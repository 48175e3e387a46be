package store

import (
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
)

// Kind is what the holder of a token is.
type Kind string

// The kinds of holders. The zero Kind is nobody.
const (
	Owner Kind = "owner"
	Agent Kind = "agent"
	User  Kind = "user"
)

// prefixes tell people what a token is for.
var prefixes = map[Kind]string{Owner: "hso_", Agent: "hsk_", User: "hsu_"}

// Holder is who a token is of; the owner has no ID.
type Holder struct {
	Kind Kind
	ID   string
}

// Holder returns whose token it is; ErrNotFound when nobody's. It is looked up by its
// digest, so that the time it takes says nothing of other tokens.
func (s *Store) Holder(token string) (h Holder, err error) {
	digest := sha256.Sum256([]byte(token))
	err = s.db.QueryRow(`SELECT kind, holder FROM tokens WHERE digest = ?`, digest[:]).Scan(&h.Kind, &h.ID)
	return h, found(err)
}

// OwnerToken returns the owner's token, the same each time.
func (s *Store) OwnerToken() (token string, err error) {
	err = s.transact(func(t tx) error {
		token, err = t.token(Holder{Kind: Owner})
		return err
	})
	return token, err
}

// UserAt returns the user whose engine listens at socket, and their token, the same each
// time.
func (s *Store) UserAt(socket string) (userID, token string, err error) {
	err = s.transact(func(t tx) error {
		err := t.QueryRow(`SELECT user_id FROM users WHERE socket = ?`, socket).Scan(&userID)
		if errors.Is(err, sql.ErrNoRows) {
			userID, err = t.addUser(socket)
		}
		if err != nil {
			return err
		}
		token, err = t.token(Holder{User, userID})
		return err
	})
	return userID, token, err
}

func (t tx) addUser(socket string) (userID string, err error) {
	var users int
	if err := t.QueryRow(`SELECT count(*) FROM users`).Scan(&users); err != nil {
		return "", err
	}
	userID = fmt.Sprintf("user-%d", users+1)
	_, err = t.Exec(`INSERT INTO users (user_id, socket) VALUES (?, ?)`, userID, socket)
	return userID, err
}

// Users returns the users' ids, the one that came first at the front.
func (s *Store) Users() (ids []string, err error) {
	err = s.rows(func(r *sql.Rows) error {
		var id string
		err := r.Scan(&id)
		ids = append(ids, id)
		return err
	}, `SELECT user_id FROM users ORDER BY length(user_id), user_id`)
	return ids, err
}

// token returns the token of a holder that is told it at each start.
func (t tx) token(h Holder) (token string, err error) {
	err = t.QueryRow(`SELECT text FROM tokens WHERE kind = ? AND holder = ?`, h.Kind, h.ID).Scan(&token)
	if !errors.Is(err, sql.ErrNoRows) {
		return token, err
	}
	token = newToken(h.Kind)
	return token, t.saveToken(h, token, token)
}

func newToken(kind Kind) string { return prefixes[kind] + rand.Text() }

func (t tx) saveToken(h Holder, token string, text any) error {
	digest := sha256.Sum256([]byte(token))
	_, err := t.Exec(`INSERT INTO tokens (digest, kind, holder, text) VALUES (?, ?, ?, ?)`, digest[:], h.Kind, h.ID, text)
	return err
}
