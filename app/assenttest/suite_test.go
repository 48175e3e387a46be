package assenttest_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"assent/app/assenttest"
	"assent/consent/ask"
	"assent/consent/clock"
)

// librarian starts a desk with notes on it, and connects the agent.
func librarian(t *testing.T, answers string) (*assenttest.Desk, *assenttest.Agent) {
	t.Helper()
	d := desk(t, answers)
	return d, d.Agent("librarian", manifest)
}

// now is a clock that a test advances.
func now() *clock.Virtual { return clock.NewVirtual(time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)) }

func desk(t *testing.T, answers string) *assenttest.Desk {
	t.Helper()
	t.Parallel()
	d := assenttest.New(t, answers, assenttest.At(now()))
	write(t, d, "notes/milk.md")
	return d
}

// write makes a note in the person's home folder.
func write(t *testing.T, d *assenttest.Desk, name string) {
	t.Helper()
	path := filepath.Join(d.Home, name)
	must(t, os.MkdirAll(filepath.Dir(path), 0o700))
	must(t, os.WriteFile(path, []byte("buy milk\n"), 0o600))
}

func says(t *testing.T, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("it says %q, not %q", got, want)
	}
}

const granting = `{"review":{"*":"all"},"answers":`

func TestItReadsANoteThatTheUserAllows(t *testing.T) {
	d, agent := librarian(t, assenttest.Allowing)
	says(t, read(agent, "~/notes/milk.md"), "buy milk")
	d.Logged("read_file ok script")
}

func TestItIsNotAskedAboutAgain(t *testing.T) {
	d, agent := librarian(t, assenttest.Allowing)
	read(agent, "~/notes/milk.md")
	read(agent, "~/notes/milk.md")
	d.Logged("read_file ok script", "read_file ok window")
}

func TestAllowedOnceIsAskedAboutAgain(t *testing.T) {
	d, agent := librarian(t, granting+`[{"answer":"allow_once","times":1},{"answer":"deny"}]}`)
	says(t, read(agent, "~/notes/milk.md"), "buy milk")
	says(t, read(agent, "~/notes/milk.md"), "You said no.")
	d.Logged("read_file ok script", "read_file denied user_refused script")
}

func TestItPassesOnWhatTheUserSaidWithANo(t *testing.T) {
	_, agent := librarian(t, granting+`[{"target":"~/notes/**","answer":"deny","message":"not today"}]}`)
	says(t, read(agent, "~/notes/milk.md"), "You said no. not today")
}

func TestItKnowsThatAPermissionWasTakenAway(t *testing.T) {
	d, agent := librarian(t, granting+`[{"answer":"always_deny"}]}`)
	says(t, read(agent, "~/notes/milk.md"), "You said no.")
	says(t, read(agent, "~/notes/milk.md"), "You took that permission away.")
	d.Logged("read_file denied user_refused script", "read_file denied permission_revoked rule")
}

func TestItSaysSoWhenNothingWasGranted(t *testing.T) {
	d, agent := librarian(t, `{"review":{"*":[]},"answers":[]}`)
	says(t, read(agent, "~/notes/milk.md"), "You have not allowed me to read files.")
	d.Logged("read_file denied scope_not_granted rule")
}

func TestANoteThatIsNotThere(t *testing.T) {
	_, agent := librarian(t, assenttest.Allowing)
	says(t, read(agent, "~/notes/none.md"), "There is no such note.")
}

func TestWrongArgumentsRunNothing(t *testing.T) {
	d, agent := librarian(t, assenttest.Allowing)
	says(t, words(agent.Call("read_file", object{"file": "~/notes/milk.md"})), "I cannot: error invalid_arguments")
	says(t, words(agent.Call("write_file", object{})), "I cannot: denied tool_not_declared")
	d.Logged("read_file error invalid_arguments rule", "write_file denied tool_not_declared rule")
}

func TestItReadsNothingInAGroup(t *testing.T) {
	_, agent := librarian(t, assenttest.Allowing)
	agent.Group = true
	says(t, read(agent, "~/notes/milk.md"), "I read notes only when we are alone.")
}

// What this package does not opt in to (its tests have no TestMain) is unavailable: no
// engine starts the test's program again.
func TestTheClipboardIsUnavailableWithoutMain(t *testing.T) {
	d, agent := librarian(t, assenttest.Allowing)
	says(t, words(agent.Call("read_clipboard", object{})), "I cannot: error service_missing")
	d.Logged("read_clipboard error service_missing rule")
}

// Without an answers file the test itself is the person.
func person(t *testing.T) (*assenttest.Desk, *assenttest.Agent, *clock.Virtual) {
	t.Helper()
	t.Parallel()
	c := now()
	d := assenttest.New(t, "", assenttest.At(c))
	write(t, d, "notes/milk.md")
	go func() { (<-d.Person.Reviews)("filesystem:read") }()
	return d, d.Agent("librarian", manifest), c
}

func TestAUserWhoIsAway(t *testing.T) {
	d, agent, c := person(t)
	write(t, d, ".ssh/id_ed25519")
	call := agent.Begin("read_file", object{"path": "~/.ssh/id_ed25519"}) // on the care list: high, 30 seconds
	if q := <-d.Person.Asked; q.Sensitivity.String() != "high" {
		t.Errorf("it is asked as %v", q.Sensitivity)
	}
	c.Advance(31 * time.Second)
	says(t, words(call.Wait()), "You did not answer in time.")
	d.Logged("read_file denied user_timeout timeout")
}

func TestACallThatIsTakenBack(t *testing.T) {
	d, agent, _ := person(t)
	call := agent.Begin("read_file", object{"path": "~/notes/milk.md"})
	<-d.Person.Asked
	call.Withdraw()
	says(t, words(call.Wait()), "Assent was closed before you could answer.")
	d.Logged("read_file error interrupted rule")
}

func TestAUserWhoAnswersIsHeard(t *testing.T) {
	d, agent, _ := person(t)
	call := agent.Begin("read_file", object{"path": "~/notes/milk.md"})
	<-d.Person.Asked
	d.Person.Answers <- ask.Answer{Choice: ask.AllowOnce}
	says(t, words(call.Wait()), "buy milk")
	d.Logged("read_file ok person")
}

func TestAssentEndsAndIsStartedAgain(t *testing.T) {
	d, agent, _ := person(t)
	call := agent.Begin("read_file", object{"path": "~/notes/milk.md"})
	<-d.Person.Asked
	d.Stop()
	says(t, words(call.Wait()), "Assent was closed before you could answer.")
	d.Start(assenttest.Allowing)
	says(t, read(d.Agent("librarian", manifest), "~/notes/milk.md"), "buy milk")
	d.Logged("read_file error interrupted rule", "read_file ok script")
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
