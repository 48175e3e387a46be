package secret

// keywords finds all keywords of all rules in one pass, whatever their case: at each
// place of a text by a hash of three bytes, which few have in common with a keyword.
type keywords struct {
	buckets [hashes]uint16 // 1 + where in words those are that begin with bytes of a hash, 0 for none
	words   [][]keyword
}

type keyword struct {
	text  string // in lower case
	rules []uint16
}

const hashes = 1 << 15

// roll returns what h becomes with the next byte of a text; h%hashes is then the hash of
// the last three. Capitals have the same five lower bits as small letters.
func roll(h uint, next byte) uint { return h<<5 | uint(next&31) }

// newKeywords returns the keywords of rules, each with the rules that have it.
func newKeywords(rules []rule) *keywords {
	users, order := map[string][]uint16{}, []string{}
	for i, r := range rules {
		for _, text := range r.keywords {
			if users[text] == nil {
				order = append(order, text)
			}
			users[text] = append(users[text], uint16(i))
		}
	}
	k := &keywords{}
	for _, text := range order {
		h := roll(roll(0, text[0]), text[1])
		if len(text) > 2 {
			k.add(roll(h, text[2]), keyword{text, users[text]})
			continue
		}
		for third := range byte(32) {
			k.add(roll(h, third), keyword{text, users[text]})
		}
	}
	return k
}

func (k *keywords) add(h uint, word keyword) {
	bucket := &k.buckets[h%hashes]
	if *bucket == 0 {
		k.words = append(k.words, nil)
		*bucket = uint16(len(k.words))
	}
	words := &k.words[*bucket-1]
	*words = append(*words, word)
}

// find calls found with each keyword that begins at text[at:], until found returns
// false.
func (k *keywords) find(text []byte, found func(word keyword, at int) bool) {
	if len(text) < 3 {
		return
	}
	h := roll(roll(0, text[0]), text[1])
	for i, b := range text[2:] {
		h = roll(h, b)
		bucket := k.buckets[h%hashes]
		if bucket == 0 {
			continue
		}
		for _, word := range k.words[bucket-1] {
			if begins(text[i:], word.text) && !found(word, i) {
				return
			}
		}
	}
}

// begins reports whether text begins with word, which is in lower case, whatever case
// its own letters have.
func begins(text []byte, word string) bool {
	if len(text) < len(word) {
		return false
	}
	for i := range len(word) {
		b := text[i]
		if b >= 'A' && b <= 'Z' {
			b += 'a' - 'A'
		}
		if b != word[i] {
			return false
		}
	}
	return true
}
