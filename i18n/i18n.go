// Package i18n holds every text of Assent's own, in English and Simplified
// Chinese. Texts of agents and their authors never come from here.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package i18n

import (
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	goi18n "github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
)

//go:embed en.json zh_Hans.json
var files embed.FS

// Catalog gives texts in one language. It is safe for concurrent use.
type Catalog struct {
	localizer *goi18n.Localizer
	tag       language.Tag
}

// New returns the catalogue that fits the wanted languages best, the most wanted
// first, as BCP 47 tags or POSIX locales; English when none fits.
func New(wanted ...string) *Catalog {
	bundle := goi18n.NewBundle(language.English)
	bundle.RegisterUnmarshalFunc("json", json.Unmarshal)
	for _, name := range []string{"en.json", "zh_Hans.json"} {
		if _, err := bundle.LoadMessageFileFS(files, name); err != nil {
			panic(fmt.Sprintf("i18n: reading %s: %v", name, err)) // embedded: a broken build
		}
	}
	matcher := language.NewMatcher([]language.Tag{language.English, language.SimplifiedChinese})
	wanted = slices.Clone(wanted)
	for i, locale := range wanted {
		wanted[i], _, _ = strings.Cut(locale, ".") // zh_CN.UTF-8
	}
	tag, _ := language.MatchStrings(matcher, wanted...)
	return &Catalog{localizer: goi18n.NewLocalizer(bundle, tag.String()), tag: tag}
}

// Chinese reports whether the catalogue is the Chinese one.
func (c *Catalog) Chinese() bool {
	base, _ := c.tag.Base()
	return base.String() == "zh"
}

// Text returns the text of key with its placeholders filled from args. An int
// under "Count" picks the plural form. A missing key is returned as it is.
func (c *Catalog) Text(key string, args map[string]any) string {
	for name, value := range args {
		if text, ok := value.(Text); ok {
			args = maps.Clone(args)
			args[name] = c.Text(text.Key, text.Args)
		}
	}
	config := &goi18n.LocalizeConfig{MessageID: key, TemplateData: args}
	if count, ok := args["Count"].(int); ok {
		config.PluralCount = count
	}
	text, err := c.localizer.Localize(config)
	if err != nil && text == "" {
		return key
	}
	return text
}
