package rename

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/model"
)

// policy indexes the statements of a policy, so that the time of a lookup does not grow with their number.
type policy struct {
	names  apis.Names
	twins  map[uint64][]*model.Value // the statements by hash, without their ids
	grants map[grant]*actions        // from statements without old tags
}

// grant is the effect and the kind of resource of a list of actions.
type grant struct{ effect, kind string }

// actions are action names in lower case.
type actions struct {
	names    map[string]bool
	patterns []string // each once
}

func newPolicy(names apis.Names, statements []*model.Value) *policy {
	p := &policy{names: names, twins: map[uint64][]*model.Value{}, grants: map[grant]*actions{}}
	for _, s := range statements {
		p.add(s)
	}
	return p
}

func (p *policy) add(s *model.Value) {
	twin := withoutSid(record.Fresh(s))
	hash := twin.Hash()
	p.twins[hash] = append(p.twins[hash], twin)
	if s.Kind != model.Map || len(tagUses(p.names, s)) > 0 {
		return
	}
	listed, kinds := listOf(s, "Action"), resourceKinds(s)
	for _, kind := range kinds {
		g := grant{effectOf(s), kind}
		if p.grants[g] == nil {
			p.grants[g] = &actions{names: map[string]bool{}}
		}
		p.grants[g].add(listed)
	}
}

func (a *actions) add(listed []string) {
	for _, action := range listed {
		name := strings.ToLower(action)
		if strings.ContainsAny(name, `*?[\`) && !a.names[name] {
			a.patterns = append(a.patterns, name)
		}
		a.names[name] = true
	}
}

func effectOf(s *model.Value) string { return s.Str("Effect") + s.Str("effect") }

// hasTwin reports whether a statement equals twin, except for its id.
func (p *policy) hasTwin(twin *model.Value) bool {
	return slices.ContainsFunc(p.twins[twin.Hash()], func(statement *model.Value) bool { return model.Equal(statement, twin) })
}

// allows reports whether a statement without old tags allows an action on a kind of resources.
func (p *policy) allows(effect, kind, action string) bool {
	return p.grants[grant{effect, kind}].include(action) || p.grants[grant{effect, "*"}].include(action)
}

func (a *actions) include(action string) bool {
	if a == nil {
		return false
	}
	action = strings.ToLower(action)
	return a.names[action] || slices.ContainsFunc(a.patterns, func(pattern string) bool {
		matched, err := path.Match(pattern, action)
		return err == nil && matched
	})
}

// Policies holds the policies with v1beta1 tags in the files of a run.
type Policies struct{ byDir map[string]*dirPolicies }

// dirPolicies holds the policies of one directory.
type dirPolicies struct {
	total  *policy // of all files; rules out most statements at once
	byFile map[string]*policy
	files  []string // sorted
}

// PoliciesOfRun indexes the statements of a run.
func PoliciesOfRun(names apis.Names, statements []PolicyStatement) *Policies {
	policies := &Policies{byDir: map[string]*dirPolicies{}}
	for _, s := range statements {
		dir := path.Dir(s.file)
		d := policies.byDir[dir]
		if d == nil {
			d = &dirPolicies{total: newPolicy(names, nil), byFile: map[string]*policy{}}
			policies.byDir[dir] = d
		}
		if d.byFile[s.file] == nil {
			d.byFile[s.file] = newPolicy(names, nil)
		}
		d.byFile[s.file].add(s.statement)
		d.total.add(s.statement)
	}
	for _, d := range policies.byDir {
		d.files = slices.Sorted(maps.Keys(d.byFile))
	}
	return policies
}

// covering returns another file in the same directory whose policy allows with the tags of v1beta1 all that a statement allows
// with those of the alpha API, or "". Then the older policy is kept on purpose.
func (p *Policies) covering(file string, s *model.Value) string {
	if p == nil || p.byDir[path.Dir(file)] == nil {
		return ""
	}
	d := p.byDir[path.Dir(file)]
	twin := twinOf(d.total.names, s)
	if !d.total.coversTwin(s, twin) {
		return ""
	}
	for _, candidate := range d.files {
		if candidate != file && d.byFile[candidate].coversTwin(s, twin) {
			return candidate
		}
	}
	return ""
}
