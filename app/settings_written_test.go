package app

import (
	"slices"
	"strings"
	"testing"
)

func TestSlipsInSettingsAreSaid(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ file, want string }{
		{`{"folders":["~/work"],"manual_position":{"latitude":1,"longitude":2,"accuracy_m":3}}`, ""},
		{`{"folder":["~/work"]}`, "/folder: is not known here; did you mean folders? There are folders, care, allowed_hosts,"},
		{`{"manual_position":{"latitud":1}}`, "/manual_position/latitud: is not known here; did you mean latitude?"},
		{`{"retention_days":"a week"}`, "/retention_days: must be a whole number"},
		{`{"retention_days":0}`, "/retention_days: must be 1 to 3650"},
		{`{"folders":["work"]}`, "/folders: must be absolute paths or begin with ~/"},
		{`{`, "unexpected EOF"},
	} {
		err := CheckSettings([]byte(test.file))
		if (err == nil) != (test.want == "") || err != nil && !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.file, err, test.want)
		}
	}
	if names := SettingNames(); !slices.Contains(names, "theme") || slices.Contains(names, "") {
		t.Errorf("the members are %q", names)
	}
}
