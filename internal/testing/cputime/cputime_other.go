//go:build !unix

package cputime

import "time"

var started = time.Now()

// Used returns the time since the start, because CPU time is not available here.
func Used() time.Duration { return time.Since(started) }
