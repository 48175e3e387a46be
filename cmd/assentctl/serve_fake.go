package main

import "assent/app"

// readFakes returns what --fake orders; data is --data.
func readFakes(orders []string, data string) (app.Fakes, error) {
	fakes, err := app.ParseFakes(orders, data)
	if err != nil {
		return fakes, exit{exitUsage, "--fake " + err.Error()}
	}
	return fakes, nil
}
