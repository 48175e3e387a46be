package scenario

import (
	"os"
	"testing"

	"assent/app"
)

func TestMain(m *testing.M) {
	if app.Child() {
		return
	}
	os.Exit(m.Run())
}
