package consent

import (
	"testing"
)

// An answer that cannot be written changes nothing, says so, and can be given again.
func TestAReviewWhoseAnswerIsNotKept(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	if err := d.offer("a", 1, document(scopes{files: "medium"})); err != nil || len(d.reviews) != 1 {
		t.Fatalf("%v, %d reviews", err, len(d.reviews))
	}
	d.readOnly()
	d.answers[0]([]string{files})
	if d.reviews[0].Unkept() == nil || len(d.granted("a")) > 0 {
		t.Errorf("unkept: %v, granted %v", d.reviews[0].Unkept(), d.granted("a"))
	}
	if _, err := d.store.db.Exec("PRAGMA query_only = 0"); err != nil {
		t.Fatal(err)
	}
	d.answers[0]([]string{files})
	if d.reviews[0].Unkept() != nil || len(d.granted("a")) != 1 {
		t.Errorf("unkept: %v, granted %v", d.reviews[0].Unkept(), d.granted("a"))
	}
	d.answers[0](nil) // answered before
	if d.reviews[0].Unkept() != nil || len(d.granted("a")) != 1 {
		t.Errorf("again: %v, granted %v", d.reviews[0].Unkept(), d.granted("a"))
	}
}
