package main

import (
	"os"
	"path/filepath"
	"testing"

	"assent/app"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	if app.Child() {
		return
	}
	testscript.Main(m, map[string]func(){"assentctl": main})
}

// TestScripts runs the scripts in testdata against the real program. Each has a home
// and a data folder of its own, and no desktop.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(env *testscript.Env) error {
			sdk, err := filepath.Abs("../../assets/sdk")
			if err != nil {
				return err
			}
			for name, value := range map[string]string{
				"HOME": env.WorkDir, "XDG_DATA_HOME": env.WorkDir + "/data", "XDG_RUNTIME_DIR": "", "SDK": sdk,
				"DISPLAY": "", "WAYLAND_DISPLAY": "",
				"DBUS_SESSION_BUS_ADDRESS": "unix:path=" + env.WorkDir + "/none", "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=" + env.WorkDir + "/none",
			} {
				env.Setenv(name, value)
			}
			env.Values[engine{}] = &engine{said: make(chan string, 100)}
			env.Values[sandboxKey] = &sandboxed{}
			return os.Mkdir(env.WorkDir+"/data", 0o700)
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"serve": serveUntilEnd,
			"exits": exits,
			"says":  says,
			"crash": crash,

			"sandbox": sandboxUntilEnd,
			"http":    askSandbox,
			"event":   nextEvent,
		},
	})
}
