package rootmodule

import (
	"strconv"
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/survey/modulecall"
	"github.com/karplint/karplint/terraform"
	"github.com/karplint/karplint/versions"
)

// readModule reads the call of a module outside the repository.
func (t *reader) readModule(block *terraform.Resource) {
	source := modulecall.Parse(block.Value.Str("source"))
	t.readCall(block, source)
	iamReader{t}.readModuleRoles(block, source)
	readModuleQueue(t, block, source)
	if row := moduleRow(source); row != nil {
		var cluster *model.Value
		if row.Cluster != "" {
			cluster = block.Value.Get(row.Cluster)
		}
		for i := range row.Charts {
			t.readModuleChart(block, row, &row.Charts[i], source, cluster)
		}
		if row.Via == "eks" {
			t.readEKSModule(block, row)
			return
		}
		for _, argument := range row.Addons {
			t.readAddons(block, argument, nil, cluster)
		}
		iamReader{t}.readModuleAccess(block, nil)
		return
	}
	iamReader{t}.readModuleAccess(block, nil)
	if !t.readEKSSubmodule(block, source) {
		t.readWrapper(block)
		t.readOpaqueCluster(block, source)
		t.readModuleNodes(block, source)
	}
	iamReader{t}.readModulePolicies(block, source)
	iamReader{t}.readModuleAccounts(block, source)
	iamReader{t}.readAttached(block, source)
}

// moduleRow returns the table row of a module; nil if it is unknown.
func moduleRow(source modulecall.Source) *facts.TerraformModule {
	modules := facts.Terraform().Modules
	for i := range modules {
		if source.Matches(modules[i].Registry, modules[i].Repository) {
			return &modules[i]
		}
	}
	return nil
}

// settings are the arguments of a module that describe a release.
type settings struct {
	block *terraform.Resource
	value *model.Value      // nil if the argument is missing
	outer *model.Value      // arguments that apply if value lacks them; nil if there are none
	keys  map[string]string // argument names that differ from those of helm_release
	path  []any             // the path of value in the static document; nil if it is not a literal there
	named bool              // the module installs one chart, unless the settings name another
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
		return nil // unknown settings are unlikely to name another chart
	}
	if v := modulecall.Field(s.value, name); v != nil || s.outer == nil {
		return v
	}
	return s.outer.Get(name)
}

// readModuleChart reads a chart that a known module installs, unless it is disabled.
func (t *reader) readModuleChart(block *terraform.Resource, row *facts.TerraformModule, chart *facts.ModuleChart, source modulecall.Source,
	cluster *model.Value) {
	enabled := block.Value.Get(chart.Enable)
	named := chart.Chart != ""
	isOff := named && chart.Enable != "" && enabled.IsAbsent() // disabled is the module's default
	if enabled.IsFalse() || isOff {
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
		t.readReleases(installed, s)
	case named:
		t.addModuleRelease(installed, s, " "+chart.Chart, nil)
	default:
		if chart.Argument != "" {
			s.outer = block.Value
		}
		if s.get("chart") != nil {
			t.addModuleRelease(installed, s, "", nil)
		}
	}
}

// moduleRelease is a release that a module makes, apart from its settings.
type moduleRelease struct {
	row        *facts.TerraformModule
	chart      *facts.ModuleChart
	source     modulecall.Source
	cluster    *model.Value
	conditions []*model.Value // the release exists only if all of them are true
}

// readReleases reads an argument that maps names to the settings of releases.
func (t *reader) readReleases(m *moduleRelease, given *settings) {
	if given.value == nil {
		return
	}
	mayHaveMore := given.value.IsUnknown() || given.value.Open || hasUnknownKey(given.value)
	if m.chart.Chart == "" && mayHaveMore {
		t.addUnknownRelease(m, given)
	}
	for _, e := range given.value.Entries {
		s := *given
		s.value = e.Value
		s.path = writtenMap(given.block, e.Value, m.chart.Argument, e.Key.Text)
		if e.Value.IsMap() && (m.chart.Chart != "" || s.get("chart") != nil) {
			t.addModuleRelease(m, &s, "."+m.chart.Argument+"["+strconv.Quote(e.Key.Text)+"]", keyName(e.Key, given.block))
		}
	}
}

// addUnknownRelease adds a release for an argument with unknown parts, because it may install any chart.
func (t *reader) addUnknownRelease(m *moduleRelease, s *settings) {
	r := t.addResource(survey.Installation, s.block, "."+m.chart.Argument)
	r.Owner = s.block.Address
	for _, key := range []string{"chart", "karpenter", "version"} {
		r.Set(key, model.NewUnknown(m.chart.Argument+"."+key).PlacedAt(s.value))
	}
	r.SetText("via", m.row.Via)
}

// addModuleRelease adds a release that a module makes. suffix distinguishes it from other releases of the module. name is the
// release name if the settings have none.
func (t *reader) addModuleRelease(m *moduleRelease, s *settings, suffix string, name *model.Value) {
	r := t.readInstallation(s, suffix, m.row.Via)
	if r.Value.Get("name") == nil {
		r.Set("name", name)
	}
	addDefaults(r, m.chart, m.source, s.block)
	t.made[r] = madeIdentity(s.block, m.chart.Identity)
	for _, condition := range m.conditions {
		if condition.IsUnknown() {
			addGate(r, condition.Text)
		}
	}
	t.links = append(t.links, clusterLink{resource: r, name: m.cluster})
}

// readInstallation reads the settings of a release.
func (t *reader) readInstallation(s *settings, suffix, via string) *survey.Resource {
	r := t.addResource(survey.Installation, s.block, "")
	r.ID += suffix
	r.Owner = s.block.Address
	r.Set("name", s.get("name"))
	r.Set("namespace", s.get("namespace"))
	r.SetChart(s.get("chart"), s.get("repository"))
	r.PinVersion(nilIfEmpty(s.get("version")))
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

// addDefaults adds the module's defaults for missing settings.
func addDefaults(r *survey.Resource, chart *facts.ModuleChart, source modulecall.Source, block *terraform.Resource) {
	missing := func(key string) bool { return r.Value.Get(key) == nil }
	if missing("chart") && chart.Chart != "" {
		repository := r.Value.Get("repository")
		if repository == nil {
			constraint, _ := modulecall.Constraint(block, source)
			repository = defaultRepository(chart, constraint).PlacedAt(r.Value)
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
		addDefaultVersion(r, chart, source, block)
	}
	for _, key := range chart.Sets {
		openKey(r.Value.Get("values"), key)
	}
}

// addDefaultVersion adds the version that the module installs by default.
func addDefaultVersion(r *survey.Resource, chart *facts.ModuleChart, source modulecall.Source, block *terraform.Resource) {
	constraint, place := modulecall.Constraint(block, source)
	if place == nil {
		place = r.Value
	}
	exact, interval := "", versions.Interval{}
	if constraint != "" {
		exact, interval = defaultChart(chart.Defaults, constraint)
	}
	r.Versions = interval
	version := model.NewString(exact)
	if exact == "" {
		text := strings.TrimSpace("default chart " + chart.Chart + " of " + source.String() + " " + constraint)
		version = model.NewUnknown(text)
	}
	r.Set("version", version.PlacedAt(place))
}

// openKey marks a key in a map of values as partly unknown.
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

// addGate adds a condition to the existing one.
func addGate(r *survey.Resource, text string) {
	if old := r.Value.Str("gate"); old != "" {
		text = old + " && " + text
	}
	r.Drop("gate")
	r.SetText("gate", text)
}

// readWrapper reads an unknown module that passes a chart in its arguments to a release.
func (t *reader) readWrapper(block *terraform.Resource) {
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
	s.choose("namespace", names.Namespace)
	s.choose("skip_crds", names.SkipCRDs)
	s.choose("force_update", names.ForceUpdate)
	s.choose("wait", names.Wait)
	r := t.readInstallation(s, "", "module")
	if !r.Value.Get("pinned").IsTrue() {
		// The default version of the module is unknown.
		r.Set("version", model.NewUnknown("default chart of "+block.Value.Str("source")).PlacedAt(r.Value))
	}
	if enabled.IsUnknown() {
		addGate(r, enabled.Text)
	}
	t.links = append(t.links, clusterLink{resource: r, name: block.Value.Get("cluster_name")})
}

// choose selects the first of the names that is among the arguments. It returns false if none is.
func (s *settings) choose(key string, names []string) bool {
	for _, name := range names {
		if v := s.value.Get(name); v != nil && v.Kind != model.Map && v.Kind != model.List {
			s.keys[key] = name
			return true
		}
	}
	return false
}
