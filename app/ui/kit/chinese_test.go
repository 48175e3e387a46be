package kit

import (
	"image"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
)

// TestChineseHasWeights: a strong line of Chinese characters is as much darker than another
// as one of Latin letters is, whatever the locale.
func TestChineseHasWeights(t *testing.T) {
	for _, locale := range []string{"en_US.UTF-8", "C", "", "zh_CN.UTF-8"} {
		t.Run(locale, func(t *testing.T) {
			setChinese(t, locale)
			for _, text := range []string{"允许读取文件", "Allow reading"} {
				thin, strong := ink(draw(t, text, TextTitle, fyne.TextStyle{})), ink(draw(t, text, TextTitle, fyne.TextStyle{Bold: true}))
				if strong < thin*6/5 {
					t.Errorf("%s: %d of ink strong, %d else", text, strong, thin)
				}
			}
		})
	}
}

// TestBaselinesAgree: lines beside each other stand on one line, whichever script they are
// in, within a pixel.
func TestBaselinesAgree(t *testing.T) {
	setChinese(t, "en_US.UTF-8")
	for _, size := range []float32{TextSmall, TextBody, TextTitle} {
		for _, style := range []fyne.TextStyle{{}, {Bold: true}, {Monospace: true}, {Monospace: true, Bold: true}} {
			alone, beside := lowest(draw(t, "H", size, style)), lowest(draw(t, "H一", size, style))
			if alone < beside-1 || alone > beside+1 {
				t.Errorf("%+v of %g: H ends at %d, beside a Chinese character at %d", style, size, alone, beside)
			}
			if whole, room := draw(t, "_一", size, style), draw(t, "_", size, style); lowest(whole) != lowest(room) {
				t.Errorf("%+v of %g: an underscore ends at %d, beside a Chinese character at %d", style, size, lowest(room), lowest(whole))
			}
		}
	}
}

// setChinese makes an app whose words are Chinese, in a locale.
func setChinese(t *testing.T, locale string) {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANGUAGE"} {
		t.Setenv(name, "")
	}
	t.Setenv("LANG", locale)
	FindChinese()
	test.NewTempApp(t).Settings().SetTheme(Theme{Mode: "light", Chinese: true})
}

func draw(t *testing.T, text string, size float32, style fyne.TextStyle) image.Image {
	line := canvas.NewText(text, Color(ColorText))
	line.TextSize, line.TextStyle = size, style
	w := test.NewTempWindow(t, container.NewWithoutLayout(line))
	w.SetPadded(false)
	line.Resize(line.MinSize())
	w.Resize(fyne.NewSize(300, 60))
	return w.Canvas().Capture()
}

// darkness is how much darker a point is than the ground.
func darkness(picture image.Image, x, y int) int {
	ground, _, _, _ := picture.At(picture.Bounds().Max.X-1, picture.Bounds().Max.Y-1).RGBA()
	red, _, _, _ := picture.At(x, y).RGBA()
	return max(0, int(ground>>8)-int(red>>8))
}

func ink(picture image.Image) (sum int) {
	for y := range picture.Bounds().Dy() {
		for x := range picture.Bounds().Dx() {
			sum += darkness(picture, x, y)
		}
	}
	return sum
}

// lowest is the last line with ink in the first letter's column.
func lowest(picture image.Image) (last int) {
	for y := range picture.Bounds().Dy() {
		for x := range 8 {
			if darkness(picture, x, y) > 100 {
				last = y
			}
		}
	}
	return last
}
