package workloads

import (
	"bytes"
	"slices"
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/parsers/yaml"
)

// resourceKinds are the kinds of the resources of the provider kubernetes, without the version at the end of their types.
var resourceKinds = map[string]string{
	"kubernetes_deployment": "Deployment", "kubernetes_stateful_set": "StatefulSet", "kubernetes_job": "Job", "kubernetes_cron_job": "CronJob",
	"kubernetes_pod": "Pod", "kubernetes_pod_disruption_budget": budgetKind,
}

// mayMatterInTerraform reports whether a Terraform file may have a workload, or a manifest of one.
func mayMatterInTerraform(data []byte) bool {
	for kind := range resourceKinds {
		if bytes.Contains(data, []byte(kind)) {
			return true
		}
	}
	return bytes.Contains(data, []byte("_manifest")) && mayMatter(data)
}

// readTerraform reads the workloads of a Terraform file as far as they are literal: resources of the provider kubernetes, and manifests in heredocs
// and maps.
func readTerraform(f *model.File) (objs objects) {
	source, failed := hcl.Parse(f)
	if failed != nil {
		return objs
	}
	r := &terraformReader{file: f, objects: &objs}
	resources := source.Document.Root.Get("resource")
	if !resources.IsMap() {
		return objs
	}
	for _, kind := range resources.Entries {
		name := strings.TrimSuffix(kind.Key.Text, "_v1")
		for _, block := range kind.Value.Entries {
			if kubernetes, ok := resourceKinds[name]; ok {
				r.addResource(kubernetes, block)
			} else if strings.HasSuffix(name, "_manifest") {
				r.addManifests(block.Value)
			}
		}
	}
	return objs
}

type terraformReader struct {
	*objects
	file *model.File
}

// addResource adds a resource of the provider kubernetes.
func (r *terraformReader) addResource(kind string, block *model.Entry) {
	metadata := inBlocks(block.Value, "metadata")
	o := written{
		kind: kind, name: literal(metadata.Get("name")), namespace: literal(metadata.Get("namespace")),
		file: r.file.Path, line: r.file.Position(block.Key.Span.Start).Line,
		get: func(path ...any) *model.Value { return inBlocks(block.Value, snakeCase(path)...) },
	}
	r.add(o)
}

// addManifests adds the objects in the heredocs and maps of a value.
func (r *terraformReader) addManifests(v *model.Value) {
	body, isHeredoc := hcl.HeredocBody(r.file.Data, v.Span)
	switch {
	case isHeredoc && v.Style == model.Literal:
		text := model.NewFile(r.file.Path, r.file.Data[body.Start:body.End])
		r.addDocuments(text, r.file.Position(body.Start).Line-1)
	case v.IsMap() && v.Entry("apiVersion") != nil && v.Entry("kind") != nil:
		for _, o := range yaml.Resources(&model.Document{Root: v}) {
			r.add(ofManifest(o, r.file.Path, r.file.Position(o.Value.Span.Start).Line))
		}
	default:
		for _, child := range v.Children() {
			r.addManifests(child)
		}
	}
}

// inBlocks returns the value at a path through blocks. A block is a list with one item.
func inBlocks(v *model.Value, path ...any) *model.Value {
	for _, step := range path {
		v = v.Get(step)
		if v != nil && v.Kind == model.List && len(v.Items) > 0 {
			v = v.Items[0]
		}
	}
	return v
}

// snakeCase returns the path as the provider writes it: job_template for jobTemplate.
func snakeCase(path []any) []any {
	snake := slices.Clone(path)
	for i, step := range snake {
		word, ok := step.(string)
		if !ok {
			continue
		}
		var b strings.Builder
		for _, c := range word {
			if c >= 'A' && c <= 'Z' {
				b.WriteByte('_')
				c += 'a' - 'A'
			}
			b.WriteRune(c)
		}
		snake[i] = b.String()
	}
	return snake
}

// literal returns the text of a scalar without expressions, "" for anything else.
func literal(v *model.Value) string {
	if text := scalar(v); !strings.Contains(text, "${") && !strings.Contains(text, "{{") {
		return text
	}
	return ""
}
