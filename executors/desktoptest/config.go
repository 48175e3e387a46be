//go:build linux

package desktoptest

// agentID is the desktop id of the agent that the configuration lists.
const agentID = "geoclue-demo-agent"

// busConfig is a system bus where everything is allowed. Its value is the address.
const busConfig = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>system</type>
  <listen>%s</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow user="*"/>
    <allow own="*"/>
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
  </policy>
</busconfig>
`

// geoClueConfig is GeoClue with one source of positions and one app. Its values
// are the source's address, the app's desktop id, and whether it is allowed.
const geoClueConfig = `[agent]
whitelist=` + agentID + `

[network-nmea]
enable=false

[3g]
enable=false

[cdma]
enable=false

[modem-gps]
enable=false

[compass]
enable=false

[wifi]
enable=true
url=%s
submit-data=false

[%s]
allowed=%v
system=false
users=
`
