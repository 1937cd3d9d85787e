//go:build !unix

package limit

import "time"

var start = time.Now()

// processorTime returns the time since the start of the process, because that of its processors is unknown.
func processorTime() time.Duration { return time.Since(start) }
