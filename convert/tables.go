package convert

import (
	"strings"

	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/facts"
)

// Table is the map of one kind's fields to those of its successor, for docs/convert.md and for tests.
type Table struct {
	From, To facts.APIKind
	Rows     []Row
}

// Row says what becomes of a field. From and To are paths such as spec.taints[].value, where [] stands for an item and * for any
// key; To is "" for a field that is Gone, and equals From for one that stays.
type Row struct {
	From, To string
	Absent   bool // the row is about objects that do not have the field
	Gone     bool
	Why      string // what happens to the value, and why; "" where the field only moves or stays
	Source   string // where that comes from: a file at a tag, or a page of Karpenter's documentation
}

// Provider is the kind of what stands in spec.provider of a Provisioner; paths of its table start at the Provisioner.
var Provider = facts.APIKind{APIVersion: "extensions.karpenter.sh/v1alpha1", Kind: "AWS"}

// Tables returns the map of every kind that is converted, in the order of the versions, and that of Provider. The caller may
// change it.
func Tables() []Table {
	r := karpenterAPIs()
	var all []Table
	for _, k := range facts.Steps(r.Served.Generations) {
		if t, ok := r.kinds[k.From]; ok {
			all = append(all, Table{From: k.From, To: k.To, Rows: t.rows()})
		}
		if k.From == r.Generation(apis.Alpha).Class {
			all = append(all, Table{From: Provider, To: k.To, Rows: providerRows()})
		}
	}
	return all
}

func (t kindStep) rows() []Row {
	var rows []Row
	for _, r := range t.fields {
		if r.from != anyMetadata {
			rows = append(rows, Row{From: r.from, To: t.fields.successor(r), Gone: r.gone, Why: r.why, Source: r.source})
		}
	}
	for _, r := range t.absent {
		rows = append(rows, Row{From: r.from, To: r.becomes, Absent: true, Why: r.why, Source: r.source})
	}
	return rows
}

// providerRows returns the rows of the fields in spec.provider.
func providerRows() []Row {
	var rows []Row
	for _, row := range (kindStep{fields: providerFields, absent: absentInTemplate}).rows() {
		if rest, inSpec := strings.CutPrefix(row.From, "spec."); inSpec {
			row.From = "spec.provider." + rest
			rows = append(rows, row)
		}
	}
	return rows
}

// successor returns where the field of a row comes to stand: where the row says, or in what has become of the field that holds it.
func (t table) successor(r row) string {
	if r.gone {
		return ""
	}
	for holder := r.from; holder != ""; holder = outer(holder) {
		for _, h := range t {
			if h.from != holder {
				continue
			}
			if h.gone {
				return ""
			}
			if to := h.to + h.becomes; to != "" {
				return to + strings.TrimPrefix(r.from, holder)
			}
		}
	}
	return r.from
}

// outer returns the path of what holds a field: spec.taints of spec.taints[].
func outer(path string) string {
	if rest, isItem := strings.CutSuffix(path, "[]"); isItem {
		return rest
	}
	return path[:max(0, strings.LastIndexByte(path, '.'))]
}
