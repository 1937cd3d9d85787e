package rootmodule

import (
	"strconv"
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/terraform"
	"github.com/karplint/karplint/versions"
)

// module reads the call of a module that is not in the repository.
func (t *reader) module(block *terraform.Resource) {
	source := parseSource(block.Value.Str("source"))
	if row := moduleRow(source); row != nil {
		var cluster *model.Value
		if row.Cluster != "" {
			cluster = block.Value.Get(row.Cluster)
		}
		for i := range row.Charts {
			t.moduleChart(block, row, &row.Charts[i], source, cluster)
		}
		if row.Via == "eks" {
			t.eksModule(block, row)
			return
		}
		for _, argument := range row.Addons {
			t.addons(block, argument, nil, cluster)
		}
		return
	}
	if !t.eksSubmodule(block, source) {
		t.wrapper(block)
		t.opaqueCluster(block, source)
		t.moduleNodes(block, source)
	}
	t.modulePolicies(block)
}

// moduleRow returns what is known of a module, nil for nothing.
func moduleRow(source moduleSource) *facts.TerraformModule {
	modules := facts.Terraform().Modules
	for i := range modules {
		if source.is(modules[i].Registry, modules[i].Repository) {
			return &modules[i]
		}
	}
	return nil
}

// settings are the arguments of a module that describe a release.
type settings struct {
	block *terraform.Resource
	value *model.Value      // nil if the argument is not given
	outer *model.Value      // looked at for what value does not have; nil if nothing else counts
	keys  map[string]string // names of settings where they differ from those of helm_release
	path  []any             // of value in the static document; nil if it does not stand there
	named bool              // the module installs one chart, if the settings do not name another
}

func (s *settings) name(key string) string {
	if name, ok := s.keys[key]; ok {
		return name
	}
	return key
}

func (s *settings) get(key string) *model.Value {
	name := s.name(key)
	if key == "chart" && s.named && s.value.Get(name) == nil {
		return nil // settings that cannot be known hardly name another chart
	}
	if v := field(s.value, name); v != nil || s.outer == nil {
		return v
	}
	return s.outer.Get(name)
}

// moduleChart reads one chart that a known module installs, if it is switched on.
func (t *reader) moduleChart(block *terraform.Resource, row *facts.TerraformModule, chart *facts.ModuleChart, source moduleSource, cluster *model.Value) {
	enabled := block.Value.Get(chart.Enable)
	named := chart.Chart != "" // the module installs this chart only if it is told to
	if enabled.IsFalse() || named && enabled.IsAbsent() {
		return
	}
	conditions := []*model.Value{enabled}
	if row.Release != "" && !chart.Each {
		release := block.Value.Get(row.Release)
		if release.IsFalse() {
			return
		}
		conditions = append(conditions, release)
	}
	s := &settings{block: block, keys: row.Keys, named: named}
	if chart.Argument == "" {
		s.value, s.path = block.Value, block.Path
	} else {
		s.value = block.Value.Get(chart.Argument)
		s.path = writtenMap(block, s.value, chart.Argument)
		if s.value == nil {
			s.path = model.Join(block.Path, chart.Argument)
		}
	}
	installed := &moduleRelease{row: row, chart: chart, source: source, cluster: cluster, conditions: conditions}
	switch {
	case chart.Each:
		t.eachRelease(installed, s)
	case named:
		t.moduleRelease(installed, s, " "+chart.Chart, nil)
	default:
		if chart.Argument != "" {
			s.outer = block.Value
		}
		if s.get("chart") != nil {
			t.moduleRelease(installed, s, "", nil)
		}
	}
}

// moduleRelease is what is known of a release that a module makes, but for its settings.
type moduleRelease struct {
	row        *facts.TerraformModule
	chart      *facts.ModuleChart
	source     moduleSource
	cluster    *model.Value
	conditions []*model.Value // on which it exists
}

// eachRelease reads an argument with the settings of several releases by name.
func (t *reader) eachRelease(m *moduleRelease, all *settings) {
	if all.value == nil {
		return
	}
	mayHaveMore := all.value.IsUnknown() || all.value.Open || hasUnknownKey(all.value)
	if m.chart.Chart == "" && mayHaveMore {
		t.unseenRelease(m, all)
	}
	for _, e := range all.value.Entries {
		s := *all
		s.value = e.Value
		s.path = writtenMap(all.block, e.Value, m.chart.Argument, e.Key.Text)
		if e.Value.IsMap() && (m.chart.Chart != "" || s.get("chart") != nil) {
			t.moduleRelease(m, &s, "."+m.chart.Argument+"["+strconv.Quote(e.Key.Text)+"]", keyName(e.Key, all.block))
		}
	}
}

// unseenRelease stands for releases of which nothing is known: one may be of any chart.
func (t *reader) unseenRelease(m *moduleRelease, all *settings) {
	r := t.resource(survey.Installation, all.block, "."+m.chart.Argument)
	r.Owner = all.block.Address
	for _, key := range []string{"chart", "karpenter", "version"} {
		r.Set(key, model.NewUnknown(m.chart.Argument+"."+key).PlacedAt(all.value))
	}
	r.SetText("via", m.row.Via)
}

// moduleRelease adds a release that a module makes. what tells it from others of the module; name is the one of the release if its
// settings have none.
func (t *reader) moduleRelease(m *moduleRelease, s *settings, what string, name *model.Value) {
	r := t.installation(s, what, m.row.Via)
	if r.Value.Get("name") == nil {
		r.Set("name", name)
	}
	t.fillIn(r, m.chart, m.source, s.block)
	for _, condition := range m.conditions {
		if condition.IsUnknown() {
			addGate(r, condition.Text)
		}
	}
	t.links = append(t.links, clusterLink{resource: r, name: m.cluster})
}

// installation reads the settings of a release.
func (t *reader) installation(s *settings, what, via string) *survey.Resource {
	r := t.resource(survey.Installation, s.block, "")
	r.ID += what
	r.Owner = s.block.Address
	r.Set("name", s.get("name"))
	r.Set("namespace", s.get("namespace"))
	r.SetChart(s.get("chart"), s.get("repository"))
	r.PinVersion(given(s.get("version")))
	r.SetText("via", via)
	for _, key := range []string{"skip_crds", "force_update", "wait"} {
		r.Set(key, s.get(key))
	}
	values := releaseValues(s.value)
	if s.outer != nil {
		values = releaseValues(s.outer)
		values.Merge(releaseValues(s.value))
	}
	r.SetValues(values)
	setGate(r, s.block)
	if s.path != nil {
		for _, key := range []string{"chart", "repository", "version", "skip_crds", "force_update", "wait"} {
			r.Locate(key, s.path, s.name(key))
		}
	}
	setWaits(r, s.block)
	return r
}

// fillIn adds what the module gives where the settings leave it out.
func (t *reader) fillIn(r *survey.Resource, chart *facts.ModuleChart, source moduleSource, block *terraform.Resource) {
	missing := func(key string) bool { return r.Value.Get(key) == nil }
	if missing("chart") && chart.Chart != "" {
		repository := r.Value.Get("repository")
		if repository == nil {
			repository = model.NewString(chart.Repository).PlacedAt(r.Value)
		}
		r.Drop("repository")
		r.SetChart(model.NewString(chart.Chart).PlacedAt(r.Value), repository)
	}
	if missing("name") {
		r.Set("name", r.Value.Get("chart"))
	}
	if missing("namespace") && chart.Namespace != "" {
		r.Set("namespace", model.NewString(chart.Namespace).PlacedAt(r.Value))
	}
	if missing("wait") && chart.Wait != nil {
		r.Set("wait", model.NewBool(*chart.Wait).PlacedAt(r.Value))
	}
	if missing("version") && chart.Chart != "" {
		t.defaultVersion(r, chart, source, block)
	}
	for _, key := range chart.Sets {
		openKey(r.Value.Get("values"), key)
	}
}

// defaultVersion adds the version that the module installs when it is given none.
func (t *reader) defaultVersion(r *survey.Resource, chart *facts.ModuleChart, source moduleSource, block *terraform.Resource) {
	at := block.Value.Get("source")
	constraint := source.constraint()
	if version := block.Value.Get("version"); version != nil {
		at, constraint = version, version.Text
		if !version.IsScalar() {
			constraint = ""
		}
	}
	if at == nil {
		at = r.Value
	}
	exact, all := "", versions.Interval{}
	if constraint != "" {
		exact, all = defaultChart(chart.Defaults, constraint)
	}
	r.Versions = all
	version := model.NewString(exact)
	if exact == "" {
		text := strings.TrimSpace("default chart " + chart.Chart + " of " + source.String() + " " + constraint)
		version = model.NewUnknown(text)
	}
	r.Set("version", version.PlacedAt(at))
}

// openKey says that a map of values has a key of which only a part is known.
func openKey(values *model.Value, key string) {
	e := values.Entry(key)
	if e == nil {
		v := model.NewMap()
		v.Open, v.Span, v.Origin = true, values.Span, values.Origin
		values.Entries = append(values.Entries, model.NewEntry(key, v))
		return
	}
	if e.Value.Kind == model.Map {
		e.Value.Open = true
	}
}

// addGate adds a condition to the one that is there.
func addGate(r *survey.Resource, text string) {
	if old := r.Value.Str("gate"); old != "" {
		text = old + " && " + text
	}
	r.Drop("gate")
	r.SetText("gate", text)
}

// wrapper reads a module of which nothing is known but that it takes a chart and passes it on to a release.
func (t *reader) wrapper(block *terraform.Resource) {
	enabled := firstOf(block.Value, "enabled", "create")
	if enabled.IsFalse() {
		return
	}
	names := facts.Terraform().Wrapper
	s := &settings{block: block, value: block.Value, path: block.Path, keys: map[string]string{}}
	versions := names.Version
	if !s.choose("chart", names.Chart) {
		for _, argument := range names.Objects {
			if inner := block.Value.Get(argument); inner.IsMap() {
				s.value, s.outer, s.path = inner, block.Value, writtenMap(block, inner, argument)
				break
			}
		}
		if s.outer == nil || !s.choose("chart", names.Chart) {
			return
		}
		versions = append([]string{"version"}, versions...)
	}
	if !s.choose("version", versions) {
		s.keys["version"] = names.Version[0]
	}
	s.choose("repository", names.Repository)
	s.choose("skip_crds", names.SkipCRDs)
	s.choose("force_update", names.ForceUpdate)
	s.choose("wait", names.Wait)
	r := t.installation(s, "", "module")
	if !r.Value.Get("pinned").IsTrue() {
		// What the module installs by default cannot be known.
		r.Set("version", model.NewUnknown("default chart of "+block.Value.Str("source")).PlacedAt(r.Value))
	}
	if enabled.IsUnknown() {
		addGate(r, enabled.Text)
	}
	t.links = append(t.links, clusterLink{resource: r, name: block.Value.Get("cluster_name")})
}

// choose picks the first of the names that is given.
func (s *settings) choose(key string, names []string) bool {
	for _, name := range names {
		if v := s.value.Get(name); v != nil && v.Kind != model.Map && v.Kind != model.List {
			s.keys[key] = name
			return true
		}
	}
	return false
}
