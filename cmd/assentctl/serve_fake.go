package main

import (
	"fmt"
	"os"

	"assent/app"
)

// readFakes returns what --fake asks for. data is --data: who fakes has a folder for that.
func readFakes(given map[string]string, data string) (fakes app.Fakes, err error) {
	if len(given) > 0 && data == "" {
		return fakes, exit{exitUsage, "--fake needs --data: what was faked does not belong into your own log"}
	}
	for name, value := range given {
		if name != "http" {
			return fakes, exit{exitUsage, fmt.Sprintf("--fake %s: is not known; there is http=FOLDER", name)}
		}
		if info, err := os.Stat(value); err != nil || !info.IsDir() {
			return fakes, exit{exitUsage, fmt.Sprintf("--fake http=%s: is no folder", value)}
		}
		fakes.Pages = value
	}
	return fakes, nil
}
