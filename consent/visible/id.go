package visible

// maxID is how many characters an id has at most (contract §2).
const maxID = 128

// ID reports whether s may be an agent's, a conversation's or a call's id: 1 to 128
// printable ASCII characters (contract §2).
func ID(s string) bool { return s != "" && len(s) <= maxID && printable(s) }

// printable reports whether s is printable ASCII.
func printable(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}
