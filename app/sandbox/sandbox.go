// Package sandbox is the blind server of the source pages on one machine (contract §15),
// for testing: agents and their manifests, relations, conversations, events, webhooks. It
// is an ordinary host of each user's engine, and knows the wire, not the engine.
//
// Its subjects have rooms of their own: store keeps, bridge speaks to an engine, webhook
// sends, changes says what a new manifest means. Here is what answers over HTTP:
// route.go lists it, openapi.json describes it.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"sync"

	"assent/app/folder"
	"assent/app/loopback"
	"assent/app/sandbox/bridge"
	"assent/app/sandbox/store"
	"assent/app/sandbox/webhook"
	"assent/consent/clock"
)

// Options of Run.
type Options struct {
	Folder  string   // the sandbox's own; it is made
	Engines []string // sockets, one user each
	Clock   clock.Clock
	Log     *slog.Logger
}

// user is one of the first line.
type user struct {
	UserID string `json:"user_id"`
	Token  string `json:"token"`
	socket string
}

// Run serves at listener until ctx ends. The first line on out is where, and the tokens.
func Run(ctx context.Context, o Options, listener net.Listener, out io.Writer) error {
	defer listener.Close()
	lock, err := claim(o.Folder)
	if err != nil {
		return err
	}
	defer lock.Release()
	kept, err := store.Open(filepath.Join(o.Folder, "sandbox.db"), o.Clock.Now)
	if err != nil {
		return err
	}
	defer kept.Close()
	owner, users, err := tokens(kept, o.Engines)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	defer running.Wait()
	defer cancel()
	for _, u := range users {
		b := &bridge.Bridge{Store: kept, Clock: o.Clock, Log: o.Log, UserID: u.UserID, Socket: u.socket}
		running.Go(func() { b.Run(ctx) })
	}
	sender := webhook.NewSender(kept, o.Clock, o.Log)
	running.Go(func() { sender.Run(ctx) })
	if err := json.NewEncoder(out).Encode(struct {
		URL   string `json:"url"`
		Owner string `json:"owner_token"`
		Users []user `json:"users"`
	}{"http://" + listener.Addr().String(), owner, users}); err != nil {
		return fmt.Errorf("saying where: %w", err)
	}
	o.Log.Warn("no end-to-end encryption: what is said here lies readable in the sandbox's folder", "folder", o.Folder)
	if !loopback.Here(listener) {
		o.Log.Warn("it listens beyond this machine, and tokens go there as they are", "address", listener.Addr())
	}
	s := newServer(kept, o.Clock, o.Log)
	return loopback.Serve(ctx, listener, s.bounded(loopback.Guard(listener, s.handler(), s.refuse)))
}

// claim makes the sandbox's folder, closed to others, and holds it.
func claim(path string) (*folder.Lock, error) {
	if err := folder.Own(path); err != nil {
		return nil, err
	}
	if _, err := os.Lstat(folder.Places{Data: path}.Database()); !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s is the data folder of an engine: choose another one with --data", path)
	}
	return folder.Acquire(folder.Places{Data: path}, "assentctl sandbox")
}

// tokens returns the owner's, and the users of the engines.
func tokens(kept *store.Store, engines []string) (owner string, users []user, err error) {
	if owner, err = kept.OwnerToken(); err != nil {
		return "", nil, err
	}
	users = []user{}
	for _, socket := range engines {
		u := user{socket: socket}
		if u.UserID, u.Token, err = kept.UserAt(socket); err != nil {
			return "", nil, err
		}
		users = append(users, u)
	}
	return owner, users, nil
}
