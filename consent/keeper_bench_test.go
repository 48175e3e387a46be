package consent

import (
	"path/filepath"
	"testing"

	"assent/consent/ask"

	"github.com/go-json-experiment/json/jsontext"
)

// BenchmarkKeeper takes a call that needs no person through steps 1 to 6.
func BenchmarkKeeper(b *testing.B) {
	keeper, err := Open(filepath.Join(b.TempDir(), "assent.db"), Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer keeper.Close()
	if err := keeper.Offer(Offer{AgentID: "a", Manifest: document(scopes{notes: "low"})}); err != nil {
		b.Fatal(err)
	}
	if err := keeper.Grant("a", notes); err != nil {
		b.Fatal(err)
	}
	call := Call{Caller: ask.Caller{AgentID: "a", ConversationID: "c"}, Tool: toolOf(notes), Arguments: jsontext.Value(`{"path":"/a"}`)}
	b.Run("check", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := keeper.Check(call); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("decide silently", func(b *testing.B) {
		p, err := keeper.Check(call)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportAllocs()
		for b.Loop() {
			if _, err := keeper.Decide(b.Context(), p, ask.Question{}, ask.Hooks{}); err != nil {
				b.Fatal(err)
			}
			if err := keeper.Recheck(p); err != nil {
				b.Fatal(err)
			}
		}
	})
}
