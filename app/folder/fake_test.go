package folder

import (
	"os"
	"testing"
)

// TestPart: neither kind of engine opens a folder of the other, and each its own again.
func TestPart(t *testing.T) {
	t.Parallel()
	for _, fakes := range []bool{true, false} {
		p := Places{Data: t.TempDir()}
		if err := p.Part(fakes); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(p.Data, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := p.Claim(p.Data); err != nil {
			t.Fatal(err)
		}
		if err := p.Part(fakes); err != nil {
			t.Errorf("fakes %v: its own folder is refused: %v", fakes, err)
		}
		if err := p.Part(!fakes); err == nil {
			t.Errorf("fakes %v: the other kind opens its folder", fakes)
		}
		if fake, err := p.Fake(); err != nil || fake != fakes {
			t.Errorf("fakes %v: marked %v, %v", fakes, fake, err)
		}
	}
}

func TestPartFailsClosed(t *testing.T) {
	t.Parallel()
	early := Places{Data: t.TempDir()} // from before folders bore marks
	if err := os.WriteFile(early.Database(), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := early.Part(true); err == nil {
		t.Error("a real log is opened with fakes")
	}
	if err := early.Part(false); err != nil {
		t.Error(err)
	}
	if err := (Places{Data: early.Database()}).Part(false); err == nil {
		t.Error("what cannot be told is taken for real")
	}
}
