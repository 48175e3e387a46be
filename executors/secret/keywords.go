package secret

// keywords finds all keywords of all rules in one pass, whatever their case: at each
// place of a text by a hash of three bytes, which few have in common with a keyword.
type keywords struct {
	filter  [hashes / 64]uint64 // bit h: a keyword begins with bytes of hash h
	buckets [hashes]uint16      // 1 + where those are in words
	words   [][]keyword
}

type keyword struct {
	text  string // in lower case
	rules []uint16
}

const hashes = 1 << 15

// hash returns the hash of the three bytes that end with b; before is that of those
// before. Capitals have the same five lower bits as small letters.
func hash(before uint, b byte) uint { return (before<<5 | uint(b&31)) % hashes }

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
		h := hash(hash(0, text[0]), text[1])
		if len(text) > 2 {
			k.add(hash(h, text[2]), keyword{text, users[text]})
			continue
		}
		for third := range byte(32) {
			k.add(hash(h, third), keyword{text, users[text]})
		}
	}
	return k
}

func (k *keywords) add(h uint, word keyword) {
	if k.buckets[h] == 0 {
		k.filter[h/64] |= 1 << (h % 64)
		k.words = append(k.words, nil)
		k.buckets[h] = uint16(len(k.words))
	}
	bucket := &k.words[k.buckets[h]-1]
	*bucket = append(*bucket, word)
}

// find calls found with each keyword that begins at text[at:], until found returns
// false.
func (k *keywords) find(text []byte, found func(word keyword, at int) bool) {
	if len(text) < 3 {
		return
	}
	h := hash(hash(0, text[0]), text[1])
	for i, b := range text[2:] {
		h = hash(h, b)
		if k.filter[h/64]&(1<<(h%64)) == 0 {
			continue
		}
		for _, word := range k.words[k.buckets[h]-1] {
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
