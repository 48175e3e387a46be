package filesystem

import "path/filepath"

// findAgain finds what find would, of a file in a folder in which find found another one a
// moment ago, on a disk of this machine. Unlike find it never waits; nil where it cannot tell.
func (f *Executor) findAgain(a asked) *finding {
	ground, ok := f.lastSurvey()
	if !ok || a.path != filepath.Clean(a.path) {
		return nil
	}
	mount, ok := ground.known.Load(filepath.Dir(a.path))
	if !ok {
		return nil
	}
	found := &finding{file: holdCached(a.path), real: a.path, on: local}
	if found.file == nil {
		return nil
	}
	if now, ok := mountOf(found.file); ok && now == mount {
		var err error
		if found.info, err = found.file.Stat(); err == nil && ground.vouchesFor(found) {
			found.care, found.reason = ground.care(found.real), found.unfit(a.action)
			return found
		}
	}
	found.close()
	return nil
}

// remember keeps the folder of what find found, for findAgain.
func (g ground) remember(found *finding) {
	if !g.vouchesFor(found) || g.data != "" && !oneWay(found.file, found.info, g.data) {
		return
	}
	if mount, ok := mountOf(found.file); ok {
		g.known.Store(filepath.Dir(found.real), mount)
	}
}

// vouchesFor reports whether what holds for one such file of a folder holds for the others
// in its mount: that none is Assent's own, and that none has the kernel wait.
func (g ground) vouchesFor(found *finding) bool {
	return found.on == local && found.info.Mode().IsRegular() && links(found.info) == 1 &&
		(g.data == "" || !within(names(found.real), g.ours))
}
