package mcp

import (
	"context"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// progressEvery is how often a client that asked for it hears that the call goes on.
const progressEvery = 5 * time.Second

// tellProgress tells a client that gave a token what is waited for, until stop is called.
func tellProgress(ctx context.Context, req *sdk.CallToolRequest) (stop func()) {
	token := req.Params.GetProgressToken()
	if token == nil {
		return func() {}
	}
	ctx, stop = context.WithCancel(ctx)
	go func() {
		ticks := time.NewTicker(progressEvery)
		defer ticks.Stop()
		for n := 1.0; ; n++ {
			select {
			case <-ctx.Done():
				return
			case <-ticks.C:
				_ = req.Session.NotifyProgress(ctx, &sdk.ProgressNotificationParams{ // a client that is gone hears of the end elsewhere
					ProgressToken: token, Progress: n, Message: "Assent waits for the user to decide, or for the tool to end.",
				})
			}
		}
	}()
	return stop
}
