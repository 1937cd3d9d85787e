package conformance

import (
	"slices"
	"strings"
	"testing"

	structural "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"

	"github.com/karplint/karplint/convert"
)

// eachField calls do for every field of a kind, whatever holds a field first: paths are like spec.taints[].value, where [] stands for an item
// and * for any key.
func (j *judge) eachField(do func(path string, s *structural.Structural)) {
	walk("", j.structural, do)
}

func walk(path string, s *structural.Structural, do func(string, *structural.Structural)) {
	if path != "" {
		do(path, s)
	}
	var keys []string
	for key := range s.Properties {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		field := s.Properties[key]
		walk(join(path, key), &field, do)
	}
	if s.AdditionalProperties != nil && s.AdditionalProperties.Structural != nil {
		walk(join(path, "*"), s.AdditionalProperties.Structural, do)
	}
	if s.Items != nil {
		walk(path+"[]", s.Items, do)
	}
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// TestEveryFieldHasARow holds the tables to the CRDs, of all releases that serve a kind: each field has a row, or belongs to one that is gone; each
// row is about a field that there is, and so is what it becomes.
func TestEveryFieldHasARow(t *testing.T) {
	tables := convert.Tables()
	if len(tables) < 4 {
		t.Fatalf("%d tables; there are two kinds and two steps", len(tables))
	}
	for _, table := range tables {
		from, to := table.From.APIVersion+" "+table.From.Kind, table.To.APIVersion+" "+table.To.Kind
		t.Run(strings.ReplaceAll(from, "/", "."), func(t *testing.T) {
			rows := map[string]convert.Row{}
			for _, row := range table.Rows {
				rows[row.From] = row
			}
			before := fieldsOf(t, from)
			for path, releases := range before {
				if !covered(rows, path) {
					t.Errorf("%s: the field %s of Karpenter %s has no row", from, path, releases)
				}
			}
			for _, row := range table.Rows {
				if before[row.From] == "" {
					t.Errorf("%s: there is no field %s, and it has a row", from, row.From)
				}
				checkSuccessor(t, row, to)
			}
		})
	}
}

// fieldsOf returns the fields of a kind, with the releases that have them.
func fieldsOf(t *testing.T, kind string) map[string]string {
	fields := map[string]string{}
	for _, r := range releases {
		if _, err := r.dir(); err != nil && r.optional() {
			t.Logf("without Karpenter %s: %v", r.version, err)
			continue
		}
		if j := r.judges(t)[kind]; j != nil {
			j.eachField(func(path string, _ *structural.Structural) {
				fields[path] = strings.TrimPrefix(fields[path]+", "+r.version, ", ")
			})
		}
	}
	return fields
}

// covered says whether a field has a row, or one that holds it is gone with all that is in it.
func covered(rows map[string]convert.Row, path string) bool {
	if _, ok := rows[path]; ok {
		return true
	}
	for holder := path; ; {
		i := strings.LastIndexAny(holder, ".[")
		if i < 0 {
			return false
		}
		holder = holder[:i]
		if row, ok := rows[holder]; ok && row.Gone {
			return true
		}
	}
}

// checkSuccessor holds a row to what it says that the field becomes: one that every release of that API has.
func checkSuccessor(t *testing.T, row convert.Row, kind string) {
	t.Helper()
	switch {
	case row.Gone && (row.To != "" || row.Why == ""):
		t.Errorf("%s is gone: it has no successor (%q) and the row says why (%q)", row.From, row.To, row.Why)
	case !row.Gone && fieldsOf(t, kind)[row.To] == "":
		t.Errorf("%s becomes %q, which is no field of a %s", row.From, row.To, kind)
	}
}
