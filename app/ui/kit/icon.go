package kit

import (
	"fmt"
	"image/color"
	"strings"
	"sync"

	"fyne.io/fyne/v2"
)

// IconName names one of Assent's own icons.
type IconName string

// The icons, of one stroke, on a square of 24.
const (
	IconActivity    IconName = "activity"
	IconAgents      IconName = "agents"
	IconPermissions IconName = "permissions"
	IconPlayground  IconName = "playground"
	IconSettings    IconName = "settings"
	IconPause       IconName = "pause"
	IconResume      IconName = "resume"
	IconSearch      IconName = "search"
	IconClosed      IconName = "closed"
	IconOpen        IconName = "open"
)

// strokes are their lines.
var strokes = map[IconName]string{
	IconActivity:    "M3 12h4l3-8 4 16 3-8h4",
	IconAgents:      "M6 9h12a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2zM12 4v5M9 14v1.5M15 14v1.5",
	IconPermissions: "M12 3l8 3v6c0 4.5-3.4 7.8-8 9-4.6-1.2-8-4.5-8-9V6zM8.5 12l2.5 2.5 4.5-5",
	IconPlayground:  "M7 4.5l12 7.5-12 7.5z",
	IconSettings:    "M4 7h9M17 7h3M4 17h3M11 17h9M13 4.5v5M11 14.5v5",
	IconPause:       "M8 5v14M16 5v14",
	IconResume:      "M7 4.5l12 7.5-12 7.5z",
	IconClosed:      "M9 5l7 7-7 7",
	IconOpen:        "M5 9l7 7 7-7",
	IconSearch:      "M10.5 4a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13zM15.5 15.5L20 20",
}

// lineWidth is that of the icons, on their square of 24.
const lineWidth = 2

// iconOutlines are the paths around the icons' lines, which every list draws again and again.
var iconOutlines = sync.OnceValue(func() map[IconName]string {
	all := map[IconName]string{}
	for name, lines := range strokes {
		all[name] = outlineOf(lines, lineWidth)
	}
	return all
})

// Icon returns an icon in a colour of the theme in force.
func Icon(name IconName, tone fyne.ThemeColorName) fyne.Resource {
	const square = 24 * outlineScale
	hex := hexOf(tone)
	return fyne.NewStaticResource(string(name)+"-"+hex[1:]+".svg", fmt.Appendf(nil,
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="24" height="24"><path d="%s" fill="%s"/></svg>`,
		square, square, iconOutlines()[name], hex))
}

// Drawing returns an SVG in whose place of $card, $line, $tint, $text, $muted, $accent, $low
// and $medium stand those colours of the theme in force.
func Drawing(name, svg string) fyne.Resource {
	ground := hexOf(ColorCard)
	drawn := strings.NewReplacer("$card", ground, "$line", hexOf(ColorLine), "$tint", hexOf(ColorTint), "$text", hexOf(ColorText), "$muted", hexOf(ColorMuted),
		"$accent", hexOf(ColorAccent), "$low", hexOf(ColorLow), "$medium", hexOf(ColorMedium)).Replace(svg)
	return fyne.NewStaticResource(name+"-"+ground[1:]+".svg", []byte(drawn))
}

func hexOf(tone fyne.ThemeColorName) string {
	c := color.NRGBAModel.Convert(Color(tone)).(color.NRGBA)
	return fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B)
}
