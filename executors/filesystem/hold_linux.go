package filesystem

import (
	"errors"
	"fmt"
	"os"
	"syscall"

	"assent/executors"

	"golang.org/x/sys/unix"
)

// canHold returns nil when files can be held: real paths come from /proc.
func canHold() error {
	if _, err := os.Stat("/proc/self/fd"); err != nil {
		return executors.Errorf(executors.ServiceMissing, "Assent cannot see where files really are. Mount /proc.")
	}
	return nil
}

// hold opens path without reading it, following links as the kernel does, and
// returns where it really is. O_PATH neither waits for the other end of a FIFO
// nor wakes a device.
func hold(path string) (file *os.File, real string, err error) {
	file, err = os.OpenFile(path, unix.O_PATH, 0)
	if err != nil {
		return nil, "", err
	}
	real, err = os.Readlink(descriptor(file.Fd()))
	if err == nil {
		err = verify(file, real)
	}
	if err != nil {
		file.Close()
		return nil, "", err
	}
	return file, real, nil
}

const resolveCached = 0x20 // RESOLVE_CACHED of linux/openat2.h

// holdCached holds path where it is its own real path and the kernel has all of the way
// to it in its memory, and returns nil otherwise. It waits for no file system.
func holdCached(path string) *os.File {
	fd, err := unix.Openat2(unix.AT_FDCWD, path, &unix.OpenHow{
		Flags: unix.O_PATH | unix.O_CLOEXEC, Resolve: resolveCached | unix.RESOLVE_NO_SYMLINKS,
	})
	if err != nil {
		return nil
	}
	return os.NewFile(uintptr(fd), path)
}

// verify refuses a real path that does not lead back to file. The kernel's word
// is no path for what was deleted, nor for what lies in a mount namespace of
// others (/proc/1234/root/…).
func verify(file *os.File, real string) error {
	held, err := file.Stat()
	if err != nil {
		return err
	}
	there, err := os.Lstat(real)
	if err == nil && !os.SameFile(held, there) {
		err = os.ErrNotExist
	}
	return err
}

// reopen opens what file holds for reading, whatever its path leads to now.
func reopen(file *os.File) (*os.File, error) { return reopenWith(file, 0) }

// reopenUnnoticed is reopen where reading changes no time of the file; executors.ErrTrace
// where it would, as of another user's.
func reopenUnnoticed(file *os.File) (*os.File, error) {
	opened, err := reopenWith(file, unix.O_NOATIME)
	if errors.Is(err, unix.EPERM) {
		return nil, executors.ErrTrace
	}
	return opened, err
}

func reopenWith(file *os.File, flags int) (opened *os.File, err error) {
	conn, err := file.SyscallConn()
	if err != nil {
		return nil, err
	}
	closed := conn.Control(func(fd uintptr) { // the descriptor stays ours until this returns
		opened, err = os.OpenFile(descriptor(fd), unix.O_RDONLY|unix.O_NONBLOCK|unix.O_NOCTTY|flags, 0)
	})
	if closed != nil {
		return nil, closed
	}
	return opened, err
}

// readable reports whether this user may read file, and for a folder also see
// what is in it. It opens nothing. Of what is the user's own, its mode alone decides.
func readable(file *os.File, info os.FileInfo, folder bool) error {
	own, ok := info.Sys().(*syscall.Stat_t)
	if ok && !folder && own.Uid == uint32(os.Getuid()) && own.Mode&unix.S_IRUSR != 0 {
		return nil
	}
	mode := uint32(unix.R_OK)
	if folder {
		mode |= unix.X_OK
	}
	return unix.Faccessat(unix.AT_FDCWD, descriptor(file.Fd()), mode, 0)
}

// storageOf tells what kind of file system file is on.
func storageOf(file *os.File) (storage, error) {
	var fs unix.Statfs_t
	if err := unix.Fstatfs(int(file.Fd()), &fs); err != nil {
		return other, err
	}
	switch int64(uint32(fs.Type)) {
	case unix.PROC_SUPER_MAGIC, unix.SYSFS_MAGIC, unix.DEBUGFS_MAGIC, unix.TRACEFS_MAGIC, unix.SECURITYFS_MAGIC,
		unix.CGROUP_SUPER_MAGIC, unix.CGROUP2_SUPER_MAGIC, unix.BPF_FS_MAGIC, unix.EFIVARFS_MAGIC, unix.PSTOREFS_MAGIC,
		unix.SELINUX_MAGIC, unix.SMACK_MAGIC, unix.DEVPTS_SUPER_MAGIC, unix.NSFS_MAGIC, unix.PIPEFS_MAGIC, unix.SOCKFS_MAGIC,
		unix.ANON_INODE_FS_MAGIC, unix.BINFMTFS_MAGIC, unix.BDEVFS_MAGIC, unix.RDTGROUP_SUPER_MAGIC:
		return madeUp, nil
	case unix.EXT4_SUPER_MAGIC, unix.XFS_SUPER_MAGIC, unix.BTRFS_SUPER_MAGIC, unix.F2FS_SUPER_MAGIC, unix.TMPFS_MAGIC:
		return local, nil
	}
	return other, nil
}

func links(info os.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(stat.Nlink)
	}
	return 1
}

// oneWay reports whether only one path leads to file and to what is in folder: file has
// one name, and is in the folder's mount. It says no when the kernel does not tell.
func oneWay(file *os.File, info os.FileInfo, folder string) bool {
	if !info.IsDir() && links(info) != 1 {
		return false
	}
	here, known := mountOf(file)
	there, same := mountAt(unix.AT_FDCWD, folder, unix.AT_SYMLINK_NOFOLLOW)
	return known && same && here == there
}

// mountOf returns the mount that file is in; not known where the kernel does not tell. It
// waits for no file system.
func mountOf(file *os.File) (id uint64, known bool) {
	return mountAt(int(file.Fd()), "", unix.AT_EMPTY_PATH|unix.AT_STATX_DONT_SYNC)
}

func mountAt(folder int, path string, flags int) (id uint64, known bool) {
	var found unix.Statx_t
	err := unix.Statx(folder, path, flags, unix.STATX_MNT_ID, &found)
	return found.Mnt_id, err == nil && found.Mask&unix.STATX_MNT_ID != 0
}

func descriptor(fd uintptr) string { return fmt.Sprintf("/proc/self/fd/%d", fd) }

// lstatIn describes what folder holds under name, following no link.
func lstatIn(folder *os.File, name string) (os.FileInfo, error) {
	return os.Lstat(descriptor(folder.Fd()) + "/" + name)
}
