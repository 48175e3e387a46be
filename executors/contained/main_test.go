package contained

import (
	"fmt"
	"net"
	"os"
	"testing"
)

// A program that the tests start with this variable does what it says.
const act = "ASSENT_TEST_ACT"

func TestMain(m *testing.M) {
	if Child() {
		return
	}
	switch os.Getenv(act) {
	case "":
		os.Exit(m.Run())
	case "dial":
		if _, err := net.Dial("tcp", os.Args[1]); err != nil {
			fmt.Println("refused")
			return
		}
		fmt.Println("connected")
	case "grow":
		grown := make([]byte, 2<<30)
		for i := 0; i < len(grown); i += 4096 {
			grown[i] = 1
		}
		fmt.Println("grown")
	case "engine":
		beEngine()
	}
}
