package visible

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// maxName is how many characters of an agent's name are shown (contract §6), maxWhole how
// many of one that is longer are kept.
const (
	maxName  = 40
	maxWhole = 200
)

// AgentName returns a name fit to be shown as an agent's: what is hidden taken
// out, blanks made single, at most 40 characters, of which an ellipsis is the last where
// there were more; whole is then all of it, at most 200 characters, else empty. It returns
// false beside it when nothing is left of s, or when it looks like a name that no agent may
// have: Assent, System, or our words for a preset scope, in either language (contract §6).
func AgentName(s string) (name, whole string, ok bool) {
	// Composing is what costs; a name has no use for more than the beginning.
	s = first(s, min(len(s), 64*maxName))
	var b strings.Builder
	marks := 0
	for _, r := range norm.NFC.String(strings.ToValidUTF8(s, "")) {
		switch {
		case unicode.IsSpace(r):
			b.WriteByte(' ')
			marks = MaxMarks
		case hidden(r):
		case unicode.Is(unicode.M, r):
			if marks++; marks <= MaxMarks && b.Len() > 0 {
				b.WriteRune(r)
			}
		default:
			b.WriteRune(r)
			marks = 0
		}
	}
	name = strings.Join(strings.Fields(b.String()), " ")
	if utf8.RuneCountInString(name) > maxName {
		name, whole = ellipsed(name, maxName), ellipsed(name, maxWhole)
	}
	return name, whole, name != "" && !reserved(name)
}

// ellipsed returns at most limit characters of name, of which an ellipsis is the last where
// there were more.
func ellipsed(name string, limit int) string {
	if utf8.RuneCountInString(name) <= limit {
		return name
	}
	return strings.TrimSpace(first(name, limit-1)) + "…"
}

// reserved reports whether name looks like one of those no agent may have.
func reserved(name string) bool {
	look := skeleton(name)
	return slices.ContainsFunc([]string{
		"Assent", "System", "系统",
		"Send notifications", "Read local files", "Read the clipboard", "Read your location",
		"发送系统通知", "发送通知", "读取本地文件", "读取剪贴板", "读取位置",
	}, func(word string) bool { return skeleton(word) == look })
}

// Alike reports whether two names look the same to a hurried reader: whatever
// their case, width, accents and blanks, and with the commonest look-alikes of
// Latin letters among Cyrillic, Greek, small capitals and digits. It is no
// complete list of what looks alike; that is why an agent's id stands beside its
// name.
func Alike(a, b string) bool { return skeleton(a) == skeleton(b) }

// skeleton maps a name to what remains of it at a glance: its letters and digits,
// or everything where it has none.
func skeleton(name string) string {
	var b strings.Builder
	folded := cases.Fold().String(norm.NFKD.String(name))
	for _, r := range folded {
		if latin, ok := lookalike(r); ok {
			r = latin
		}
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			b.WriteRune(r)
		}
	}
	if b.Len() == 0 {
		return folded
	}
	return strings.ReplaceAll(b.String(), "rn", "m")
}

// lookalike returns the Latin letter that a character looks like, in the order
// of the two lists.
func lookalike(r rune) (rune, bool) {
	const (
		looks = "авеёикмнорстухіїјѕԁһӏԛԝѵαβεικνορτυχϲϳı0135$@|lᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢɑɡɩʋօոսցհ"
		latin = "abeeukmhopctyxiijsdhiqwvabeiknoptuxcjioiesiaiiabcdefghijkimnoprstuvwyzagivonugh"
	)
	i := 0
	for _, look := range looks {
		if look == r {
			return rune(latin[i]), true
		}
		i++
	}
	return r, false
}
