package secret

import (
	"slices"
	"strings"
	"testing"
)

const plain = `It was a bright cold day in April, and the clocks were striking thirteen. He did not ask, they would say later, what the key
to it was; each of them had a task, and a market day was no day for secrets. "I was told, after all," she said, "that this is the way home." `

// prose is size bytes of plain English.
func prose(size int) []byte {
	return []byte(strings.Repeat(plain, size/len(plain)+1)[:size])
}

// keywordProse is size bytes of prose of which every other word is a keyword, but for
// those that are enough by themselves.
func keywordProse(size int) []byte {
	var all []string
	for _, r := range theScanner().rules {
		all = append(all, r.keywords...)
	}
	slices.Sort(all)
	all = slices.DeleteFunc(slices.Compact(all), func(word string) bool { return Find("", []byte(" "+word+" "), true) != nil })
	var b strings.Builder
	for i, words := 0, strings.Fields(plain); b.Len() < size; i++ {
		b.WriteString(words[i%len(words)] + " " + all[i%len(all)] + " ")
	}
	return []byte(b.String()[:size])
}

func BenchmarkFind(b *testing.B) {
	for name, content := range map[string][]byte{
		"plain 4 KiB": prose(4 << 10), "plain 5 MiB": prose(5 << 20),
		"keywords 64 KiB": keywordProse(64 << 10), "binary 64 KiB": make([]byte, 64<<10),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(content)))
			for b.Loop() {
				Find("", content, true)
			}
		})
	}
}

// BenchmarkFirst is what the first text of a process costs on top: the automaton.
func BenchmarkFirst(b *testing.B) {
	for b.Loop() {
		newKeywords(theScanner().rules)
	}
}
