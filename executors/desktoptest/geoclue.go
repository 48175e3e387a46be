//go:build linux

package desktoptest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
)

// AppID is the desktop id that a GeoClue of this package knows.
const AppID = "io.assent.Assent"

// Variant is how a GeoClue differs from one that gives its position to AppID.
type Variant int

// The variants.
const (
	NoService  Variant = iota + 1 // the system bus has no GeoClue
	NoAgent                       // nothing speaks for the user to GeoClue
	Denied                        // the configuration does not allow AppID
	Off                           // the user switched location off
	NoPosition                    // GeoClue runs but finds no position
)

// GeoClue is a real GeoClue on a system bus of its own, whose position comes from
// a server in the test.
type GeoClue struct {
	Address string // DBUS_SYSTEM_BUS_ADDRESS

	t testing.TB
}

// StartGeoClue starts a GeoClue that finds the given position, in degrees, with
// the given accuracy in metres, and returns when it can be asked. It ends with
// the test. GeoClue reads its configuration at a fixed place, so it runs in a mount
// namespace of its own, as root or where users may make namespaces.
func StartGeoClue(t testing.TB, latitude, longitude, accuracy float64, variants ...Variant) *GeoClue {
	t.Helper()
	is := map[Variant]bool{}
	for _, variant := range variants {
		is[variant] = true
	}
	dir := shortDir(t)
	g := &GeoClue{t: t, Address: "unix:path=" + filepath.Join(dir, "bus")}
	startSystemBus(t, dir, g.Address)
	if is[NoService] {
		return g
	}
	url := servePosition(t, latitude, longitude, accuracy, !is[NoPosition])
	config := write(t, filepath.Join(dir, "geoclue.conf"), fmt.Sprintf(geoClueConfig, url, AppID, !is[Denied]))
	bus := connectBus(t, g.Address)
	owned := watchName(t, bus, "org.freedesktop.GeoClue2")
	said := launch(t, inNamespace(g.Env(), config))
	waitName(t, owned, said)
	if !is[NoAgent] {
		registerAgent(t, bus, !is[Off])
	}
	return g
}

// Env returns the environment of a program that sees this GeoClue.
func (g *GeoClue) Env() []string {
	return overlay(os.Environ(), map[string]string{"DBUS_SYSTEM_BUS_ADDRESS": g.Address})
}

// Setenv makes the test itself see this GeoClue. Like t.Setenv it is not for
// parallel tests.
func (g *GeoClue) Setenv() {
	g.t.Helper()
	g.t.Setenv("DBUS_SYSTEM_BUS_ADDRESS", g.Address)
}

func startSystemBus(t testing.TB, dir, address string) {
	t.Helper()
	config := write(t, filepath.Join(dir, "bus.conf"), fmt.Sprintf(busConfig, address))
	start(t, command("dbus-daemon", "dbus", os.Environ(),
		"--config-file="+config, "--nofork", "--nopidfile", "--nosyslog", "--print-address=3"))
}

// inNamespace is GeoClue with config in the place of the machine's.
func inNamespace(env []string, config string) program {
	flags := "-m"
	if os.Getuid() != 0 {
		flags = "-rm" // root in a namespace of its own
	}
	const script = `mount --bind "$1" /etc/geoclue/geoclue.conf && exec /usr/libexec/geoclue --timeout=0`
	return command("unshare", "util-linux", env, flags, "sh", "-c", script, "sh", config)
}

// servePosition answers as the service does that GeoClue asks for a position.
func servePosition(t testing.TB, latitude, longitude, accuracy float64, known bool) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if !known {
			http.Error(w, `{"error":{"code":404,"message":"Not found"}}`, http.StatusNotFound)
			return
		}
		fmt.Fprintf(w, `{"location":{"lat":%v,"lng":%v},"accuracy":%v}`, latitude, longitude, accuracy)
	}))
	server.Config.SetKeepAlivesEnabled(false) // an open connection would be a goroutine of the test's
	t.Cleanup(server.Close)
	return server.URL
}

func write(t testing.TB, path, content string) string {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}
