package lint_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/terraform"
)

const (
	mainFile = `locals {
  version = "0.36.2"
}

resource "helm_release" "crds" {
  chart   = "karpenter-crd"
  version = local.version
}

resource "helm_release" "karpenter" {
  chart   = "karpenter"
  version = var.karpenter_version
  name    = lower("Karpenter")

  values = [
    <<-EOT
      # the controller
      controller:
        resources: {}
      tolerations:
        - key: a
    EOT
  ]
}
`
	variablesFile = `variable "karpenter_version" {
  default = "0.37.0"
}
`
	poolFile = `kind: ConfigMap
---
apiVersion: karpenter.sh/v1beta1
kind: NodePool
metadata:
  name: default
spec:
  template:
    spec:
      nodeClassRef:
        name: gpu
`
)

// world is a root whose evaluation is written by hand, with a manifest that belongs to it.
type world struct {
	root    *terraform.Root
	project *project.Project
	files   fileset.Overlay
}

func newWorld(t *testing.T, texts map[string]string) *world {
	t.Helper()
	w := &world{root: &terraform.Root{Dir: "."}, files: fileset.Overlay{Texts: map[string][]byte{}}}
	for _, name := range []string{"main.tf", "variables.tf"} {
		source, broken := hcl.Parse(model.NewFile(name, []byte(texts[name])))
		if broken != nil {
			t.Fatal(broken)
		}
		w.root.Sources = append(w.root.Sources, source)
	}
	for name, text := range texts {
		w.files.Texts[name] = []byte(text)
	}
	crds := []any{"resource", "helm_release", "crds"}
	karpenter := []any{"resource", "helm_release", "karpenter"}
	values := w.document(t, "main.tf", slices.Concat(karpenter, []any{"values", 0}))
	w.project = &project.Project{
		Root: ".", Terraform: true,
		Edges: map[string][]string{"helm_release.karpenter": {"var.karpenter_version"}},
		Resources: []*survey.Resource{
			w.block(t, "helm_release.crds", crds, map[string]*model.Value{
				"chart":   w.written(t, "main.tf", slices.Concat(crds, []any{"chart"})),
				"version": shared(w.written(t, "main.tf", []any{"locals", 0, "version"})),
			}),
			w.block(t, "module.a.helm_release.karpenter", karpenter, map[string]*model.Value{
				"chart":   w.written(t, "main.tf", slices.Concat(karpenter, []any{"chart"})),
				"version": w.written(t, "variables.tf", []any{"variable", "karpenter_version", "default"}),
				"name":    computed(w.written(t, "main.tf", slices.Concat(karpenter, []any{"name"}))),
				"values":  values.Root,
			}),
		},
	}
	number := 0
	yaml.Documents(model.NewFile("pool.yaml", []byte(texts["pool.yaml"])), func(doc *model.Document, _ *yaml.ParseError) bool {
		w.project.Resources = append(w.project.Resources, &survey.Resource{
			ID: fmt.Sprintf("pool.yaml#%d", number), Address: "NodePool/default", Kind: survey.Object,
			File: &model.File{Path: "pool.yaml"}, Document: number,
			Value: model.NewMap(
				model.NewEntry("kind", model.NewString(doc.Root.Str("kind"))),
				model.NewEntry("class", model.NewMap(model.NewEntry("name", model.NewString("gpu")))),
			),
			Real: map[string][]any{"class": {"spec", "template", "spec", "nodeClassRef"}},
		})
		number++
		return true
	})
	return w
}

func (w *world) source(name string) *hcl.Source {
	i := slices.IndexFunc(w.root.Sources, func(s *hcl.Source) bool { return s.File.Path == name })
	return w.root.Sources[i]
}

// written returns the value at the path of a file's static tree, as an evaluation passes it on.
func (w *world) written(t *testing.T, file string, at []any) *model.Value {
	t.Helper()
	source := w.source(file)
	v := source.Document.Root.Get(at...)
	if v == nil {
		t.Fatalf("nothing at %v", at)
	}
	passed := *v
	passed.Origin = &model.Origin{File: source.File}
	return &passed
}

func shared(v *model.Value) *model.Value {
	v.Origin.Shared = true
	return v
}

func computed(v *model.Value) *model.Value {
	v.Origin.Computed = true
	return v
}

// document returns the document in the heredoc at the path.
func (w *world) document(t *testing.T, file string, at []any) *model.Document {
	t.Helper()
	source := w.source(file)
	span := source.Document.Root.Get(at...).Span
	text := source.Document.Text(span)
	first, last := strings.Index(text, "\n")+1, strings.LastIndex(strings.TrimRight(text, "\n"), "\n")+1
	var doc *model.Document
	yaml.Embedded(source.File, model.Span{Start: span.Start + first, End: span.Start + last}, func(d *model.Document, broken *yaml.ParseError) bool {
		if broken != nil {
			t.Fatal(broken)
		}
		doc = d
		return true
	})
	return doc
}

// block is a chart installation.
func (w *world) block(t *testing.T, address string, at []any, values map[string]*model.Value) *survey.Resource {
	t.Helper()
	static := w.source("main.tf").Document.Root.Get(at...)
	value := &model.Value{Kind: model.Map, Style: model.Block, Span: static.Span, Dash: -1}
	value.SetProps(static.Props())
	r := &survey.Resource{
		ID: address, Address: address, Kind: survey.Installation, Block: address,
		File: w.source("main.tf").File, Value: value, Real: map[string][]any{},
	}
	for _, key := range []string{"chart", "version", "name", "values"} {
		if v := values[key]; v != nil {
			value.Entries = append(value.Entries, model.NewEntry(key, v))
		}
	}
	for _, key := range []string{"version", "name", "skip_crds", "depends_on"} {
		r.Real[key] = slices.Concat(at, []any{key})
	}
	return r
}

func helloWorld(t *testing.T) *world {
	t.Helper()
	return newWorld(t, map[string]string{"main.tf": mainFile, "variables.tf": variablesFile, "pool.yaml": poolFile})
}

// projectRules loads karplint's rules, and rules of projects with the bodies, TEAM000 and so on.
func projectRules(t *testing.T, bodies ...string) *rule.Rules {
	t.Helper()
	return rulesWith(t, `#   severity: error
#   scope: project
#   fix: safe
#   kinds: [ChartInstallation, Object]
#   needles: [karpenter]`, bodies)
}

// says is the body of a rule that reports the path in a resource.
func says(id, path string) string {
	return fmt.Sprintf(`report contains {"resource": %q, "path": %s, "message": "m"}`, id, path)
}

// fixWith is the same with the ops of a safe fix.
func fixWith(id, ops string) string {
	return fmt.Sprintf(`report contains {
	"resource": %q, "path": [], "message": "m", "fix": {"title": "t", "safety": "safe", "ops": %s},
}`, id, ops)
}

const (
	crdsID      = "helm_release.crds"
	karpenterID = "module.a.helm_release.karpenter"
	poolID      = "pool.yaml#1"
)

func (w *world) lint(t *testing.T, l *lint.Linter) lint.Result {
	t.Helper()
	result, err := l.Root(w.root, w.project, w.files)
	if err != nil {
		t.Fatal(err)
	}
	return result
}
