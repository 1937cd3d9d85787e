package sites

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
)

// twinPlan is the plan for the objects added beside one whose manifest is in a file or local value that Terraform reads.
type twinPlan struct {
	reason string // why a person must do it, or ""
	file   string // the new file for the twin; "" if the twin is added to the object's file
	class  string // the new file for the class made from a provider
	name   string // the new local value for the twin: local.pool_v1beta1
}

// takerCopy is a copy of a taker under another address, for a new object.
type takerCopy struct {
	*Taker
	purpose string                // forTwin or forClass
	to      string                // the name of the copy
	uses    map[model.Span]string // the replacements for references to a file or to another taker
	of      []units.ID            // the objects that it is made for
	isOwn   bool                  // the taker is the object's local value, whose manifest changes too
}

// Purposes of new objects: a twin, or the class made from a provider.
const (
	forTwin  = ""
	forClass = "node_class"
)

// Modules holds the Terraform modules of a run: their takers of manifests, and the plans for new objects.
type Modules struct {
	goal   *apis.Goal
	files  []*model.File
	parsed *units.Files
	exists func(file string) bool

	takers []Taker
	takings

	addresses map[valueName]bool      // addresses in use
	twins     map[valueName]twinBlock // by address of the original
	apart     map[units.ID]string     // addresses of twins of objects that are Apart
	plans     map[units.ID]*twinPlan  // of objects whose manifests are not in the resource that applies them
	reserved  map[reservation]string  // addresses for objects beside others
	copies    map[string]*takerCopy
	newFiles  map[string]bool // files that exist or are planned
	ties      [][2]units.ID   // pairs of a copied taker and the object for which it is copied
}

// takings are what takes each file and each named value.
type takings struct {
	byName map[valueName]*Taker
	routes sync.Map             // of takenBy, by file and name
	named  map[valueName][]step // the uses of each named value
	filed  []step               // the uses of files
}

// valueName identifies a value of a module: local.pool in a directory.
type valueName struct{ dir, name string }

// NewModules indexes the takers in all files of a run. exists reports whether a file exists that is not among them; nil if there
// are no other files.
func NewModules(goal *apis.Goal, parsed *units.Files, files []*model.File, exists func(file string) bool, takers []Taker) *Modules {
	m := &Modules{
		goal: goal, parsed: parsed, files: files, exists: exists, takers: takers, takings: takings{byName: map[valueName]*Taker{}, named: map[valueName][]step{}}, addresses: map[valueName]bool{},
		twins: map[valueName]twinBlock{}, apart: map[units.ID]string{}, plans: map[units.ID]*twinPlan{}, reserved: map[reservation]string{}, copies: map[string]*takerCopy{}, newFiles: map[string]bool{},
	}
	for _, f := range files {
		m.newFiles[f.Path] = true
	}
	for i := range takers {
		t := &takers[i]
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
	case twin != nil:
		m.pairTakers(o, twin)
	default:
		m.planTaken(o)
	}
}

// Refuses returns why nothing can be added beside an object, or "".
func (m *Modules) Refuses(id units.ID) string {
	if plan := m.plans[id]; plan != nil {
		return plan.reason
	}
	return ""
}

// Join calls join for each copied taker and each object that it is copied for, because they are converted together.
func (m *Modules) Join(join func(taker, object units.ID)) {
	for _, tie := range m.ties {
		join(tie[0], tie[1])
	}
}

// planTaken makes the plan for an object whose manifest is not in a resource.
func (m *Modules) planTaken(o *Origin) {
	routes := m.takenBy(o.Path, o.Local)
	apply, otherTakers := appliers(routes)
	if len(apply) == 0 && o.Local == "" && !slices.ContainsFunc(otherTakers, func(t *Taker) bool { return strings.HasPrefix(t.name, "module.") }) {
		return // an ordinary file
	}
	if plan := m.planTwin(o, routes); plan != nil {
		m.plans[o.ID] = plan
	}
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

// pairTakers pairs the resource that applies an object with the existing one that applies its twin.
func (m *Modules) pairTakers(o, twin *Origin) {
	old, _ := appliers(m.takenBy(o.Path, o.Local))
	now, _ := appliers(m.takenBy(twin.Path, twin.Local))
	if twin.Address != "" && len(old) == 1 {
		m.twins[valueName{old[0].dir, old[0].name}] = twinBlock{twin.Address, twin.ID}
	}
	if len(old) == 1 && len(now) == 1 && old[0] != now[0] {
		m.twins[valueName{old[0].dir, old[0].name}] = twinBlock{now[0].name, twin.ID}
	}
}

// planTwin plans the objects added beside one object; nil if they are written after it in its file.
func (m *Modules) planTwin(o *Origin, routes [][]step) *twinPlan {
	kind, reason := m.kindOfRoutes(o.Local, routes)
	switch {
	case o.Several:
		return nil
	case reason != "":
		return &twinPlan{reason: reason}
	case o.Shares:
		return &twinPlan{reason: o.Local + " holds several objects, and the object that is added needs a resource of its own; write it by hand"}
	case kind == inSameFile:
		return nil
	case o.Local == "" && m.DocumentsIn(m.files[o.File], o.File) > 1:
		end := routes[0][len(routes[0])-1].taker
		return &twinPlan{reason: end.name + " applies the file, which holds several documents, and the object that is added needs a file and a resource of its own; write both by hand"}
	}
	plan := &twinPlan{}
	if m.goal.Keep {
		plan.reason = m.planCopies(o, routes, kind, forTwin, plan)
	}
	if o.Provider && plan.reason == "" {
		plan.reason = m.planCopies(o, routes, kind, forClass, plan)
	}
	return plan
}

// The ways in which an added object reaches the resource that applies it.
const (
	inSameFile = "same file" // as another document of a text with several
	inNewFile  = "new file"  // as another file of a fileset
	byCopy     = "copy"      // by copying everything that takes the manifest
)

// kindOfRoutes returns the one way that works on all routes, or the reason why a person must do it.
func (m *Modules) kindOfRoutes(local string, routes [][]step) (kind, reason string) {
	subject := "the file"
	if local != "" {
		subject = local
	}
	for _, route := range routes {
		end := route[len(route)-1]
		applies, name := units.AppliedBy(end.taker.block)
		if !applies || strings.HasPrefix(end.taker.name, "output.") {
			continue // it needs no twin
		}
		routeKind, routeReason := kindOfRoute(route)
		switch {
		case name != end.taker.name:
			routeReason = "karplint cannot see what reads it"
		case end.taker.json:
			routeReason = "it is in a JSON file"
		case routeReason == "" && kind != "" && kind != routeKind:
			routeReason = "other resources read it in another way"
		}
		if routeReason != "" {
			return "", fmt.Sprintf("%s (%s:%d) applies %s, and %s; write the object that is added by hand, with a resource of its own", end.taker.name, end.taker.path, end.taker.line, subject, routeReason)
		}
		kind = routeKind
	}
	if kind == "" {
		return "", "karplint sees no resource in this directory that applies " + subject + ", and the object that is added needs one of its own; write it by hand"
	}
	return kind, ""
}

var (
	plainSet    = pattern.New(`^\w+\s*=\s*(toset\(\s*)?fileset\([^(){}]*\)\s*\)?$`)
	setByFile   = pattern.New(`^\w+\s*=\s*\{\s*for\s+\w+\s+in\s+fileset\([^(){}]*\)\s*:\s*((trimsuffix|basename|replace)\()*[^({]*=>`)
	byDocument  = pattern.New(`^for_each\s*=\s*(data\.[\w.-]+\.manifests|toset\(\s*data\.[\w.-]+\.documents\s*\))$`)
	keyedByName = pattern.New(`metadata|\.name\b`)
	inModule    = pattern.New(`\$\{\s*path\.\w+\s*\}`)
)

// kindOfRoute returns the way for a single route, or the reason why a person must do it.
func kindOfRoute(route []step) (kind, reason string) {
	kind = byCopy
	for i, st := range route {
		text := inModule().ReplaceAllString(strings.Join(strings.Fields(st.use.text), " "), "")
		isData := strings.HasPrefix(st.taker.name, "data.")
		switch {
		case st.use.set && isData:
			kind = inSameFile
		case st.use.set && i == len(route)-1 && isKeyedByFile(text):
			kind = inNewFile
		case st.use.set:
			return "", "karplint cannot tell which resources another file would give"
		case kind == inSameFile && st.use.in == "for_each" && byDocument().MatchString(text):
		case kind == inSameFile && st.use.in == "count":
			return "", "it numbers its documents by count, so that another one would change those after it"
		case kind == inSameFile && isEachValue(st):
		case kind == inSameFile:
			return "", "karplint cannot tell how it reads each document"
		case st.use.in == "for_each":
			return "", "its for_each decides which resources exist"
		case strings.Contains(st.use.files, "*"):
			return "", "expressions in the path select the file"
		}
	}
	return kind, ""
}

// isKeyedByFile reports whether the argument makes one resource for each file of a fileset.
func isKeyedByFile(text string) bool {
	isSet := plainSet().MatchString(text) || setByFile().MatchString(text)
	return isSet && !keyedByName().MatchString(text)
}

// isEachValue reports whether a use of documents has no influence on which resources there are.
func isEachValue(st step) bool {
	return st.use.in != "for_each" && st.use.in != "count" && strings.Contains(st.use.text, "each.")
}

// planCopies plans copies of all takers on the routes, and the new file or local value that they take. It returns the reason why a
// person must do it, or "".
func (m *Modules) planCopies(o *Origin, routes [][]step, kind, purpose string, plan *twinPlan) string {
	file, local := o.Path, ""
	if o.Local == "" {
		file = m.newFile(o.Path, purpose)
		if purpose == forTwin {
			plan.file = file
		} else {
			plan.class = file
		}
	} else {
		localTaker := m.taker(path.Dir(o.Path), o.Local)
		if localTaker == nil || purpose == forClass {
			return "a class of its own needs a local value and a resource of its own; write them by hand"
		}
		copied := m.copyOf(localTaker, purpose, o.ID)
		copied.isOwn = true
		local, plan.name = copied.to, copied.to
	}
	for _, route := range routes {
		end := route[len(route)-1].taker
		if !end.applies() {
			continue
		}
		name := local
		for _, st := range route {
			if kind == inNewFile {
				if !st.use.set || !fits(st.taker, st.use, file) {
					return fmt.Sprintf("%s (%s:%d) applies the files of a pattern that %s does not fit; write the object that is added by hand", st.taker.name, st.taker.path, st.taker.line, path.Base(file))
				}
				continue
			}
			if st.use.files != "" {
				named := m.files[st.taker.File].Data[st.use.span.Start:st.use.span.End]
				index := bytes.LastIndex(named, []byte(path.Base(o.Path)))
				if index < 0 {
					return fmt.Sprintf("%s (%s:%d) applies the file, whose name is not written plainly there; write the object that is added by hand", st.taker.name, st.taker.path, st.taker.line)
				}
				name = string(named[:index]) + path.Base(file) + string(named[index+len(path.Base(o.Path)):])
			}
			copied := m.copyOf(st.taker, purpose, o.ID)
			copied.uses[st.use.span] = name
			name = copied.to
		}
	}
	return ""
}

func copyKey(t *Taker, purpose string) string { return t.dir + " " + t.name + " " + purpose }

// copyOf returns the copy of a taker for the objects that are added beside an object.
func (m *Modules) copyOf(t *Taker, purpose string, of units.ID) *takerCopy {
	key := copyKey(t, purpose)
	entry := m.copies[key]
	if entry == nil {
		entry = &takerCopy{Taker: t, purpose: purpose, to: m.free(t.dir, t.name, purpose), uses: map[model.Span]string{}}
		m.copies[key] = entry
		if purpose == forTwin {
			m.twins[valueName{t.dir, t.name}] = twinBlock{entry.to, of}
		}
	}
	if !slices.Contains(entry.of, of) {
		entry.of = append(entry.of, of)
		m.ties = append(m.ties, [2]units.ID{t.ID, of})
	}
	return entry
}

// newFile returns an unused path beside a file, for an object added beside the one in the file.
func (m *Modules) newFile(file, purpose string) string {
	stem, suffix := splitName(path.Base(file))
	for stem = twinName(stem, purpose); ; stem += "_v1beta1" {
		name := path.Join(path.Dir(file), stem+suffix)
		if !m.newFiles[name] && (m.exists == nil || !m.exists(name)) {
			m.newFiles[name] = true
			return name
		}
	}
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
