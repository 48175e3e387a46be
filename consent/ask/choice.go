package ask

// Choice is what the person chose. The zero value denies.
type Choice uint8

// The choices. Closed is the window closed by the person: denied.
const (
	Deny Choice = iota
	Allow
	AllowOnce
	AlwaysDeny
	Closed
)

// choiceWords are how answers files and recordings write the choices (contract §11).
var choiceWords = [...]string{Deny: "deny", Allow: "allow", AllowOnce: "allow_once", AlwaysDeny: "always_deny", Closed: "close"}

// ParseChoice reads "deny", "allow", "allow_once", "always_deny" or "close".
func ParseChoice(word string) (c Choice, ok bool) {
	for c, known := range choiceWords {
		if word == known {
			return Choice(c), true
		}
	}
	return Deny, false
}

func (c Choice) String() string {
	if int(c) >= len(choiceWords) {
		c = Deny // as whoever judges it takes it
	}
	return choiceWords[c]
}
