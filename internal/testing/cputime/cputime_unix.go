//go:build unix

// Package cputime measures the CPU time of tests, because a clock also counts other work of the machine. Only tests import it.
package cputime

import (
	"syscall"
	"time"
)

// Used returns the time that the process has computed so far, on all processors; with the race detector a tenth of it, so that the same
// limits hold.
func Used() time.Duration {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil {
		return 0
	}
	used := time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
	if RaceDetector {
		return used / 10
	}
	return used
}
