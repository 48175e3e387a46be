package consent

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"assent/consent/ask"
	"assent/consent/canonical"
	"assent/consent/manifest"
	"assent/executors"
)

// keeperProcess names, in the environment, what a process of its own is to do with a
// Keeper, and keeperDatabase with which.
const keeperProcess, keeperDatabase = "ASSENT_TEST_KEEPER", "ASSENT_TEST_DATABASE"

func TestMain(m *testing.M) {
	if do, ok := keeperProcesses[os.Getenv(keeperProcess)]; ok {
		if err := do(os.Getenv(keeperDatabase)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

var keeperProcesses = map[string]func(database string) error{
	"takes hostile manifests": takesHostileManifests,
	"stored them once":        storedThemOnce,
	"starts with them":        startsWithThem,
}

// TestHostileManifestsTakeLittle measures whole processes: one that is sent manifests
// made to take as much memory as they can, and one that starts with such manifests of
// 200 agents, which an earlier version took in and nobody reviewed.
func TestHostileManifestsTakeLittle(t *testing.T) {
	t.Parallel()
	database := filepath.Join(t.TempDir(), "assent.db")
	for _, do := range []string{"takes hostile manifests", "stored them once", "starts with them"} {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), keeperProcess+"="+do, keeperDatabase+"="+database)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("a process that %s: %v\n%s", do, err, out)
		}
		t.Logf("a process that %s: %s", do, out)
	}
}

// nobodyYet is a person who does not answer yet.
type nobodyYet struct{}

func (nobodyYet) Review(Review, func([]string)) {}

// takesHostileManifests is sent 5 manifests over the budget, then those of 40 agents with
// tools that use all of theirs, by as many hosts at once.
func takesHostileManifests(database string) error {
	k, err := Open(database, Options{Reviewer: nobodyYet{}})
	if err != nil {
		return err
	}
	defer k.Close()
	for i := range 5 {
		if err := k.Offer(Offer{AgentID: fmt.Sprint("over-", i), Manifest: bomb(10, 380, 116<<10)}); code(err) != CodeInvalid {
			return fmt.Errorf("a manifest over the budget: %v", err)
		}
	}
	codes := make(chan string)
	for i := range 40 {
		go func() { codes <- code(k.Offer(Offer{AgentID: fmt.Sprint("agent-", i), Manifest: bomb(2, 20, 65<<10)})) }()
	}
	answers := map[string]int{}
	for range 40 {
		answers[<-codes]++
	}
	if answers[""] != 32 || answers[CodeTooManyAgents] != 8 {
		return fmt.Errorf("the answers are %v", answers)
	}
	for _, review := range k.Reviews()[:4] {
		if err := k.answerReview(review, review.Scopes); err != nil {
			return err
		}
		if err := callAll(k, review); err != nil {
			return fmt.Errorf("a call within the budget: %v", err)
		}
	}
	return takesAtMost(200)
}

// storedThemOnce writes what an earlier version could have taken in.
func storedThemOnce(database string) error {
	k, err := Open(database, Options{})
	if err != nil {
		return err
	}
	defer k.Close()
	var stored batch
	for i := range 205 {
		size := 65 << 10
		if i >= 200 {
			size = 116 << 10
		}
		form, err := canonical.Form(bomb(10, 200, size))
		if err != nil {
			return err
		}
		m, err := manifest.Restore(form)
		if err != nil {
			return err
		}
		stored.agents = append(stored.agents, &agent{id: fmt.Sprint("stored-", i), version: 1, manifest: keep(m)})
	}
	return k.store.write(stored)
}

// startsWithThem starts, and has one reviewed and called. The limit is that of a busy
// machine under the race detector: 3 s are aimed at.
func startsWithThem(database string) error {
	began := time.Now()
	k, err := Open(database, Options{Reviewer: nobodyYet{}})
	if err != nil {
		return err
	}
	defer k.Close()
	took := time.Since(began)
	if took > 15*time.Second {
		return fmt.Errorf("starting took %v", took)
	}
	fmt.Printf("started in %v, ", took)
	reviews := k.Reviews()
	if len(reviews) < 205 {
		return fmt.Errorf("%d reviews wait", len(reviews))
	}
	stored := reviews[len(reviews)-1]
	if err := k.answerReview(stored, stored.Scopes); err != nil {
		return err
	}
	var tooLarge *executors.Error
	if err := callAll(k, stored); !errors.As(err, &tooLarge) || tooLarge.Reason != executors.InvalidArguments {
		return fmt.Errorf("a call of a tool over the budget: %v", err)
	}
	return takesAtMost(300)
}

// callAll checks calls of all tools of an agent at once. The error is one of theirs.
func callAll(k *Keeper, of Review) (err error) {
	results := make(chan error)
	for _, tool := range of.Manifest.Tools {
		go func() {
			_, err := k.Check(Call{Caller: ask.Caller{AgentID: of.Agent.ID, ConversationID: "c"}, Tool: tool.Name, Arguments: []byte(`{}`)})
			results <- err
		}()
	}
	for range of.Manifest.Tools {
		err = cmp.Or(<-results, err)
	}
	return err
}

// bomb is a manifest of so many tools, each with patterns that grow when compiled, and
// so many bytes.
func bomb(tools, patterns, size int) []byte {
	var properties, all []string
	for i := range patterns {
		properties = append(properties, fmt.Sprintf(`"%d":{"pattern":"(a|b){700}"}`, i))
	}
	for i := range tools {
		all = append(all, fmt.Sprintf(`{"name":"tool_%d","description_i18n_key":"d","permission_scope":"x:y","input_schema":{"type":"object","properties":{%s}}}`,
			i, strings.Join(properties, ",")))
	}
	text := `{"agent_version":"1.0.0","permission_scopes":[{"id":"x:y","label_i18n_key":"l","sensitivity":"low"}],"schema_version":"1.0","tools":[` +
		strings.Join(all, ",") + `],"x":""}`
	return []byte(strings.TrimSuffix(text, `"}`) + strings.Repeat("x", max(0, size-len(text))) + `"}`)
}

// takesAtMost fails when this process has taken more from the system.
func takesAtMost(megabytes uint64) error {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	if took := m.Sys >> 20; took > megabytes {
		return fmt.Errorf("%d MiB were taken", took)
	}
	fmt.Printf("%d MiB", m.Sys>>20)
	return nil
}
