package host

import "assent/app/wire"

// What a model is told of a no, so that it neither tries again nor another way.
const (
	doNotRetry = " Do not try this again, and do not try another way to the same end. You may ask the user in the conversation whether and how to go on."
	saidNo     = "The user said no."
	alwaysNo   = "The user does not allow this at all."
	noAnswer   = "The user was asked and did not answer in time, which counts as a no."
	notGranted = "The user has not granted this. They can do so in Assent, on this agent's page."
	paused     = "The user has paused Assent. They can let it go on in its window."
	noOne      = "Nobody is there to agree to this: Assent runs without a window. The user can start its desktop app."
	withdrawn  = "The question was taken back before the user answered, so nothing was done."
	notDone    = "Assent did not agree to it: "
)

// Denial says to a model what a reply that is not ok means for it, with the person's own
// words (contract §13).
func Denial(r wire.Reply) string {
	words := ""
	if r.Message != "" {
		words = " The user's words: “" + r.Message + "”."
	}
	switch r.Reason {
	case wire.UserRefused:
		return saidNo + words + doNotRetry
	case wire.PermissionRevoked:
		return alwaysNo + words + doNotRetry
	case wire.UserTimeout:
		return Late()
	case wire.ScopeNotGranted:
		return notGranted
	case wire.Paused:
		return paused
	case wire.NoOneToAsk:
		return noOne
	case wire.Interrupted:
		return withdrawn
	}
	if r.Message != "" {
		return r.Message
	}
	return notDone + r.Reason + "."
}

// Late says to a model that the person did not answer in time.
func Late() string { return noAnswer + doNotRetry }
