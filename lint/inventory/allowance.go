package inventory

import "sync/atomic"

// Allowance bounds the steps of several runs together, such as those of all stops of an upgrade. Each run also has its own bounds.
type Allowance struct {
	most  int64
	taken atomic.Int64
}

// NewAllowance returns an allowance of steps.
func NewAllowance(steps int64) *Allowance { return &Allowance{most: steps} }

// Take counts steps, also those beyond the allowance.
func (a *Allowance) Take(steps int64) {
	if a != nil {
		a.taken.Add(steps)
	}
}

// The price of reading in steps, because it takes time as well.
const (
	bytesPerStep = 12  // of a manifest or a root module, each time it is surveyed
	rootSteps    = 200 // for each root module, in addition to its bytes
)

// Spent reports whether more steps are taken than allowed. Then the results of the last run may be incomplete.
func (a *Allowance) Spent() bool { return a != nil && a.taken.Load() > a.most }

// Limit returns the steps that a run may take: those that its own bound allows, but no more than are left.
func (a *Allowance) Limit(alone int64) int64 {
	if a == nil {
		return alone
	}
	return min(alone, a.most-a.taken.Load())
}
