package convert

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/karplint/karplint/internal/testing/cputime"
	"github.com/karplint/karplint/model"
)

const boundedPool = "apiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata: {name: p%d}\nspec: {providerRef: {name: default}, ttlSecondsAfterEmpty: 30}\n"

// TestBounds gives each bound one more than it allows: the bound is named once, and the rest is converted.
func TestBounds(t *testing.T) {
	endless := "{{ range until 1000 }}{{ range until 1000 }}{{ end }}{{ end }}"
	hidden := "---\n" + fmt.Sprintf(boundedPool, 0) + "---\napiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata: {name: p}\nspec:\n  requirements: {{- printf \"- {key: %s}\" .Values.a | nindent 4 }}\n"
	chart := func(start string, values int) []*model.File {
		files := []*model.File{
			model.NewFile("chart/templates/a.yaml", []byte(start+hidden)),
			model.NewFile("chart/templates/b.yaml", []byte(start+hidden)),
		}
		for i := range values {
			files = append(files, model.NewFile(fmt.Sprintf("chart/values-%d.yaml", i), []byte("a: b\n")))
		}
		return files
	}
	tests := []struct {
		name      string
		files     []*model.File
		bound     string // in the one decision about it
		converted string // only in what is converted all the same
	}{
		{
			"documents", []*model.File{model.NewFile("pools.yaml", []byte(fmt.Sprintf(boundedPool, 1)+repeated(5000, "---\na: karpenter-%d\n")+"---\n"+fmt.Sprintf(boundedPool, 2)))},
			"the file has more than 5000 documents, and the rest stays as it is", "kind: NodePool",
		},
		{
			"values", []*model.File{model.NewFile("pools.yaml", []byte(fmt.Sprintf(boundedPool, 1)+"  \n---\n"+fmt.Sprintf(boundedPool, 2)+"x:\n"+repeated(50_000, "  l%d: v\n")))},
			"the document has more than 100000 keys and values", "kind: NodePool",
		},
		{
			"documents in Terraform", []*model.File{model.NewFile("main.tf", []byte("locals {\n  a = <<E\n"+repeated(1500, "---\n"+boundedPool)+"E\n}\nlocals {\n  b = <<E\n"+repeated(501, "---\n"+boundedPool)+"E\n  c = <<E\n"+fmt.Sprintf(boundedPool, 1)+"E\n}\n"))},
			"the file has more than 2000 documents in texts, and the rest stays as it is", "kind: NodePool",
		},
		{"steps of a template", chart(endless, 1), "a run of chart/templates/a.yaml takes more than 50000 steps", "kind: NodePool"},
		{"bytes of a template", chart("{{ $_ := repeat 1000000000 .Values.a }}", 1), "writes more than 8 MiB", "kind: NodePool"},
		{"values files", chart("", 21), "more than 20 values files and installations set its values", "kind: NodePool"},
		{
			"keys of TOML", []*model.File{model.NewFile("map.yaml", []byte("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  short: |\n    \"karpenter.sh/provisioner-name\" = \"a\"\n  long: |\n"+
				repeated(1001, "    \"karpenter.sh/provisioner-name-%d\" = \"a\"\n")))},
			"the text is TOML of 1001 keys, and karplint converts at most 1000", "karpenter.sh/nodepool",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c, err := New(Options{AsDecided: true})
			if err != nil {
				t.Fatal(err)
			}
			named, converted := 0, false
			for _, f := range c.Files(test.files) {
				for _, n := range f.Notes {
					if strings.Contains(n.Message, test.bound) {
						named++
					}
				}
				converted = converted || strings.Contains(string(f.After), test.converted)
			}
			if named != 1 {
				t.Errorf("%d decisions name the bound, want 1", named)
			}
			if !converted {
				t.Errorf("nothing else is converted")
			}
		})
	}
}

// TestManyInOneDocument: objects of one document that cannot be written together are planned one by one only if that reads little.
func TestManyInOneDocument(t *testing.T) {
	item := "- apiVersion: karpenter.sh/v1alpha5\n  kind: Provisioner\n  metadata: {name: p%d}\n  spec: {providerRef: {name: default}}\n"
	c, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	start := cputime.Used()
	f := c.Files([]*model.File{model.NewFile("list.yaml", []byte("apiVersion: v1\nkind: List\nitems:\n"+repeated(4000, item)))})[0]
	if d := cputime.Used() - start; d > 10*time.Second { // one by one would take minutes
		t.Errorf("took %s", d)
	}
	left := 0
	for _, n := range f.Notes {
		if n.Level == Decision && strings.Contains(n.Message, "the document would have more than 200000 keys and values") {
			left++
		}
	}
	if left != 4000 || string(f.After) != string(f.Before) {
		t.Errorf("%d of 4000 objects are left to a person, and the file is kept: %v", left, string(f.After) == string(f.Before))
	}
}

// TestDenseDocument: short items count as much as their keys and values.
func TestDenseDocument(t *testing.T) {
	c, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	text := "apiVersion: v1\nkind: List\nitems:\n- &p {apiVersion: karpenter.sh/v1alpha5, kind: Provisioner, metadata: {name: a}, spec: &s {labels: {a: b}}}\n" +
		repeated(400, "- {<<: *p, metadata: {name: p%d}, spec: {<<: *s, weight: 1}}\n")
	left := 0
	for _, n := range c.Files([]*model.File{model.NewFile("list.yaml", []byte(text))})[0].Notes {
		if n.Level == Decision && strings.Contains(n.Message, "karplint cannot edit this document safely") {
			left++
		}
	}
	if left != 401 {
		t.Errorf("%d of 401 objects are left to a person at once", left)
	}
}

// TestManyStatements: what is allocated for the statements of a policy grows no faster than their number.
func TestManyStatements(t *testing.T) {
	allocated := func(n int) int64 {
		text := "data \"aws_iam_policy_document\" \"a\" {\n" +
			repeated(n, "  statement {\n    sid     = \"s%d\"\n    actions = [\"ec2:RunInstances\"]\n    condition {\n      test     = \"StringEquals\"\n      variable = \"aws:RequestTag/karpenter.sh/provisioner-name\"\n      values   = [\"a\"]\n    }\n  }\n") + "}\n"
		c, err := New(Options{KarpenterVersion: "0.37.0"})
		if err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		files := c.Files([]*model.File{model.NewFile("main.tf", []byte(text))})
		runtime.ReadMemStats(&after)
		if len(files) != 1 || !strings.Contains(string(files[0].After), "karpenter.sh/nodepool") {
			t.Errorf("%d statements are not converted", n)
		}
		return int64(after.Mallocs - before.Mallocs) //nolint:gosec // no run allocates that much
	}
	allocated(10)
	if few, many := allocated(250), allocated(1000); many > 5*few {
		t.Errorf("%d pieces for 250 statements, and %d for 1000", few, many)
	}
}

// repeated returns n copies of a format, each with its number.
func repeated(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// TestManyMembers: pools and classes beyond the bound are left together, with one decision.
func TestManyMembers(t *testing.T) {
	c, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ pools, decisions int }{{2000, 0}, {2001, 1}} {
		pools := []byte(repeated(test.pools, "---\n"+boundedPool))
		named, changed := 0, 0
		for _, f := range c.Files([]*model.File{model.NewFile("a/pools.yaml", pools), model.NewFile("b/pools.yaml", pools)}) {
			for _, n := range f.Notes {
				if n.Level == Decision && strings.Contains(n.Message, "more than 4000 pools and classes") {
					named++
				}
			}
			if string(f.After) != string(f.Before) {
				changed++
			}
		}
		if want := 2 * (1 - test.decisions); named != test.decisions || changed != want {
			t.Errorf("%d pools in each of two files: %d decisions and %d changed files, want %d and %d", test.pools, named, changed, test.decisions, want)
		}
	}
}
