package clipboard

import "golang.org/x/sys/unix"

// boundMemory makes a child end that an owner floods: on Wayland the library takes
// whatever it is given. The limit leaves room for a program with a desktop's
// libraries in it. Without one the child's time still ends.
func boundMemory() {
	const most = 1 << 30
	_ = unix.Setrlimit(unix.RLIMIT_DATA, &unix.Rlimit{Cur: most, Max: most})
}
