//go:build !linux && !darwin

package folder

import "os"

// Free is not known here.
func Free(*os.File) (bytes int64, known bool) { return 0, false }
