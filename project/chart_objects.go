package project

import (
	"path"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
)

// ChartObjects returns Karpenter's objects in the repository's charts that a root installs, each as a resource of the release,
// because Terraform creates and destroys them with it, and the objects of the templates that they come from. Those that the release may lack are left
// out.
func (m *Map) ChartObjects(root *survey.Root) (objects, templates []*survey.Resource) {
	for _, release := range root.Resources {
		if release.Kind != survey.Installation || release.Value.Str("via") != "helm_release" {
			continue
		}
		for _, object := range m.templates[chartDirectory(root, release)] {
			if isRendered(release, object) {
				objects, templates = append(objects, inRelease(release, object)), append(templates, object)
			}
		}
	}
	return objects, templates
}

// chartDirectory returns the directory of the chart that a release installs from the repository; "" for any other chart.
func chartDirectory(root *survey.Root, release *survey.Resource) string {
	chart, home := release.Value.Get("chart"), release.Value.Get("repository")
	if !chart.IsString() || !home.IsString() {
		return ""
	}
	if !survey.IsLocalChart(home) || path.IsAbs(home.Text) {
		return ""
	}
	return path.Join(root.Dir, home.Text, chart.Text)
}

// templatesByChart returns the objects of Karpenter for AWS in templates of charts, by the directory of the chart. Hooks are left
// out, because Helm does not delete them with the release.
func templatesByChart(manifests []*survey.Resource) map[string][]*survey.Resource {
	byChart := map[string][]*survey.Resource{}
	for _, r := range manifests {
		if r.Kind != survey.Object || r.File == nil || r.Value.Get("hook").IsTrue() {
			continue
		}
		chart, _, isTemplate := strings.Cut(r.File.Path, "/templates/")
		if isTemplate && isOfAWS(r) {
			byChart[chart] = append(byChart[chart], r)
		}
	}
	return byChart
}

func isOfAWS(r *survey.Resource) bool {
	object, cloud := model.Resource{APIVersion: r.Value.Str("apiVersion")}, r.Value.Str("cloud")
	return facts.IsKarpenter(object.Group()) && (cloud == "" || cloud == "karpenter.k8s.aws")
}

// rangeOver matches a loop over a value of the chart: {{ range $name, $pool := .Values.pools }}.
var rangeOver = pattern.New(`^range (?:\$\w+(?:, ?\$\w+)? :?= )?\$?\.Values\.([\w.]+)$`)

// isRendered reports whether a release certainly renders an object of its chart. It does not read the chart's own values. So it can
// decide only one kind of condition, a loop over a list or map that the release sets.
func isRendered(release, object *survey.Resource) bool {
	gate := object.Value.Str("gate")
	if gate == "" {
		return true
	}
	for condition := range strings.SplitSeq(gate, "; ") {
		loop := rangeOver().FindStringSubmatch(condition)
		if loop == nil {
			return false
		}
		over := release.Value.Get("values")
		for key := range strings.SplitSeq(loop[1], ".") {
			over = over.Get(key)
		}
		if over == nil || len(over.Items) == 0 && len(over.Entries) == 0 {
			return false
		}
	}
	return true
}

// inRelease returns an object of a chart as a resource of its release.
func inRelease(release, object *survey.Resource) *survey.Resource {
	r := survey.New(survey.ChartObject, release.Address)
	r.ID += " " + object.Address + " " + object.File.Path
	r.Block, r.File, r.Document = release.Block, release.File, release.Document
	r.Value.Style, r.Value.Span, r.Value.Origin = release.Value.Style, release.Value.Span, release.Value.Origin
	r.Value.SetProps(release.Value.Props())
	for _, key := range []string{"apiVersion", "kind", "metadata", "class"} {
		r.Set(key, object.Value.Get(key))
	}
	r.Set("waits_for", release.Value.Get("waits_for"))
	r.SetText("gate", release.Value.Str("gate"))
	r.Real["depends_on"] = release.Real["depends_on"]
	return r
}
