package convert

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
)

// twinPlan says where what is added beside an object goes, whose manifest stands in a file or in a local value that Terraform reads.
type twinPlan struct {
	reason string // why a person must do it, or ""
	file   string // that the twin becomes; "": it stands in the file of the object
	class  string // the file that the class becomes that is made of a provider
	name   string // the local value of the twin: local.pool_v1beta1
}

// takerCopy is a taker once more, at another address, for what is added beside an object.
type takerCopy struct {
	*taker
	what string                // forTwin or forClass
	to   string                // its name
	uses map[model.Span]string // what takes the place of what names a file or another taker
	of   []units.ID            // the objects that it is for
	own  bool                  // it is the local value of the object, whose manifest changes as well
}

// What is added beside an object: its twin, or the class that is made of its provider.
const (
	forTwin  = ""
	forClass = "node_class"
)

// planTwins gives every resource whose object gets a twin the address of that, and plans for every object whose manifest Terraform reads what
// becomes of what is added beside it.
func (c *Converter) planTwins(files []*model.File, s *survey) {
	s.plans, s.copies = map[units.ID]*twinPlan{}, map[string]*takerCopy{}
	for _, m := range s.members {
		to := c.successor(m.kind)
		if to == "" || !c.Keep && (m.address != "" || !m.own) || filetype.IsTerraform(m.path) && m.address+m.local == "" {
			continue
		}
		var have *member
		if c.Keep {
			have = s.twinOfMember(m, to)
		}
		at := valueName{path.Dir(m.path), m.address}
		switch {
		case m.address != "" && have != nil && have.address != "":
			s.twins[at] = twinBlock{have.address, have.ID}
		case m.address != "":
			s.twins[at] = twinBlock{s.free(at.dir, m.address, forTwin), m.ID}
		case have != nil:
			s.pairTakers(m, have)
		default:
			c.planMember(files, s, m)
		}
	}
}

// planMember plans what becomes of what is added beside one object whose manifest no resource holds.
func (c *Converter) planMember(files []*model.File, s *survey, m member) {
	ways := s.takenBy(m.path, m.local)
	apply, others := appliers(ways)
	if len(apply) == 0 && m.local == "" && !slices.ContainsFunc(others, func(t *taker) bool { return strings.HasPrefix(t.name, "module.") }) {
		return // it is a file like others
	}
	if plan := c.planTwin(files, s, m, ways); plan != nil {
		s.plans[m.ID] = plan
	}
}

// successor returns the kind that objects of a kind become, if it is another one.
func (c *Converter) successor(kind string) string {
	for _, k := range c.Kinds {
		if k.From.Kind == kind && k.To.Kind != kind {
			return k.To.Kind
		}
	}
	return ""
}

// pairTakers notes that what applies an object has a counterpart already, which applies its twin.
func (s *survey) pairTakers(m member, twin *member) {
	old, _ := appliers(s.takenBy(m.path, m.local))
	now, _ := appliers(s.takenBy(twin.path, twin.local))
	if twin.address != "" && len(old) == 1 {
		s.twins[valueName{old[0].dir, old[0].name}] = twinBlock{twin.address, twin.ID}
	}
	if len(old) == 1 && len(now) == 1 && old[0] != now[0] {
		s.twins[valueName{old[0].dir, old[0].name}] = twinBlock{now[0].name, twin.ID}
	}
}

// planTwin plans what is added beside one object; nil where it goes behind the object in its file.
func (c *Converter) planTwin(files []*model.File, s *survey, m member, ways [][]step) *twinPlan {
	kind, reason := s.kindOfWays(m, ways)
	switch {
	case m.several:
		return nil
	case reason != "":
		return &twinPlan{reason: reason}
	case m.shares:
		return &twinPlan{reason: m.local + " holds several objects, and what is added beside this one needs a resource of its own; write it by hand"}
	case kind == inSameFile:
		return nil
	case m.local == "" && c.documentsIn(files[m.File], m.File) > 1:
		end := ways[0][len(ways[0])-1].by
		return &twinPlan{reason: end.name + " applies the file, which holds several documents, and what is added beside this one needs a file and a resource of its own; write both by hand"}
	}
	plan := &twinPlan{}
	if c.Keep {
		plan.reason = c.planCopies(files, s, m, ways, kind, forTwin, plan)
	}
	if m.own && plan.reason == "" {
		plan.reason = c.planCopies(files, s, m, ways, kind, forClass, plan)
	}
	return plan
}

// How what is added beside an object gets to what applies it.
const (
	inSameFile = "same file" // as another document of a text of several
	inNewFile  = "new file"  // as one more file of a fileset
	byCopy     = "copy"      // by copies of all that takes the manifest
)

// kindOfWays returns how what is added beside an object gets to what applies it, or why that needs a person.
func (s *survey) kindOfWays(m member, ways [][]step) (kind, reason string) {
	what := "the file"
	if m.local != "" {
		what = m.local
	}
	for _, way := range ways {
		end := way[len(way)-1]
		applies, name := units.AppliedBy(end.by.block)
		if !applies || strings.HasPrefix(end.by.name, "output.") {
			continue // it needs no twin of its own
		}
		one, why := kindOfWay(way)
		switch {
		case name != end.by.name:
			why = "what is behind it cannot be seen"
		case end.by.json:
			why = "it stands in a JSON file"
		case why == "" && kind != "" && kind != one:
			why = "others take it in another way"
		}
		if why != "" {
			return "", fmt.Sprintf("%s (%s:%d) applies %s, and %s; write what is added beside the object by hand, with a resource of its own", end.by.name, end.by.path, end.by.line, what, why)
		}
		kind = one
	}
	if kind == "" {
		return "", "no resource in this directory is seen to apply " + what + ", and what is added beside the object needs one of its own; write it by hand"
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

// kindOfWay says how what is added beside an object gets to what applies it on one way, or why that needs a person.
func kindOfWay(way []step) (kind, why string) {
	kind = byCopy
	for i, st := range way {
		text := inModule().ReplaceAllString(strings.Join(strings.Fields(st.use.text), " "), "")
		isData := strings.HasPrefix(st.by.name, "data.")
		switch {
		case st.use.set && isData:
			kind = inSameFile
		case st.use.set && (plainSet().MatchString(text) || setByFile().MatchString(text)) && !keyedByName().MatchString(text) && i == len(way)-1:
			kind = inNewFile
		case st.use.set:
			return "", "which resources that gives for another file cannot be told"
		case kind == inSameFile && st.use.in == "for_each" && byDocument().MatchString(text):
		case kind == inSameFile && st.use.in == "count":
			return "", "numbers its documents by count, so that another one would change what stands behind it"
		case kind == inSameFile && isEachValue(st):
		case kind == inSameFile:
			return "", "how it takes each document cannot be told"
		case st.use.in == "for_each":
			return "", "its for_each decides which resources there are"
		case strings.Contains(st.use.files, "*"):
			return "", "expressions in the path say which file that is"
		}
	}
	return kind, ""
}

// isEachValue says whether a use of documents does not say which resources there are.
func isEachValue(st step) bool {
	return st.use.in != "for_each" && st.use.in != "count" && strings.Contains(st.use.text, "each.")
}

// planCopies plans the copies of all takers on the ways, and the new file or local value that they take; it returns why that needs a
// person, or "".
func (c *Converter) planCopies(files []*model.File, s *survey, m member, ways [][]step, kind, what string, plan *twinPlan) string {
	file, local := m.path, ""
	if m.local == "" {
		file = c.newFile(s, m.path, what)
		if what == forTwin {
			plan.file = file
		} else {
			plan.class = file
		}
	} else {
		own := s.taker(path.Dir(m.path), m.local)
		if own == nil || what == forClass {
			return "a class of its own needs a local value and a resource of its own; write them by hand"
		}
		copied := s.copyOf(own, what, m.ID)
		copied.own = true
		local, plan.name = copied.to, copied.to
	}
	for _, way := range ways {
		end := way[len(way)-1].by
		if !end.applies() {
			continue
		}
		name := local
		for _, st := range way {
			if kind == inNewFile {
				if !st.use.set || !fits(st.by, st.use, file) {
					return fmt.Sprintf("%s (%s:%d) applies the files of a pattern that %s does not fit; write what is added beside the object by hand", st.by.name, st.by.path, st.by.line, path.Base(file))
				}
				continue
			}
			if st.use.files != "" {
				named := files[st.by.File].Data[st.use.span.Start:st.use.span.End]
				at := bytes.LastIndex(named, []byte(path.Base(m.path)))
				if at < 0 {
					return fmt.Sprintf("%s (%s:%d) applies the file, whose name is not written plainly there; write what is added beside the object by hand", st.by.name, st.by.path, st.by.line)
				}
				name = string(named[:at]) + path.Base(file) + string(named[at+len(path.Base(m.path)):])
			}
			copied := s.copyOf(st.by, what, m.ID)
			copied.uses[st.use.span] = name
			name = copied.to
		}
	}
	return ""
}

func copyKey(t *taker, what string) string { return t.dir + " " + t.name + " " + what }

// copyOf returns the copy of a taker for what is added beside an object.
func (s *survey) copyOf(t *taker, what string, of units.ID) *takerCopy {
	key := copyKey(t, what)
	have := s.copies[key]
	if have == nil {
		have = &takerCopy{taker: t, what: what, to: s.free(t.dir, t.name, what), uses: map[model.Span]string{}}
		s.copies[key] = have
		if what == forTwin {
			s.twins[valueName{t.dir, t.name}] = twinBlock{have.to, of}
		}
	}
	if !slices.Contains(have.of, of) {
		have.of = append(have.of, of)
		s.ties = append(s.ties, [2]units.ID{t.ID, of})
	}
	return have
}

// newFile returns the path of a file beside another one, for what is added beside the object in that.
func (c *Converter) newFile(s *survey, file, what string) string {
	stem, rest := splitName(path.Base(file))
	for stem = twinName(stem, what); ; stem += "_v1beta1" {
		name := path.Join(path.Dir(file), stem+rest)
		if _, taken := s.numbers[name]; !taken && !s.newFiles[name] && (c.opts.Exists == nil || !c.opts.Exists(name)) {
			if s.newFiles == nil {
				s.newFiles = map[string]bool{}
			}
			s.newFiles[name] = true
			return name
		}
	}
}

// documentsIn counts the documents of a file that hold something.
func (c *Converter) documentsIn(f *model.File, file int) (count int) {
	var last *model.Document
	c.parsed.Units(f, file, func(u *units.Unit) {
		if u.Doc == nil || u.Doc != last {
			count++
		}
		last = u.Doc
	})
	return count
}
