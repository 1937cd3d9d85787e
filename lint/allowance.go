package lint

import "sync/atomic"

// Allowance is the steps of several runs together, such as those of all stops of an upgrade. Each run also has its own bounds.
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

// What reading counts for, because it takes time as well.
const (
	bytesPerStep = 12  // of a manifest or a root module that is surveyed
	rootSteps    = 200 // for each root module beside its bytes
)

// Spent reports whether more steps are taken than allowed. What a run found after that may be a part of what there is.
func (a *Allowance) Spent() bool { return a != nil && a.taken.Load() > a.most }

// limit returns the steps that a run may take, of those that it may take alone.
func (a *Allowance) limit(alone int64) int64 {
	if a == nil {
		return alone
	}
	return min(alone, a.most-a.taken.Load())
}
