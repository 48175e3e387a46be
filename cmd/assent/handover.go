package main

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"time"

	"assent/app"
	"assent/app/folder"
	"assent/app/ingress"
)

// handOver has the app that already runs on this data folder show its window
// (contract §2), and returns this process's exit code.
func handOver(locked *folder.Locked) int {
	if err := showRunning(locked.Socket); err != nil {
		fmt.Fprintf(os.Stderr, "assent: %v\n", locked)
		return exitUsage
	}
	return exitOK
}

// showRunning asks the engine at socket to show its window.
func showRunning(socket string) error {
	conn, err := net.DialUnix("unix", nil, &net.UnixAddr{Name: socket, Net: "unix"})
	if err != nil {
		return err
	}
	defer conn.Close()
	if uid, err := ingress.PeerUID(conn); err != nil || uid != os.Geteuid() {
		return fmt.Errorf("the engine belongs to another user")
	}
	conn.SetDeadline(time.Now().Add(5 * time.Second))
	if _, err := fmt.Fprintln(conn, `{"type":"control","op":"show"}`); err != nil {
		return err
	}
	answer, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil {
		return err
	}
	return app.ControlError([]byte(answer))
}
