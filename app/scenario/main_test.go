package scenario

import (
	"os"
	"testing"

	"assent/executors/clipboard"
)

func TestMain(m *testing.M) {
	if clipboard.Child() {
		return
	}
	os.Exit(m.Run())
}
