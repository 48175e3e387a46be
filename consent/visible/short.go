package visible

import (
	"unicode"
	"unicode/utf8"
)

// Short cuts s in the middle to at most limit characters, an ellipsis among them,
// and returns how many are left out. It keeps combining marks with what they
// stand on. Cut before you escape: an escape is several characters.
func Short(s string, limit int) (text string, left int) {
	count := utf8.RuneCountInString(s)
	if count <= limit {
		return s, 0
	}
	limit = max(limit-1, 0)
	head := first(s, (limit+1)/2)
	tail := last(s[len(head):], limit/2)
	return head + "…" + tail, count - utf8.RuneCountInString(head) - utf8.RuneCountInString(tail)
}

// first returns at most n characters from the beginning of s.
func first(s string, n int) string {
	end := 0
	for range n {
		_, size := utf8.DecodeRuneInString(s[end:])
		end += size
	}
	if end < len(s) && mark(s[end:]) {
		for end > 0 && mark(s[end:]) {
			_, size := utf8.DecodeLastRuneInString(s[:end])
			end -= size
		}
	}
	return s[:end]
}

// last returns at most n characters from the end of s.
func last(s string, n int) string {
	start := len(s)
	for range n {
		_, size := utf8.DecodeLastRuneInString(s[:start])
		start -= size
	}
	for start < len(s) && mark(s[start:]) {
		_, size := utf8.DecodeRuneInString(s[start:])
		start += size
	}
	return s[start:]
}

// mark reports whether s begins with a character that belongs to the one before.
func mark(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return r == 0x200D || unicode.Is(unicode.M, r)
}
