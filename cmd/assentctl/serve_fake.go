package main

import "assent/app"

// readFakes returns what --fake orders. data is --data: who fakes has a folder for that.
func readFakes(orders []string, data string) (app.Fakes, error) {
	if len(orders) > 0 && data == "" {
		return app.Fakes{}, exit{exitUsage, "--fake needs --data: what was faked does not belong into your own log"}
	}
	fakes, err := app.ParseFakes(orders)
	if err != nil {
		return fakes, exit{exitUsage, "--fake " + err.Error()}
	}
	return fakes, nil
}
