//go:build unix

package limit

import (
	"syscall"
	"time"
)

// processorTime returns the time that the processors have worked for the process.
func processorTime() time.Duration {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
