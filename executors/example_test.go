package executors_test

import (
	"context"
	"fmt"
	"time"

	"assent/executors"
	"assent/i18n"
)

// camera is all that a small executor needs.
type camera struct{}

func (camera) Available(context.Context) error { return nil }

func (camera) Prepare(_ context.Context, req executors.Request) (executors.Plan, error) {
	known, ignored, err := executors.DecodeArguments[struct {
		Camera string `json:"camera"`
	}](req.Arguments)
	if err != nil {
		return nil, err
	}
	if known.Camera == "" {
		return nil, executors.Errorf(executors.InvalidArguments, "camera must name a camera.")
	}
	return picture{executors.Facts{
		Target:  known.Camera,
		Leaves:  i18n.Text{Key: "leaves.picture"},
		Ignored: ignored,
	}}, nil
}

// picture is one call, prepared.
type picture struct{ facts executors.Facts }

func (p picture) Facts() executors.Facts { return p.facts }
func (p picture) Close() error           { return nil }

func (p picture) Run(ctx context.Context) (any, error) {
	if ctx.Err() != nil {
		return nil, executors.Errorf(executors.ToolTimeout, "The camera took too long.")
	}
	return map[string]any{"mime_type": "image/png"}, nil
}

// A new scope is an Executor and one line that registers it.
func Example() {
	var registry executors.Registry
	registry.Register("camera:use", camera{})

	ctx := context.Background()
	plan, err := registry.Prepare(ctx, executors.Request{Scope: "camera:use", Tool: "take_picture", Arguments: []byte(`{"camera":"front","flash":true}`)})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer plan.Close()
	fmt.Println(plan.Facts().Target, plan.Facts().Ignored)
	fmt.Println(executors.Run(ctx, plan, time.Second))

	_, err = registry.Prepare(ctx, executors.Request{Scope: "camera:use", Tool: "take_picture", Arguments: []byte(`{}`)})
	fmt.Println(err)
	// Output:
	// front [flash]
	// map[mime_type:image/png] <nil>
	// invalid_arguments: camera must name a camera.
}
