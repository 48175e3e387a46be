package relay

import (
	"testing"

	"assent/app/assenttest"
)

func TestMain(m *testing.M) { assenttest.Main(m) }
