package app

import (
	"errors"
	"maps"
	"reflect"
	"slices"

	"assent/app/handwritten"
	"assent/consent/misspelt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// CheckSettings returns what is wrong with a settings file that a person wrote, as a
// *handwritten.Slip. A member that is not known is wrong here, though an engine keeps it,
// for a newer version may have written it.
func CheckSettings(data []byte) error {
	s := DefaultSettings()
	if err := handwritten.Read(data, &s); err != nil {
		return err
	}
	var unknown map[string]jsontext.Value
	if s.Unknown != nil {
		if err := json.Unmarshal(s.Unknown, &unknown); err != nil {
			return err
		}
	}
	if names := slices.Sorted(maps.Keys(unknown)); len(names) > 0 {
		return handwritten.At(data, jsontext.Pointer("").AppendToken(names[0]), misspelt.Unknown(names[0], SettingNames()))
	}
	var wrong *WrongSetting
	if errors.As(s.Check(), &wrong) {
		return handwritten.At(data, jsontext.Pointer("").AppendToken(wrong.Name), "must be "+wrong.Want)
	}
	return nil
}

// SettingNames returns the members that a settings file may have.
func SettingNames() []string { return handwritten.Members(reflect.TypeFor[Settings]()) }
