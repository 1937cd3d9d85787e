//go:build !unix

package cputime

import "time"

var started = time.Now()

// Used returns the time since the start: there is no better measure here.
func Used() time.Duration { return time.Since(started) }
