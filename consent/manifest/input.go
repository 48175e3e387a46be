package manifest

import (
	"assent/consent/canonical"

	"github.com/go-json-experiment/json"
)

// NewTool returns a tool that stands in no manifest, for judging what must fit
// inputSchema: strict JSON that keeps the rules of a manifest's (contract §6) and closes
// the object, so that no name gets through that it does not know. The error is an
// *Invalid with every error there is.
func NewTool(name string, inputSchema []byte) (*Tool, error) {
	form, err := canonical.Form(inputSchema)
	if err != nil {
		return nil, notStrict(err)
	}
	var value any
	if err := json.Unmarshal(form, &value); err != nil {
		return nil, notStrict(err)
	}
	p := &parser{judges: true, room: maxTotalSize}
	root := node{p, "", value}
	p.schema(root, 0)
	if members, ok := value.(map[string]any); ok && !closed(members) {
		root.report(`Write "additionalProperties": false, in each branch where there is a choice.`)
	}
	if len(p.issues) > 0 {
		return nil, &Invalid{Issues: p.issues}
	}
	return &Tool{Name: name, schema: form}, nil
}

// closed reports whether a schema names every member of the object that it takes: it does
// itself, or each branch of a choice does.
func closed(schema map[string]any) bool {
	if schema["additionalProperties"] == false || schema["unevaluatedProperties"] == false {
		return true
	}
	for _, choice := range []string{"oneOf", "anyOf"} {
		branches, _ := schema[choice].([]any)
		all := len(branches) > 0
		for _, branch := range branches {
			members, ok := branch.(map[string]any)
			all = all && ok && closed(members)
		}
		if all {
			return true
		}
	}
	return false
}
