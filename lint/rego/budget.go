package rego

import (
	"errors"
	"sync/atomic"
)

// ErrSteps is returned by an evaluation that exceeds its budget.
var ErrSteps = errors.New("the rule takes too many steps")

// Budget counts the steps of evaluations, so that the bound on them does not depend on the machine. A step is one expression of a
// rule for one binding of its variables. Budget implements topdown.Cancel, which OPA calls before each step.
type Budget struct {
	most  int64
	taken atomic.Int64
}

// NewBudget returns a budget of steps.
func NewBudget(steps int64) *Budget { return &Budget{most: steps} }

// Cancelled counts a step, and reports whether it exceeds the budget.
func (b *Budget) Cancelled() bool { return b.taken.Add(1) > b.most }

// Take takes steps for other work than evaluations. If too few are left, it returns false and takes none.
func (b *Budget) Take(steps int64) bool {
	if b.taken.Load()+steps > b.most {
		return false
	}
	b.taken.Add(steps)
	return true
}

// Charge takes steps for work that is done, or the rest of the budget if too few are left.
func (b *Budget) Charge(steps int64) {
	if !b.Take(steps) {
		b.Cancel()
	}
}

// Cancel uses up the budget.
func (b *Budget) Cancel() { b.taken.Store(b.most + 1) }

// Spent reports whether an evaluation exceeded the budget.
func (b *Budget) Spent() bool { return b.taken.Load() > b.most }

// Taken returns the number of steps so far, at most those of the budget.
func (b *Budget) Taken() int64 { return min(b.taken.Load(), b.most) }
