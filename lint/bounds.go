package lint

import (
	"github.com/karplint/karplint/lint/fixes"
)

// Bounds on the bytes that are parsed to make fixes, because each fix parses its document again. Nothing else in a run has a bound of its own,
// but all that it does counts for the limits of package limit.
const (
	maxPlanned = 8 << 20 // to plan the fixes of a file or a project
	maxProven  = 6 << 20 // to prove that fixed files still parse, for 10 MiB of files
)

// newSpend returns a function that takes bytes, until most of them are taken.
func newSpend(most int64) fixes.Spend {
	return func(bytes int) bool {
		if int64(bytes) > most {
			return false
		}
		most -= int64(bytes)
		return true
	}
}

// newProofs returns the bound for proving fixes in files with that many bytes in total.
func newProofs(bytes int64) fixes.Spend { return newSpend(maxProven * (1 + bytes/(10<<20))) }
