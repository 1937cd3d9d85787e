package lint

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/lint/inventory"
	"github.com/karplint/karplint/lint/rule"
)

func selecting(t *testing.T, ids ...string) *Linter {
	t.Helper()
	rules, err := rule.Load(os.DirFS("../rules"))
	if err != nil {
		t.Fatal(err)
	}
	l, err := New(rules, Options{Select: ids, Facts: os.DirFS("../facts")})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

const helmfileText = `releases:
  - name: ebs
    chart: ebs/aws-ebs-csi-driver
    version: 2.30.0
    values:
      - values.yaml
`

// TestChartValuesElsewhere: a finding in a values file of a chart is reported, suppressed and fixed in that file, whichever of the two files was
// requested.
func TestChartValuesElsewhere(t *testing.T) {
	const values = "node:\n  tolerateAllTaints: false\n"
	tests := map[string]struct {
		helmfile, values string
		asked            []string
		want             string
		mended           bool
	}{
		"both":       {helmfileText, values, []string{"helmfile.yaml", "values.yaml"}, "values.yaml", true},
		"values":     {helmfileText, values, []string{"values.yaml"}, "values.yaml", true},
		"helmfile":   {helmfileText, values, []string{"helmfile.yaml"}, "", false},
		"suppressed": {helmfileText, "node:\n  # karplint:ignore KL401 -- wanted\n  tolerateAllTaints: false\n", []string{"values.yaml"}, "", false},
		"not there":  {strings.ReplaceAll(helmfileText, "values.yaml", "other.yaml"), values, []string{"helmfile.yaml", "values.yaml"}, "", false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			l := selecting(t, "KL401", "KL002")
			tree := Tree{Source: inventory.Source{Files: fileset.Overlay{Texts: map[string][]byte{"helmfile.yaml": []byte(test.helmfile),
				"values.yaml": []byte(test.values)}}}}
			for _, file := range []string{"helmfile.yaml", "values.yaml"} {
				tree.Inputs = append(tree.Inputs, fileset.Input{Path: file, Context: !slices.Contains(test.asked, file)})
			}
			var files []string
			for _, f := range l.Tree(t.Context(), tree).Findings {
				files = append(files, f.File)
			}
			if got := strings.Join(files, " "); got != test.want {
				t.Errorf("findings in %q, want %q", got, test.want)
			}
			fixed := l.FixTree(t.Context(), tree, true, func(string, []byte, []byte) error { return nil })
			if got := strings.Contains(string(fixed.Texts["values.yaml"]), "karpenter.sh/disrupt"); got != test.mended {
				t.Errorf("fixed: %v, want %v: %s", got, test.mended, fixed.Texts["values.yaml"])
			}
		})
	}
}

// TestChartValuesInText: a comment in the text suppresses a finding there, and is reported if it suppresses nothing.
func TestChartValuesInText(t *testing.T) {
	const application = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: ebs}
spec:
  source:
    chart: aws-ebs-csi-driver
    targetRevision: 2.30.0
    helm:
      values: |
        node:
          COMMENT
          tolerateAllTaints: VALUE
`
	for text, want := range map[[2]string]string{
		{"#", "false"}: "KL401",
		{"# karplint:ignore KL401 -- wanted", "false"}: "",
		{"# karplint:ignore KL401 -- wanted", "true"}:  "KL002",
	} {
		tree := Tree{Source: inventory.Source{
			Inputs: []fileset.Input{{Path: "app.yaml"}},
			Files: fileset.Overlay{Texts: map[string][]byte{"app.yaml": []byte(strings.NewReplacer("COMMENT", text[0], "VALUE",
				text[1]).Replace(application))}},
		}}
		var rules []string
		for _, f := range selecting(t, "KL401", "KL002").Tree(t.Context(), tree).Findings {
			rules = append(rules, f.Rule)
		}
		if got := strings.Join(rules, " "); got != want {
			t.Errorf("%q: findings of %q, want %q", text, got, want)
		}
	}
}

// TestReadByUmbrella: a value that Karpenter's chart does not know may be one that the chart around it reads.
func TestReadByUmbrella(t *testing.T) {
	for template, reported := range map[string]string{
		"{{ .Values.other }}":                                       "extra unknown",
		"{{ .Values.karpenter.extra.a }}":                           "unknown",
		"{{ $.Values.karpenter.extra }}":                            "unknown",
		"{{ index .Values \"karpenter\" \"extra\" \"a\" }}":         "unknown",
		"{{- with .Values.karpenter }}{{ toYaml .extra }}{{ end }}": "",
		"{{ .Values.karpenterExtra }}":                              "extra unknown",
	} {
		tree := memory(map[string]string{
			"c/Chart.yaml": "apiVersion: v2\nname: c\ndependencies: [{name: karpenter, version: 1.3.0, repository: " +
				"oci://public.ecr.aws/karpenter}]\n",
			"c/values.yaml":              "karpenter:\n  extra: {a: 1}\n  unknown: 1\n  settings: {clusterName: a}\n",
			"c/templates/sub/extra.yaml": template,
		})
		var keys []string
		for _, f := range selecting(t, "KL602").Tree(t.Context(), tree).Findings {
			if f.Rule == "KL602" {
				keys = append(keys, fmt.Sprint(f.Path[len(f.Path)-1]))
			}
		}
		slices.Sort(keys)
		if got := strings.Join(keys, " "); got != reported {
			t.Errorf("%s: %q reported; want %q", template, got, reported)
		}
	}
}
