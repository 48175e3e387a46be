package kit

import (
	"os"

	"fyne.io/fyne/v2/lang"
)

// FindChinese has the toolkit look for the system's Chinese fonts in each weight. It does so
// for the language of the locale alone; of others a headline is as thin as its text. It is
// to be called before the theme is set.
func FindChinese() {
	const chinese = "zh_CN"
	if isChinese() {
		return
	}
	os.Setenv("LANGUAGE", chinese)
	if !isChinese() { // a locale without languages
		os.Setenv("LC_ALL", chinese+".UTF-8")
	}
}

func isChinese() bool {
	language := lang.SystemLocale().LanguageString()
	return len(language) >= 2 && language[:2] == "zh"
}
