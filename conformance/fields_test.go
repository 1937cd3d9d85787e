package conformance

import (
	"slices"
	"strings"
	"testing"

	structural "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"

	"github.com/karplint/karplint/convert/fields"
	"github.com/karplint/karplint/facts"
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
	tables := fields.Tables()
	if len(tables) != 5 {
		t.Errorf("%d tables; there are two steps of two kinds, and spec.provider", len(tables))
	}
	known := fieldsInCRDs(t)
	for _, table := range tables {
		kind := kindName(table.From)
		t.Run(strings.ReplaceAll(kind, "/", "."), func(t *testing.T) {
			inCRD := known.before(table.From)
			rows := map[string]fields.Row{}
			for _, row := range table.Rows {
				if !row.Absent {
					rows[row.From] = row
				}
			}
			for path, releases := range inCRD {
				if !covered(rows, path) {
					t.Errorf("%s: the field %s of Karpenter %s has no row", kind, path, releases)
				}
			}
			for _, row := range table.Rows {
				if !row.Absent && inCRD[row.From] == "" && !notYet[kind+" "+row.From] {
					t.Errorf("%s: there is no field %s, and it has a row", kind, row.From)
				}
				known.checkSuccessor(t, row, table.To)
			}
		})
	}
}

// notYet are fields that the API does not have, and that the conversion knows because people write them before it does.
var notYet = map[string]bool{
	"karpenter.sh/v1beta1 NodePool spec.template.spec.nodeClassRef.group":     true,
	"karpenter.sh/v1beta1 NodePool spec.disruption.budgets[].reasons":         true,
	"karpenter.sh/v1beta1 NodePool spec.template.spec.expireAfter":            true,
	"karpenter.sh/v1beta1 NodePool spec.template.spec.terminationGracePeriod": true,
	"karpenter.k8s.aws/v1beta1 EC2NodeClass spec.amiSelectorTerms[].alias":    true,
}

func kindName(kind facts.APIKind) string { return kind.APIVersion + " " + kind.Kind }

// fieldIndex holds the fields of each kind, each with the releases that have it.
type fieldIndex map[string]map[string]string

func fieldsInCRDs(t *testing.T) fieldIndex {
	known := fieldIndex{}
	for _, r := range releases {
		for kind, j := range r.judges(t) {
			if known[kind] == nil {
				known[kind] = map[string]string{}
			}
			j.eachField(func(path string, _ *structural.Structural) {
				known[kind][path] = strings.TrimPrefix(known[kind][path]+", "+r.version, ", ")
			})
		}
	}
	return known
}

// before returns the fields of a kind that is converted.
func (known fieldIndex) before(kind facts.APIKind) map[string]string {
	if kind != fields.Provider {
		return known[kindName(kind)]
	}
	// Karpenter's type for spec.provider is part of that for the spec of an AWSNodeTemplate, which has three fields more:
	// aws/karpenter@v0.32.10:pkg/apis/v1alpha1/awsnodetemplate.go. The CRD of a Provisioner lets anything pass.
	fields := map[string]string{"spec.provider.apiVersion": v0_32.version, "spec.provider.kind": v0_32.version}
	for path, releases := range known["karpenter.k8s.aws/v1alpha1 AWSNodeTemplate"] {
		rest, inSpec := strings.CutPrefix(path, "spec.")
		first, _, _ := strings.Cut(rest, ".")
		if inSpec && first != "userData" && first != "amiSelector" && first != "detailedMonitoring" {
			fields["spec.provider."+rest] = releases
		}
	}
	return fields
}

// covered says whether a field has a row, or one that holds it is gone with all that is in it.
func covered(rows map[string]fields.Row, path string) bool {
	_, found := rows[path]
	for holder := path; !found && holder != ""; {
		holder = holder[:max(0, strings.LastIndexAny(holder, ".["))]
		found = rows[holder].Gone
	}
	return found
}

// checkSuccessor holds a row to what it says that the field becomes: a field of the kind, or of another one that it names.
func (known fieldIndex) checkSuccessor(t *testing.T, row fields.Row, kind facts.APIKind) {
	t.Helper()
	if row.Gone {
		if row.To != "" || row.Why == "" {
			t.Errorf("%s is gone: it has no successor (%q), and the row says why (%q)", row.From, row.To, row.Why)
		}
		return
	}
	path := row.To
	if other, there, isOther := strings.Cut(row.To, " "); isOther {
		_, version, _ := strings.Cut(kind.APIVersion, "/")
		path, kind = there, facts.APIKind{APIVersion: "karpenter.k8s.aws/" + version, Kind: other}
	}
	if known[kindName(kind)][path] == "" {
		t.Errorf("%s becomes %q, which is no field of a %s", row.From, row.To, kindName(kind))
	}
}
