package app

import (
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	if Child() {
		return
	}
	if file := os.Getenv(drifting); file != "" {
		beDrifting(file)
		return
	}
	os.Exit(m.Run())
}

// receive gives a session a line and has it answered.
func receive(s *Session, line []byte) {
	if begin := s.Receive(line); begin != nil {
		begin(func() {})
	}
}
