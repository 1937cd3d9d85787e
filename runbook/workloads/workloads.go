// Package workloads finds what keeps nodes from being drained: annotations, PodDisruptionBudgets that let no pod go, single replicas.
package workloads

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/parallel"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// Workload is a workload in a manifest, and what it does when its node is drained.
type Workload struct {
	Kind, Namespace, Name string
	File                  string
	Line                  int
	Blocks                string // why a drain of its node does not end; "" if it does
	Single                bool   // it has one replica, which is down while its node is replaced
}

// String names the workload: "Deployment shop/web".
func (w *Workload) String() string {
	name := cmp.Or(w.Name, "?")
	if w.Namespace != "" {
		name = w.Namespace + "/" + name
	}
	return w.Kind + " " + name
}

// Find returns the workloads in the manifests, without those that are only context, that block a drain or have a single replica, in the order of their places. It leaves out
// files that cannot be read.
func Find(ctx context.Context, inputs []fileset.Input, files fileset.Files) []*Workload {
	perFile := make([]objects, len(inputs))
	parallel.Each(ctx, 8, inputs, func(in fileset.Input) string { return in.Path }, func(i int, in fileset.Input) error {
		if in.Context || in.Terraform || filetype.IsTerraform(in.Path) {
			return nil
		}
		data, err := files.ReadFile(in.Path)
		if err == nil && mayMatter(data) {
			perFile[i] = read(model.NewFile(in.Path, data))
		}
		return nil
	})
	var joined objects
	for _, o := range perFile {
		joined.workloads = append(joined.workloads, o.workloads...)
		joined.budgets = append(joined.budgets, o.budgets...)
	}
	return joined.thatMatter()
}

// kinds are those of workloads, with the path of the template of their pods.
var kinds = map[string][]any{
	"Deployment": {"spec", "template"}, "StatefulSet": {"spec", "template"}, "ReplicaSet": {"spec", "template"}, "Job": {"spec", "template"},
	"CronJob": {"spec", "jobTemplate", "spec", "template"}, "Pod": {},
}

const budgetKind = "PodDisruptionBudget"

func mayMatter(data []byte) bool {
	if bytes.Contains(data, []byte(budgetKind)) {
		return true
	}
	for kind := range kinds {
		if bytes.Contains(data, []byte("kind: "+kind)) || bytes.Contains(data, []byte(`"`+kind+`"`)) {
			return true
		}
	}
	return false
}

// objects are what one file, or all files, have.
type objects struct {
	workloads []*workload
	budgets   []*budget
}

// workload is a Workload while budgets may still be found for it.
type workload struct {
	Workload
	labels   map[string]string // of its pods
	replicas int               // -1: unknown
}

// budget is a PodDisruptionBudget.
type budget struct {
	namespace, name string
	selects         map[string]string // empty: unknown
	min, max        string            // minAvailable, maxUnavailable; "" if absent or unknown
	file            string
	line            int
}

func read(f *model.File) (result objects) {
	yaml.Documents(f, func(doc *model.Document, err *yaml.ParseError) bool {
		if err != nil {
			return true
		}
		for _, o := range yaml.Resources(doc) {
			line := f.Position(o.Value.Span.Start).Line
			if o.Kind == budgetKind {
				result.budgets = append(result.budgets, newBudget(o, f.Path, line))
			} else if path, ok := kinds[o.Kind]; ok {
				result.workloads = append(result.workloads, newWorkload(o, path, f.Path, line))
			}
		}
		return true
	})
	return result
}

func newBudget(o *model.Resource, file string, line int) *budget {
	spec := o.Value.Get("spec")
	return &budget{
		namespace: o.Namespace, name: o.Name, selects: labels(spec.Get("selector", "matchLabels")),
		min: scalar(spec.Get("minAvailable")), max: scalar(spec.Get("maxUnavailable")), file: file, line: line,
	}
}

// scalar returns the text of a scalar, "" for anything else.
func scalar(v *model.Value) string {
	if v.IsScalar() {
		return v.Text
	}
	return ""
}

func newWorkload(o *model.Resource, path []any, file string, line int) *workload {
	metadata := o.Value.Get(model.Join(path, "metadata")...)
	w := &workload{
		Workload: Workload{Kind: o.Kind, Namespace: o.Namespace, Name: o.Name, File: file, Line: line},
		labels:   labels(metadata.Get("labels")), replicas: replicasOf(o),
	}
	if annotation := blockingAnnotation(metadata.Get("annotations")); annotation != "" {
		w.Blocks = annotation + " keeps its node from being drained"
	}
	return w
}

// replicasOf returns the number of replicas, -1 for an unknown one and for a kind without.
func replicasOf(o *model.Resource) int {
	if o.Kind != "Deployment" && o.Kind != "StatefulSet" {
		return -1
	}
	v := o.Value.Get("spec", "replicas")
	if v.IsAbsent() {
		if spec := o.Value.Get("spec"); !spec.IsMap() || spec.Open {
			return -1
		}
		return 1
	}
	return number(v.Text)
}

// number reads a number, -1 for anything else.
func number(text string) int {
	n := 0
	for _, c := range text {
		if c < '0' || c > '9' || n > 1e6 {
			return -1
		}
		n = n*10 + int(c-'0')
	}
	if text == "" {
		return -1
	}
	return n
}

// blockingAnnotation returns the annotation of pods with which Karpenter does not drain their node, "" if there is none.
func blockingAnnotation(annotations *model.Value) string {
	for _, change := range facts.Labels().Annotations {
		for _, key := range []string{change.Old, change.New} {
			if isAboutPods(key) && annotations.Get(key).IsTrue() {
				return key
			}
		}
	}
	return ""
}

// isAboutPods reports whether the annotation has an effect on pods; the others are for nodes.
func isAboutPods(key string) bool { return !strings.HasSuffix(key, "/do-not-consolidate") }

func labels(v *model.Value) map[string]string {
	texts := map[string]string{}
	if v.IsMap() {
		for _, e := range v.Entries {
			if e.Value.IsScalar() {
				texts[e.Key.Text] = e.Value.Text
			}
		}
	}
	return texts
}

// thatMatter returns the workloads that block a drain or have a single replica.
func (o objects) thatMatter() (result []*Workload) {
	for _, b := range o.budgets {
		b.apply(o.workloads)
	}
	for _, w := range o.workloads {
		w.Single = w.replicas == 1
		if w.Blocks != "" || w.Single {
			result = append(result, &w.Workload)
		}
	}
	slices.SortStableFunc(result, func(a, b *Workload) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	return result
}
