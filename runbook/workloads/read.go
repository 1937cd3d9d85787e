package workloads

import (
	"strings"

	"github.com/karplint/karplint/calendar"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// objects are the workloads and budgets of one file, or of all files.
type objects struct {
	workloads []*workload
	budgets   []*budget
	values    func(template string) string // see chartValues
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

// written is an object, in a manifest or in Terraform.
type written struct {
	kind, namespace, name, file string
	line                        int
	get                         func(path ...any) *model.Value
}

func ofManifest(o *model.Resource, file string, line int) written {
	return written{o.Kind, o.Namespace, o.Name, file, line, o.Value.Get}
}

// kinds are the kinds of workloads, with the path of their pod template.
var kinds = map[string][]any{
	"Deployment": {"spec", "template"}, "StatefulSet": {"spec", "template"}, "ReplicaSet": {"spec", "template"}, "Job": {"spec", "template"},
	"CronJob": {"spec", "jobTemplate", "spec", "template"}, "Pod": {},
}

const (
	budgetKind = "PodDisruptionBudget"
	poolKind   = "NodePool"
)

// readManifests reads a file of manifests. Templates of a chart are read with the values of the chart.
func readManifests(f *model.File, files fileset.Files) objects {
	objs := objects{values: chartValues(f.Path, files)}
	objs.addDocuments(f, 0)
	return objs
}

// addDocuments adds the objects in a text that has so many lines of its file above it.
func (objs *objects) addDocuments(f *model.File, linesAbove int) {
	yaml.Documents(f, func(doc *model.Document, err *yaml.ParseError) bool {
		if err != nil {
			return true
		}
		for _, o := range yaml.Resources(doc) {
			objs.add(ofManifest(o, f.Path, linesAbove+f.Position(o.Value.Span.Start).Line))
		}
		return true
	})
}

// add adds an object if it is a workload, a budget, or a pool whose budget keeps its nodes.
func (objs *objects) add(o written) {
	path, isWorkload := kinds[o.kind]
	switch {
	case isWorkload:
		objs.workloads = append(objs.workloads, objs.newWorkload(o, path))
	case o.kind == budgetKind:
		objs.budgets = append(objs.budgets, objs.newBudget(o))
	case o.kind == poolKind && heldNodes(o.get("spec", "disruption", "budgets")) != "":
		blocks := heldNodes(o.get("spec", "disruption", "budgets"))
		objs.workloads = append(objs.workloads, &workload{Workload: Workload{Kind: o.kind, Name: o.name, File: o.file, Line: o.line, Blocks: blocks},
			replicas: -1})
	}
}

// heldNodes says when the budgets of a pool keep its nodes from being replaced for drift; "" if they never forbid it.
func heldNodes(budgets *model.Value) string {
	switch allowed := calendar.Free(calendar.Forbidding(budgets, "Drifted")); {
	case allowed.IsAlways():
		return ""
	case allowed.IsNever():
		return "its disruption budget of 0 allows no node to be removed"
	default:
		return "its disruption budgets allow nodes to be replaced only " + allowed.String()
	}
}

func (objs *objects) newBudget(o written) *budget {
	return &budget{
		namespace: o.namespace, name: o.name, selects: labels(o.get("spec", "selector", "matchLabels")),
		min: objs.text(o.get("spec", "minAvailable")), max: objs.text(o.get("spec", "maxUnavailable")), file: o.file, line: o.line,
	}
}

func (objs *objects) newWorkload(o written, path []any) *workload {
	in := func(steps ...any) *model.Value { return o.get(model.Join(path, steps...)...) }
	w := &workload{
		Workload: Workload{Kind: o.kind, Namespace: o.namespace, Name: o.name, File: o.file, Line: o.line},
		labels:   labels(in("metadata", "labels")), replicas: objs.replicasOf(o),
	}
	selector := in("spec", "nodeSelector")
	for _, key := range poolLabels() {
		if pool := literal(selector.Get(key)); pool != "" {
			w.Pool = pool
		}
	}
	isClaiming := o.get("spec", "volumeClaimTemplates") != nil || o.get("spec", "volumeClaimTemplate") != nil // in Terraform
	w.HasVolumes = o.kind == "StatefulSet" && isClaiming
	if annotation := blockingAnnotation(in("metadata", "annotations")); annotation != "" {
		w.Blocks = annotation + " keeps its node from being drained"
	}
	return w
}

// poolLabels are the labels of nodes with the names of their pools.
func poolLabels() []string {
	return []string{"karpenter.sh/provisioner-name", "karpenter.sh/nodepool"}
}

// replicasOf returns the number of replicas, -1 if it is unknown or the kind has none.
func (objs *objects) replicasOf(o written) int {
	if o.kind != "Deployment" && o.kind != "StatefulSet" {
		return -1
	}
	v := o.get("spec", "replicas")
	if v.IsAbsent() {
		if spec := o.get("spec"); !spec.IsMap() || spec.Open {
			return -1
		}
		return 1
	}
	return number(objs.text(v))
}

// text returns the text of a scalar, read from the values of the chart if a template writes it; "" for anything else.
func (objs *objects) text(v *model.Value) string {
	if objs.values != nil && v.IsUnknown() {
		return objs.values(v.Text)
	}
	return scalar(v)
}

// scalar returns the text of a scalar, "" for anything else.
func scalar(v *model.Value) string {
	if v.IsScalar() {
		return v.Text
	}
	return ""
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

// blockingAnnotation returns the annotation that keeps Karpenter from draining the node of the pods, "" if there is none.
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
