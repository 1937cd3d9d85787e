package inventory

import (
	"bytes"
	"sync/atomic"

	"github.com/karplint/karplint/base/limit"
)

// Allowance bounds the steps of several runs together, such as those of all stops of an upgrade. Each run also has its own bounds.
type Allowance struct {
	steps int64 // for limit.CommonBytes
	parts atomic.Int64
	taken atomic.Int64
}

// NewAllowance returns an allowance of steps for limit.CommonBytes of files.
func NewAllowance(steps int64) *Allowance { return &Allowance{steps: steps} }

// cover adapts the allowance to the bytes of all files of a run.
func (a *Allowance) cover(bytes int64) {
	if a != nil {
		a.parts.Store(limit.Parts(bytes))
	}
}

func (a *Allowance) left() int64 { return a.steps*max(1, a.parts.Load()) - a.taken.Load() }

// Take counts steps, also those beyond the allowance.
func (a *Allowance) Take(steps int64) {
	if a != nil {
		a.taken.Add(steps)
	}
}

// The price of reading in steps, because it takes time as well.
const (
	bytesPerStep     = 12  // of a manifest, each time it is read
	actionSteps      = 4   // for each action of a template in a manifest
	rootBytesPerStep = 8   // of a root module, each time it is evaluated
	rootSteps        = 300 // for each root module, in addition to its bytes
)

// ReadingSteps returns the price of reading a manifest.
func ReadingSteps(data []byte) int64 {
	return int64(len(data)/bytesPerStep + actionSteps*bytes.Count(data, []byte("{{")))
}

// Spent reports whether more steps are taken than allowed. Then the results of the last run may be incomplete.
func (a *Allowance) Spent() bool { return a != nil && a.left() < 0 }

// Limit returns the steps that a run may take: those that its own bound allows, but no more than are left.
func (a *Allowance) Limit(alone int64) int64 {
	if a == nil {
		return alone
	}
	return min(alone, a.left())
}
