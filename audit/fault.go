package audit

import "fmt"

// FaultKind says what was done to the log.
type FaultKind string

// The faults.
const (
	Changed   FaultKind = "changed"
	Removed   FaultKind = "removed"
	Reordered FaultKind = "reordered"
	Inserted  FaultKind = "inserted"
	Cut       FaultKind = "cut" // the newest rows are gone
)

// Fault is the first thing that is wrong.
type Fault struct {
	Kind   FaultKind
	Seq    int64 // of the row; 0 when it cannot be told
	Detail string
}

func (f *Fault) Error() string {
	if f.Seq == 0 {
		return fmt.Sprintf("something was %s: %s", f.Kind, f.Detail)
	}
	return fmt.Sprintf("row %d was %s: %s", f.Seq, f.Kind, f.Detail)
}
