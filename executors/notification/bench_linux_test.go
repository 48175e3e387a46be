package notification

import (
	"testing"

	"assent/executors/desktoptest"
)

// BenchmarkSend times notifications one after the other: to dunst, which draws them on
// a virtual screen, and to a service that draws nothing.
func BenchmarkSend(b *testing.B) {
	run := func(b *testing.B) {
		s := NewSender(desktoptest.AppID)
		defer s.Close()
		for b.Loop() {
			if _, err := s.Send(b.Context(), Notification{Title: "DemoBot: Hello", Body: "from a benchmark"}); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "sent/s")
	}
	b.Run("dunst", func(b *testing.B) {
		desktoptest.Start(b, desktoptest.Notifications).Setenv()
		run(b)
	})
	b.Run("service", func(b *testing.B) {
		desktop := desktoptest.Start(b)
		desktop.Setenv()
		newService(b, desktop.Bus, "body").own(b)
		run(b)
	})
}
