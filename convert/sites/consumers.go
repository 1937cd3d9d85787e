package sites

import (
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

// Consumer is a Terraform block or local value that may take manifests from files, or from values of its module.
type Consumer struct {
	units.ID
	dir   string // the directory of its module
	path  string // of its file
	line  int
	name  string          // kubectl_manifest.pool, data.kubectl_path_documents.docs, local.pools, module.karpenter
	block *model.Resource // Path and Name; for a local value those of its locals block
	label model.Span      // the name
	// upgrades is true if the resource changes the apiVersion of its object in place: see facts.UpgradeAPIVersion.
	upgrades bool
	uses     []takenUse
}

// takenUse is one expression that takes a manifest.
type takenUse struct {
	files string // a doublestar pattern for files, or
	name  string // the name of another consumer
	set   bool   // files is the pattern of a fileset
}

// TakesTexts reports whether a Terraform file may contain consumers of manifests.
func TakesTexts(data []byte) bool {
	return apis.ContainsAny(data, applyingResources) || apis.ContainsAny(data, fileCalls)
}

var (
	applyingResources = [][]byte{[]byte("kubectl_manifest"), []byte("kubernetes_manifest")}
	fileCalls         = [][]byte{[]byte("file("), []byte("kubectl_path_documents")}
)

// ConsumersIn returns the consumers in a Terraform file. number is the number of the file in the run.
func ConsumersIn(f *model.File, number int, source units.Source) (consumers []Consumer) {
	if source.Failed != nil {
		return nil
	}
	add := func(b *hcl.Block, name string, span, label model.Span, body *hcl.Body) {
		t := Consumer{
			ID: units.ID{File: number, Index: -1 - len(consumers)}, dir: path.Dir(f.Path), path: f.Path, line: f.Position(span.Start).Line, name: name,
			block: &model.Resource{Path: b.Path, Name: units.AddressOf(b.Path)}, label: label,
		}
		if a := body.Attribute(facts.UpgradeAPIVersion); a != nil {
			value := a.Value()
			t.upgrades = string(f.Data[value.Start:value.End]) == "true"
		}
		t.addUses(f, body)
		consumers = append(consumers, t)
	}
	for _, b := range source.Body.Blocks {
		if b.Type != "locals" {
			add(b, units.AddressOf(b.Path), b.Span, b.Name(), b.Body)
			continue
		}
		for _, a := range b.Body.Attributes {
			add(b, "local."+a.Name, a.Span, a.Key, &hcl.Body{Attributes: []*hcl.Attribute{a}})
		}
	}
	return consumers
}

// addUses collects the uses of manifests in the arguments of a body.
func (t *Consumer) addUses(f *model.File, body *hcl.Body) {
	for _, a := range body.Attributes {
		if a.Name == "depends_on" || a.Name == "provider" {
			continue
		}
		uses := a.Uses()
		text := func(s model.Span) string { return string(f.Data[s.Start:s.End]) }
		var sets []takenUse
		for _, file := range uses.Files {
			if base, ok := namedPath(t.dir, text(file.Path), false); ok && file.Function == "fileset" {
				sets = append(sets, takenUse{files: path.Join(base, strings.Trim(text(file.Pattern), `"`)), set: true})
			}
		}
		for _, file := range uses.Files {
			name, ok := namedPath(t.dir, text(file.Path), false)
			if !ok || file.Function == "fileset" {
				continue
			}
			t.uses = append(t.uses, takenUse{files: name})
		}
		if pattern, ok := namedPath(t.dir, text(a.Value()), true); ok && a.Name == "pattern" && strings.HasPrefix(t.name, "data.kubectl_path_documents.") {
			sets = append(sets, takenUse{files: pattern, set: true})
		}
		t.uses = append(t.uses, sets...)
		for _, n := range uses.Names {
			if !strings.HasPrefix(n.Name, "var.") {
				t.uses = append(t.uses, takenUse{name: n.Name})
			}
		}
	}
	for _, b := range body.Blocks {
		t.addUses(f, b.Body)
	}
}

var (
	modulePath = pattern.New(`^(?:\$\{\s*)?path\.(?:module|root)(?:\s*\})?(/.*)?$`)
	unknownIn  = pattern.New(`\$\{[^}]*\}`)
)

// namedPath returns the path in an expression, relative to the directory of the module. "*" replaces unknown parts. With globs the
// expression may be a pattern.
func namedPath(dir, text string, globs bool) (string, bool) {
	quoted := strings.HasPrefix(text, `"`)
	text = strings.Trim(text, `"`)
	if m := modulePath().FindStringSubmatch(text); m != nil {
		text = "." + m[1]
	} else if !quoted {
		return "", false
	}
	if path.IsAbs(text) || strings.Contains(text, "%{") {
		return "", false
	}
	if !globs && strings.ContainsAny(unknownIn().ReplaceAllString(text, ""), "*?[{") {
		return "", false
	}
	return path.Join(dir, unknownIn().ReplaceAllString(text, "*")), true
}

// step is one use on the route from a manifest to the resource that applies it.
type step struct {
	consumer *Consumer
	use      takenUse
}

// takenBy returns the routes from a file, or from a named value in the file's module. Each route ends with a consumer from which no
// other one takes.
func (m *Modules) takenBy(file, name string) [][]step {
	place := valueName{file, name}
	if routes, isKnown := m.routes.Load(place); isKnown {
		return routes.([][]step)
	}
	routes := m.findRoutes(file, name)
	m.routes.Store(place, routes)
	return routes
}

func (m *Modules) findRoutes(file, name string) [][]step {
	var routes [][]step
	var follow func(value string, route []step)
	follow = func(value string, route []step) {
		dir := path.Dir(file)
		if len(route) > 0 {
			dir = route[len(route)-1].consumer.dir
		}
		for _, st := range m.usesOf(dir, value, file) {
			if slices.ContainsFunc(route, func(o step) bool { return o.consumer == st.consumer }) {
				continue
			}
			longer := append(route[:len(route):len(route)], st)
			if ends := !strings.HasPrefix(st.consumer.name, "local.") && !strings.HasPrefix(st.consumer.name, "data."); ends {
				routes = append(routes, longer)
			} else {
				follow(st.consumer.name, longer)
			}
		}
	}
	follow(name, nil)
	return routes
}

// usesOf returns the uses of a name in a module, or of a file if name is "".
func (m *Modules) usesOf(dir, name, file string) []step {
	if name != "" {
		return m.named[valueName{dir, name}]
	}
	var steps []step
	for _, st := range m.filed {
		if fits(st.consumer, st.use, file) {
			steps = append(steps, st)
		}
	}
	return steps
}

// fits reports whether a use takes a file. The value of an each expression is one file of its fileset.
func fits(t *Consumer, u takenUse, file string) bool {
	if ok, err := doublestar.Match(u.files, file); !ok || err != nil {
		return false
	}
	hasSet := func() bool { return slices.ContainsFunc(t.uses, func(o takenUse) bool { return o.set }) }
	return u.set || !strings.Contains(u.files, "*") || !hasSet() // otherwise the fileset decides
}

// consumer returns the consumer with a name in a module, or nil.
func (m *Modules) consumer(dir, name string) *Consumer {
	return m.byName[valueName{dir, name}]
}

// applies reports whether a consumer is a resource that applies manifests.
func (t *Consumer) applies() bool {
	applies, name := units.AppliedBy(t.block)
	return applies && name == t.name
}

// appliers returns the consumers at the ends of routes, each once: those that apply manifests, and the others.
func appliers(routes [][]step) (apply, otherConsumers []*Consumer) {
	for _, route := range routes {
		end := route[len(route)-1].consumer
		to := &otherConsumers
		if end.applies() {
			to = &apply
		}
		if !slices.Contains(*to, end) {
			*to = append(*to, end)
		}
	}
	return apply, otherConsumers
}
