package clipboard

import (
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	if Child() {
		return
	}
	os.Exit(m.Run())
}
