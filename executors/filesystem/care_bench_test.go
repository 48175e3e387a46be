package filesystem

import "testing"

// BenchmarkCare judges a path by the default care list.
func BenchmarkCare(b *testing.B) {
	const home = "/home/alice"
	list := compile(DefaultCare())
	for name, path := range map[string]string{
		"ordinary": home + "/Documents/work/2026/report of the quarter.md",
		"care":     home + "/.ssh/id_ed25519",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			g := ground{folders: [][]string{names(home)}, home: names(home), list: list}
			for b.Loop() {
				g.care(path)
			}
		})
	}
}

// BenchmarkPrepare finds and judges one file.
func BenchmarkPrepare(b *testing.B) {
	home := b.TempDir()
	e := New(Options{Home: home})
	write(b, home+"/Documents/notes.md", "hello")
	b.ReportAllocs()
	for b.Loop() {
		plan, err := e.Prepare(b.Context(), request("read_file", `{"path":"~/Documents/notes.md"}`))
		if err != nil {
			b.Fatal(err)
		}
		plan.Close()
	}
}
