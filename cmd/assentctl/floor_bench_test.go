//go:build linux

package main

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"assent/executors/desktoptest"
)

// floorSource is the least program that keeps a durable record of each call and reads the
// file: what speed is measured against. It stands beside the checkout.
const floorSource = "../../../shared/floor"

// startFloor builds and starts the floor, or returns nil where it is not there.
func startFloor(b *testing.B, desktop *desktoptest.Desktop, file string) *server {
	if _, err := os.Stat(floorSource); err != nil {
		b.Logf("the floor is not beside this checkout: %v", err)
		return nil
	}
	dir := b.TempDir()
	program, socket := filepath.Join(dir, "floor"), filepath.Join(desktop.Runtime, "floor.sock")
	build := exec.Command("go", "build", "-o", program, ".")
	build.Dir = floorSource
	if out, err := build.CombinedOutput(); err != nil {
		b.Fatalf("building the floor: %v\n%s", err, out)
	}
	cmd := exec.Command(program, "-sock", socket, "-db", filepath.Join(dir, "floor.db"), "-path", file)
	launch(b, cmd, (*exec.Cmd).StderrPipe)
	for deadline := time.Now().Add(10 * time.Second); ; {
		if conn, err := net.Dial("unix", socket); err == nil {
			conn.Close()
			return dial(b, socket, cmd.Process)
		}
		if time.Now().After(deadline) {
			b.Fatal("the floor does not listen")
		}
	}
}

// processor returns how much processor time the server's process has used.
func (s *server) processor(b *testing.B) time.Duration {
	stat, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(s.process.Pid), "stat"))
	if err != nil {
		b.Fatal(err)
	}
	_, fields, _ := strings.Cut(string(stat), ") ")
	var ticks int
	for _, field := range strings.Fields(fields)[11:13] { // utime and stime
		n, err := strconv.Atoi(field)
		if err != nil {
			b.Fatal(err)
		}
		ticks += n
	}
	const tick = 10 * time.Millisecond // USER_HZ is 100 on every Linux
	return time.Duration(ticks) * tick
}
