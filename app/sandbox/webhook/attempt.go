package webhook

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"assent/app/sandbox/store"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// NewSecret returns a secret to sign by.
func NewSecret() string {
	key := make([]byte, 32)
	rand.Read(key)
	return "whsec_" + base64.StdEncoding.EncodeToString(key)
}

// ValidURL reports whether text is where a webhook may be: of http or https, without
// credentials.
func ValidURL(text string) bool {
	u, err := url.Parse(text)
	return err == nil && len(text) <= maxURL && (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "" && u.User == nil
}

// send makes one attempt, and keeps what became of it.
func (s *Sender) send(ctx context.Context, d store.Delivery) {
	failure := s.attempt(ctx, d)
	if ctx.Err() != nil {
		return
	}
	var err error
	switch {
	case failure == nil:
		err = s.store.Delivered(d)
	case d.Attempts < len(pauses):
		err = s.store.Failed(d, failure.Error(), s.clock.Now().Add(pauses[d.Attempts]))
	default:
		err = s.store.Failed(d, failure.Error(), time.Time{})
	}
	if err != nil {
		s.log.Error("keeping what became of a webhook", "agent", d.AgentID, "error", err)
	}
	s.log.Info("webhook", "agent", d.AgentID, "seq", d.Seq, "attempt", d.Attempts+1, "taken", failure == nil)
}

// attempt sends one event. Its error says why it was not taken, without the address.
func (s *Sender) attempt(ctx context.Context, d store.Delivery) error {
	hook, err := s.store.Webhook(d.AgentID)
	if err != nil {
		return err
	}
	event, err := s.store.Event(d.Seq)
	if err != nil {
		return err
	}
	signer, err := standardwebhooks.NewWebhook(hook.Secret)
	if err != nil {
		return err
	}
	id, at := fmt.Sprintf("%s-%d", d.AgentID, d.Seq), s.clock.Now()
	signature, err := signer.Sign(id, at, event.JSON)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, hook.URL, bytes.NewReader(event.JSON))
	if err != nil {
		return errors.New("the address is not one")
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "assent-sandbox")
	r.Header.Set(standardwebhooks.HeaderWebhookID, id)
	r.Header.Set(standardwebhooks.HeaderWebhookTimestamp, strconv.FormatInt(at.Unix(), 10))
	r.Header.Set(standardwebhooks.HeaderWebhookSignature, signature)
	response, err := s.client.Do(r)
	if err != nil {
		var inner *url.Error
		if errors.As(err, &inner) {
			err = inner.Err
		}
		return err
	}
	defer response.Body.Close()
	io.Copy(io.Discard, io.LimitReader(response.Body, answerBytes))
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return fmt.Errorf("it answered %d", response.StatusCode)
	}
	return nil
}
