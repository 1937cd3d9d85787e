package sites

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
)

// Modules holds the Terraform modules of a run: their consumers of manifests, and the plans for new objects.
type Modules struct {
	goal   *apis.Goal
	files  []*model.File
	parsed *units.Files

	consumers []Consumer
	takings

	addresses map[valueName]bool      // addresses in use
	twins     map[valueName]twinBlock // by address of the original
	apart     map[units.ID]string     // addresses of twins of objects that are Apart
	refused   map[units.ID]string     // why nothing can be added beside an object
	reserved  map[valueName]string    // addresses for objects beside others
}

// takings are what takes each file and each named value.
type takings struct {
	byName map[valueName]*Consumer
	routes sync.Map             // of takenBy, by file and name
	named  map[valueName][]step // the uses of each named value
	filed  []step               // the uses of files
}

// valueName identifies a value of a module: local.pool in a directory.
type valueName struct{ dir, name string }

// NewModules indexes the consumers in all files of a run.
func NewModules(goal *apis.Goal, parsed *units.Files, files []*model.File, consumers []Consumer) *Modules {
	m := &Modules{
		goal: goal, parsed: parsed, files: files, consumers: consumers,
		takings: takings{byName: map[valueName]*Consumer{}, named: map[valueName][]step{}}, addresses: map[valueName]bool{},
		twins: map[valueName]twinBlock{}, apart: map[units.ID]string{}, refused: map[units.ID]string{}, reserved: map[valueName]string{},
	}
	for i := range consumers {
		t := &consumers[i]
		value := valueName{t.dir, t.name}
		m.addresses[value] = true
		m.byName[value] = cmp.Or(m.byName[value], t)
		for _, u := range t.uses {
			if u.files != "" {
				m.filed = append(m.filed, step{t, u})
				continue
			}
			v := valueName{t.dir, u.name}
			m.named[v] = append(m.named[v], step{t, u})
		}
	}
	return m
}

// Origin is an object that may get others beside it.
type Origin struct {
	units.ID
	Path, Kind, Name string
	Block            string // the Terraform block that contains it, or ""
	Address          string // the Terraform resource that applies it and nothing else, or ""
	Local            string // the local value that contains it, or ""
	Shares           bool   // the local value contains other objects too
	Several          bool   // its text contains several documents
	Apart            bool   // they are in a resource that applies the first one alone
	Provider         bool   // it is a Provisioner with a provider, which becomes a class
}

// Plan decides where the objects beside o are written. twin is its existing twin, or nil.
func (m *Modules) Plan(o, twin *Origin) {
	to := m.Successor(o.Kind)
	if to == "" {
		return
	}
	if onlyClass := !m.goal.Keep; onlyClass && (o.Address != "" || !o.Provider) {
		return
	}
	if filetype.IsTerraform(o.Path) && o.Address+o.Local == "" && !o.Apart {
		return
	}
	value := valueName{path.Dir(o.Path), o.Address}
	switch {
	case o.Apart:
		m.planApart(o, twin)
	case o.Address != "" && twin != nil && twin.Address != "":
		m.twins[value] = twinBlock{twin.Address, twin.ID}
	case o.Address != "":
		m.twins[value] = twinBlock{m.free(value.dir, o.Address, forTwin), o.ID}
	case twin == nil:
		m.refuseTaken(o)
	}
}

// Refuses returns why nothing can be added beside an object, or "".
func (m *Modules) Refuses(id units.ID) string { return m.refused[id] }

// refuseTaken refuses objects beside one whose manifest is in a file or local value that Terraform reads: they would need a resource of their own,
// and whatever is between it and the manifest.
func (m *Modules) refuseTaken(o *Origin) {
	apply, otherConsumers := appliers(m.takenBy(o.Path, o.Local))
	subject, needs := "the file", "a file"
	if o.Local != "" {
		subject, needs = o.Local, "a local value"
	}
	byModule := slices.IndexFunc(otherConsumers, func(t *Consumer) bool { return strings.HasPrefix(t.name, "module.") })
	consumer := apply
	switch {
	case len(consumer) == 0 && byModule >= 0:
		consumer = otherConsumers[byModule:]
	case o.Several, len(consumer) == 0 && o.Local == "":
		return // in the same text, or in an ordinary file
	}
	reads := "karplint sees no resource in this directory that applies " + subject
	if len(consumer) > 0 {
		reads = fmt.Sprintf("%s (%s:%d) reads %s", consumer[0].name, consumer[0].path, consumer[0].line, subject)
	}
	m.refused[o.ID] = reads + ", and the new object needs " + needs + " and a resource of its own; write both by hand"
}

// Successor returns the kind that a kind becomes, if it is another one.
func (m *Modules) Successor(kind string) string {
	for _, k := range m.goal.Kinds {
		if k.From.Kind == kind && k.To.Kind != kind {
			return k.To.Kind
		}
	}
	return ""
}

// DocumentsIn counts the documents of a file that are not empty.
func (m *Modules) DocumentsIn(f *model.File, file int) (count int) {
	var last *model.Document
	m.parsed.Units(f, file, func(u *units.Unit) {
		if u.Doc == nil || u.Doc != last {
			count++
		}
		last = u.Doc
	})
	return count
}
