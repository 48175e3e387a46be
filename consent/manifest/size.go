package manifest

// What schemas may take, compiled: that of one tool, and those of all tools of a
// manifest. Few bytes of a schema can take many, so they are measured before they are
// compiled.
const (
	maxSchemaSize = 5 << 20
	maxTotalSize  = 32 << 20
)

// makeSimpler is what an author is to do about it.
const makeSimpler = "use fewer parts, shorter enums and fewer repetitions in patterns."

// What follows says what things take in bytes of memory, never less than they do. As
// compiling takes time, too, a microsecond of it stands for about 100 bytes.

// schemaSize is what a subschema takes without the values of its keywords. In memory
// it is a quarter of that; compiling a tool takes the square of its subschemas.
const schemaSize = 8 << 10

// sizeOf is what the value of a keyword takes, with the sentence that quotes it.
func sizeOf(value any) int {
	switch v := value.(type) {
	case string:
		return 64 + 2*len(v)
	case float64:
		return 256
	case []any:
		size := 64
		for _, item := range v {
			size += sizeOf(item)
		}
		return size
	case map[string]any:
		size := 384
		for name, member := range v {
			size += 64 + len(name) + sizeOf(member)
		}
		return size
	}
	return 32
}

// parsingSize is what parsing a pattern takes, as it is and for the compiler.
func parsingSize(pattern string) int {
	return 200*len(pattern) + classes(pattern)*16<<10
}

// size is what a program takes. One that is anchored and short may be compiled once
// more, so that no byte has to be looked at twice: each of its branches then knows
// every range that can follow.
func (p program) size() int {
	const short = 1000 // instructions
	size := 512 + 48*p.instructions + 20*p.steps
	if p.anchored {
		branches := min(p.branches, short)
		size += 180*min(p.instructions, short) + branches*p.ranges*(12+branches/2)
	}
	return size
}
