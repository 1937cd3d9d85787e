package convert

import "github.com/karplint/karplint/facts"

// Table is the map of one kind's fields to those of its successor, for docs/convert.md and for tests.
type Table struct {
	From, To facts.APIKind
	Rows     []Row
}

// Row says what becomes of a field. From and To are paths such as spec.taints[].value, where [] stands for an item and * for any
// key; To is "" for a field that is Gone, and equals From for one that stays.
type Row struct {
	From, To string
	Gone     bool
	Why      string // what happens to the value, and why; "" where the field only moves or stays
	Source   string // where that comes from
}

// Tables returns the map of every kind that is converted, in the order of the versions.
func Tables() []Table { return nil } // TODO
