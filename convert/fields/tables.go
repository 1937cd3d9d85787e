package fields

import (
	"strings"

	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/facts"
)

// KindTable is the table of one kind, for docs/convert.md and tests. To of each row is the new path of the field, "" if it is
// Gone.
type KindTable struct {
	From, To facts.APIKind
	Rows     []Row
}

// Provider is the kind of spec.provider in a Provisioner. Paths in its table start at the Provisioner.
var Provider = facts.APIKind{APIVersion: "extensions.karpenter.sh/v1alpha1", Kind: "AWS"}

// Tables returns the tables of all kinds, in the order of the API versions, and the table of Provider.
func Tables() []KindTable {
	r := Karpenter()
	var tables []KindTable
	for _, k := range facts.Steps(r.Served.Generations) {
		if s, ok := r.Steps[k.From]; ok {
			tables = append(tables, KindTable{From: k.From, To: k.To, Rows: s.rows()})
		}
		if k.From == r.Generation(apis.Alpha).Class {
			tables = append(tables, KindTable{From: Provider, To: k.To, Rows: providerRows()})
		}
	}
	return tables
}

func (s Step) rows() (rows []Row) {
	for _, r := range s.Rows {
		if r.From != anyMetadata {
			r.To = s.Rows.successor(r)
			rows = append(rows, r)
		}
	}
	for _, r := range s.Absent {
		r.To, r.Absent = r.Becomes, true
		rows = append(rows, r)
	}
	return rows
}

// providerRows returns the rows of spec.provider.
func providerRows() (rows []Row) {
	for _, r := range (Step{Rows: providerFields, Absent: absentInTemplate}).rows() {
		if field, inSpec := strings.CutPrefix(r.From, "spec."); inSpec {
			r.From = "spec.provider." + field
			rows = append(rows, r)
		}
	}
	return rows
}

// successor returns the new path of a row's field: its own, or one below the new path of its parent.
func (t Table) successor(r Row) string {
	if r.Gone {
		return ""
	}
	for holder := r.From; holder != ""; holder = holderOf(holder) {
		for _, h := range t {
			if h.From != holder {
				continue
			}
			if h.Gone {
				return ""
			}
			if to := h.To + h.Becomes; to != "" {
				return to + strings.TrimPrefix(r.From, holder)
			}
		}
	}
	return r.From
}

// holderOf returns the path of the map or list that contains the field: spec.taints of spec.taints[].
func holderOf(path string) string {
	if list, isItem := strings.CutSuffix(path, "[]"); isItem {
		return list
	}
	return path[:max(0, strings.LastIndexByte(path, '.'))]
}
