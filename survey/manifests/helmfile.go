package manifests

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
)

// helmfile is a file with releases, and the settings that they share.
type helmfile struct {
	*reader
	layers       []*model.Value // the documents of the bases and of the file; later ones override earlier ones
	complete     bool           // all bases were read
	environments func() []*model.Value
	skipCRDs     *model.Value
}

// readHelmfile reads the releases of a helmfile. A helmfile has no kind, so it is recognised by its releases with charts.
func (m *reader) readHelmfile(root *model.Value) {
	releases := root.Get("releases")
	if releases == nil || releases.Kind != model.List || root.Get("kind") != nil {
		return
	}
	h := &helmfile{reader: m}
	h.readLayers(root)
	h.environments = sync.OnceValue(h.readEnvironments)
	h.skipCRDs = h.skipCRDsValue()
	for i, release := range releases.Items {
		if release.IsMap() && isRelease(release) && !release.Get("installed").IsFalse() {
			h.readRelease(release, i)
		}
	}
}

// isRelease reports whether an item of releases belongs to a helmfile: it has a name and a chart, but no repository. The check is
// needed because other tools have lists of releases too.
func isRelease(release *model.Value) bool {
	return release.Get("chart") != nil && release.Get("name") != nil && release.Get("repository") == nil
}

func (h *helmfile) readRelease(release *model.Value, i int) {
	base := []any{"releases", i}
	r := survey.New(survey.Installation, survey.ViaHelmfile+" release "+release.Str("name"))
	r.Set("name", release.Get("name"))
	r.Set("namespace", release.Get("namespace"))
	chart, repository := release.Get("chart"), (*model.Value)(nil)
	if alias, name, ok := strings.Cut(chart.Text, "/"); ok && namesRepository(chart, alias) {
		repository = h.repository(alias)
		chart = &model.Value{Kind: model.String, Text: name, Span: chart.Span, Dash: -1}
	}
	r.SetChart(chart, repository)
	r.Locate("chart", base, "chart")
	r.PinVersion(h.renderAlternatives(release.Get("version"), h.environments()))
	r.Locate("version", base, "version")
	r.SetText("via", survey.ViaHelmfile)
	r.Set("depends_on", dependenciesOf(release.Get("needs")))
	r.Locate("depends_on", base, "needs")
	r.Set("skip_crds", h.skipCRDs)
	setCondition(r, h.releaseCondition(release), gateOf(release))
	SetClusters(r, byContext, h.renderAlternatives(release.Get("kubeContext"), h.environments()), "")
	r.SetValues(h.values(release))
	r.Locate("values", base, "values", 0)
	if !release.Get("values", 0).IsMap() {
		delete(r.Real, "values")
	}
	if repository == nil && isDirectory(strings.SplitN(release.Str("chart"), "/", 2)[0]) {
		h.addUse(survey.ChartUse{Dir: release.Str("chart"), Resource: r}, release)
	}
	h.add(r, release)
}

// namesRepository reports whether the first step of a chart's name is the name of a repository. Otherwise the chart is an address
// or a path.
func namesRepository(chart *model.Value, step string) bool {
	return chart.Kind == model.String && !strings.Contains(chart.Text, "://") && !isDirectory(step)
}

// isDirectory reports whether the name of a chart with this first step is a path.
func isDirectory(step string) bool { return slices.Contains([]string{".", "..", "", "charts"}, step) }

// gateOf returns the expression that enables a release: condition, or installed if its value is unknown.
func gateOf(release *model.Value) string {
	if text := release.Str("condition"); text != "" {
		return strings.Clone(text)
	}
	if installed := release.Get("installed"); installed.IsUnknown() {
		return strings.Clone(installed.Text)
	}
	return ""
}

// releaseCondition returns the condition of the release in all environments.
func (h *helmfile) releaseCondition(release *model.Value) condition {
	if gateOf(release) == "" {
		return enabled
	}
	var cases []condition
	for _, environment := range h.environments() {
		cases = append(cases, helmfileCondition(release, environment))
	}
	return commonCondition(cases)
}

// repository returns the address of the named repository. Another document or a base may define it.
func (h *helmfile) repository(alias string) *model.Value {
	for _, layer := range slices.Backward(h.layers) {
		for _, repository := range slices.Backward(layer.List("repositories")) {
			if repository.Str("name") == alias && repository.Get("url") != nil {
				return unplaced(repository.Get("url"))
			}
		}
	}
	return model.NewUnknown("repository/" + strings.Clone(alias))
}

// dependenciesOf converts needs, [context/][namespace/]name, to dependencies in the form of Flux.
func dependenciesOf(list *model.Value) *model.Value {
	if !survey.IsGiven(list) {
		return nil
	}
	dependencies := model.NewList()
	dependencies.Span = list.Span
	dependencies.Open = list.Kind != model.List || list.Open
	for _, item := range list.Items {
		dependency := model.NewMap()
		dependency.Span = item.Span
		if item.Kind == model.String {
			dependency.Entries = append(dependency.Entries, model.NewEntry("name", model.NewString(strings.Clone(path.Base(item.Text)))))
			if dir := path.Dir(item.Text); dir != "." {
				dependency.Entries = append(dependency.Entries, model.NewEntry("namespace", model.NewString(strings.Clone(path.Base(dir)))))
			}
			dependencies.Items = append(dependencies.Items, dependency)
		} else {
			dependencies.Open = true
		}
	}
	return dependencies
}

const skipFlag = "--skip-crds"

// skipCRDsValue returns whether a helmfile and its bases skip the CRDs of all releases. The last flag decides, because helmfile passes
// the arguments of all layers to Helm. It returns nil if no layer has the flag, and Unknown if a base was not read or an argument is
// unknown.
func (h *helmfile) skipCRDsValue() *model.Value {
	if !h.complete {
		return model.NewUnknown("bases")
	}
	for _, layer := range slices.Backward(h.layers) {
		for _, key := range []string{"syncArgs", "args"} {
			list := layer.Get("helmDefaults", key)
			if list != nil && list.Open {
				return model.NewUnknown("helmDefaults." + key)
			}
			for _, item := range slices.Backward(layer.List("helmDefaults", key)) {
				switch {
				case strings.HasPrefix(item.Text, skipFlag) && item.Kind == model.String:
					return model.NewBool(!strings.HasSuffix(item.Text, "=false"))
				case item.Kind == model.Unknown:
					return unplaced(item)
				}
			}
		}
	}
	return nil
}

// values merges the values of a release: maps and files in their order, then set.
func (h *helmfile) values(release *model.Value) *helm.Values {
	values := helm.NewValues()
	for _, key := range []string{"values", "secrets", "valuesTemplate"} {
		list := release.Get(key)
		if key != "values" && survey.IsGiven(list) {
			values.Open()
		}
		for _, item := range values.ItemsOf(list) {
			switch {
			case item.IsMap():
				h.addInline(values, item)
			case key == "values":
				h.addFile(values, "", item)
			}
		}
	}
	h.addSets(values, release.Get("set"), "")
	h.addSets(values, release.Get("setString"), "string")
	h.addSets(values, release.Get("setTemplate"), "")
	changesMore := func(key string) bool { return survey.IsGiven(release.Get(key)) }
	if release.Open || slices.ContainsFunc([]string{"inherit", "strategicMergePatches", "jsonPatches"}, changesMore) {
		values.Open()
	}
	return values
}

// addSets merges the entries of one of the lists set. An entry without a value takes it from elsewhere.
func (h *helmfile) addSets(values *helm.Values, list *model.Value, typed string) {
	isOpen := list != nil && slices.ContainsFunc(list.Items, func(v *model.Value) bool { return v.Get("value") == nil })
	switch {
	case !survey.IsGiven(list):
	case list.Kind == model.List && !isOpen:
		values.AddSets(h.locate(list), typed)
	default:
		values.Open()
	}
}
