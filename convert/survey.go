package convert

import (
	"iter"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
)

// survey is what a run must know of all files: which objects belong together and which files are
// patches. Of one file, it is what the others must know.
type survey struct {
	members        []member
	byPlace        map[spot][]int            // indices of members
	patches        map[string]patch          // by the file that holds the patch
	kustomizations map[string]*kustomization // by directory
	configurations map[string]string         // of kustomize: the file -> the kustomization that uses it
	replacements   map[string]*kustomization // the files of replacements
	ties           [][2]id                   // objects and what of a kustomization names fields of theirs
	overlays       []*kustomization          // that stand in objects of Flux and Argo CD
	numbers        map[string]int            // of each file in the run
	byIndex        map[patchAt]bool          // JSON 6902 patches that name requirements by their indices
	uses           map[patchAt][]patchUse    // of the patches for objects that are converted

	apis []facts.Generation // from the alpha API to that of the output
	kubeletUses
	poolMoves  map[id]poolMove
	classMoves map[id]classMove
	policies   []policyStatement // of IAM, with tags of v1beta1

	modules  map[string]*addresses // of Terraform, by directory
	takers   []taker
	named    map[valueName][]step // what takes a value
	filed    []step               // what takes files
	plans    map[id]*twinPlan     // of objects whose manifests Terraform takes from elsewhere
	copies   map[string]*takerCopy
	newFiles map[string]bool // that are made
	byID     map[id]int      // indices of members

	usedBy map[string][]string // the directories of the kustomizations that name a file or directory; nil until it is asked for
}

// valueName names a value of Terraform: local.pool in a directory.
type valueName struct{ dir, name string }

// id names an object: the number of its file in the run, and its own in the file.
type id struct{ file, object int }

// member is an object of the alpha or the new API.
type member struct {
	id
	path  string // of the file
	kind  string // Provisioner, AWSNodeTemplate, NodePool, EC2NodeClass
	name  string
	shown string // its name, or the template that stands for it
	// classes are those that the pool names, if it is converted: more than one only where they stand in several files of values.
	classes []string
	// hidden is the template that names the class of the pool, which may be any beside it that a template names as well.
	hidden string
	// address is that of the resource of Terraform that applies it alone, "" if none does.
	address string
	block   string // of Terraform, that it stands in
	local   string // the local value that it stands in: local.pool
	shares  bool   // with other objects
	several bool   // it is a document of a text of several
	own     bool   // a Provisioner with a provider, which becomes a class of its name
}

// kustomization is what a kustomization.yaml says about the objects of others.
type kustomization struct {
	id
	path       string
	component  bool     // its patches are for the objects of the kustomizations that use it
	resources  []string // files and directories, from the working directory
	components []string // directories
	charts     []string // of Helm, which kustomize renders
	patches    []patchEntry

	configurations []string       // files
	refers         bool           // it has replacements, variables or texts of transformers, which name fields of objects
	replaces       []*model.Value // replacements, each a map
	replaceFiles   []string
	builds         []built // the objects that it has, with its patches applied; of a component, those of all that use it

	transformers []string // files and directories
	transformer  bool     // it is one of those itself

	decoration

	in   []any  // the place of its fields, for one that stands in an object
	from string // for one that stands in an object: the directory that it is for, from the root of a repository
	// elsewhere is what it is for where karplint cannot see that: a chart of a repository, a directory that a template names.
	elsewhere string
	upon      *kustomization // of the same object, which comes first
}

// target names the objects that a patch or a reference is for; an empty name in a patch stands
// for any.
type target struct{ kind, name string }

// patch says which kustomization uses a file as a patch, and for what kind.
type patch struct{ kustomization, kind string }

// merge makes one survey of those of the files, for a conversion through versions of the API.
func merge(found []*survey, apis []facts.Generation) *survey {
	all := newSurvey()
	all.apis = apis
	for _, s := range found {
		maps.Copy(all.kustomizations, s.kustomizations)
		maps.Copy(all.configurations, s.configurations)
		maps.Copy(all.replacements, s.replacements)
		all.overlays = append(all.overlays, s.overlays...)
		for _, m := range s.members {
			for at := range places(m.path) {
				p := spot{target{m.kind, m.name}, at}
				all.byPlace[p] = append(all.byPlace[p], len(all.members))
			}
			all.byID[m.id] = len(all.members)
			all.members = append(all.members, m)
		}
		for file, p := range s.patches {
			if old, ok := all.patches[file]; !ok || old.kind == "" {
				all.patches[file] = p
			}
		}
		all.pools = append(all.pools, s.pools...)
		all.classes = append(all.classes, s.classes...)
		all.policies = append(all.policies, s.policies...)
		all.takers = append(all.takers, s.takers...)
		for dir, m := range s.modules {
			maps.Copy(all.module(dir).taken, m.taken)
		}
	}
	all.indexTakers()
	return all
}

func newSurvey() *survey {
	return &survey{byPlace: map[spot][]int{}, byID: map[id]int{}, patches: map[string]patch{}, kustomizations: map[string]*kustomization{}, configurations: map[string]string{}, replacements: map[string]*kustomization{}}
}

// surveyFile returns what a file says that matters for others. With moves, that is also what its pools and classes say about the kubelet, for
// which they are converted but for that.
func (c *Converter) surveyFile(f *model.File, file int, moves bool) *survey {
	s := newSurvey()
	if isTextFile(f) || c.isOnlyForTaint(f) {
		return s
	}
	if filetype.IsTerraform(f.Path) {
		if c.opts.Keep {
			c.addAddresses(s, f)
		}
		c.addTakers(s, f, file)
	}
	trial := &conversion{Converter: c.forFile(f.Path), seen: s, file: f}
	c.units(f, file, func(u *unit) {
		c.note(s, f.Path, u)
		if moves && u.err == nil && (karpenterGroup(u.res.Group()) || len(u.res.Document.Templates) > 0) {
			o := trial.objectOf(u)
			trial.convertUnit(o, o.name)
		}
	})
	s.kubeletUses = *trial.kubelets
	return s
}

// note writes down what others must know of a unit.
func (c *Converter) note(s *survey, file string, u *unit) {
	if u.err == nil {
		s.addPolicies(newObject(c, u.res), file)
	}
	switch {
	case u.err != nil:
	case filetype.IsKustomization(file):
		s.addKustomization(file, u)
	case c.known(u.res):
		s.members = append(s.members, member{
			id: u.id, path: file, kind: u.res.Kind, name: u.res.Name, shown: shownName(u.res),
			classes: c.classesOfPool(u), hidden: c.hiddenClass(u.res),
			own: u.res.Value.Get("spec", "provider") != nil, address: u.address(), block: u.blockName(), local: u.local(), shares: u.local() != "" && !u.only, several: u.several,
		})
	default:
		for _, k := range overlaysIn(file, u) {
			s.overlays = append(s.overlays, k)
			s.usePatches(k)
		}
	}
}

// shownName returns the name of an object, or the template that stands for it.
func shownName(res *model.Resource) string {
	if v := res.Value.Get("metadata", "name"); v != nil && v.Kind == model.Unknown {
		return v.Text
	}
	return res.Name
}

// known says whether the object is of a kind that is converted, or of one that comes out.
func (c *Converter) known(res *model.Resource) bool {
	for _, k := range c.kinds {
		if k.To.Kind == "" {
			continue
		}
		if res.Kind == k.From.Kind && res.APIVersion == k.From.APIVersion {
			return true
		}
		if res.Kind == k.To.Kind && strings.HasPrefix(res.APIVersion, strings.SplitAfter(k.To.APIVersion, "/")[0]) {
			return true
		}
	}
	return false
}

// addKustomization notes what a kustomization.yaml uses as resources and as patches.
func (s *survey) addKustomization(file string, u *unit) {
	k := &kustomization{id: u.id, path: file, component: u.res.Kind == "Component", decoration: decorationOf(u.res.Value)}
	s.kustomizations[path.Dir(file)] = k
	for _, field := range []string{"resources", "bases", "components"} {
		if list := u.res.Value.Get(field); list != nil {
			for _, item := range list.Items {
				name := item.Text
				if !isRemote(name) {
					name = path.Join(path.Dir(file), name)
				}
				if field == "components" {
					k.components = append(k.components, name)
				} else {
					k.resources = append(k.resources, name)
				}
			}
		}
	}
	if list := u.res.Value.Get("configurations"); list != nil {
		for _, item := range list.Items {
			name := path.Join(path.Dir(file), item.Text)
			s.configurations[name] = file
			k.configurations = append(k.configurations, name)
		}
	}
	if list := u.res.Value.Get("replacements"); list != nil {
		for _, item := range list.Items {
			if name := item.Str("path"); name != "" {
				k.replaceFiles = append(k.replaceFiles, path.Join(path.Dir(file), name))
				s.replacements[path.Join(path.Dir(file), name)] = k
			} else if v := plain(item); v != nil {
				k.replaces = append(k.replaces, v)
			}
		}
	}
	if list := u.res.Value.Get("helmCharts"); list != nil {
		for _, item := range list.Items {
			k.charts = append(k.charts, item.Str("name"))
		}
	}
	k.transformers = transformersIn(file, u.res.Value)
	k.refers = slices.ContainsFunc([]string{"replacements", "vars", "transformers"}, func(key string) bool { return u.res.Value.Get(key) != nil })
	k.patches = patchEntries(path.Dir(file), u.res.Document, u.res.Value, nil)
	s.usePatches(k)
}

// usePatches notes the files that a kustomization uses as patches.
func (s *survey) usePatches(k *kustomization) {
	for i := range k.patches {
		if p := &k.patches[i]; p.file != "" {
			kind := ""
			if p.target != nil {
				kind = p.target.kind
			}
			s.patches[p.file] = patch{k.path, kind}
		}
	}
}

// spot is where objects of a kind and name are looked for: a file, or a directory with all below it.
type spot struct {
	target
	at string
}

// nearest returns the members of a kind and name that share the longest path with a file: the
// ones that the file means.
func (s *survey) nearest(file, kind, name string) []member {
	var best []member
	if name == "" {
		return nil
	}
	for at := range places(file) {
		for _, i := range s.byPlace[spot{target{kind, name}, at}] {
			best = append(best, s.members[i])
		}
		if best != nil {
			break
		}
	}
	return best
}

// places yields a file and the directories that it is in, from the inside out.
func places(file string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for at := file; yield(at) && at != path.Dir(at); {
			at = path.Dir(at)
		}
	}
}

// classesOfPool returns the names of the classes that a pool names, if both are converted.
func (c *Converter) classesOfPool(u *unit) (names []string) {
	specs := []*model.Value{u.res.Value.Get("spec")}
	if c.charts != nil && c.charts.specs[u.id] != nil {
		specs = c.charts.specs[u.id].found()
	}
	for _, spec := range specs {
		if name := c.classIn(spec); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// classIn returns the name of the class in the spec of a pool, or "".
func (c *Converter) classIn(spec *model.Value) string {
	for i, path := range classRefs(c.apis[:len(c.apis)-1]) {
		alpha := i == 0 // whose pools have classes of one kind
		if r := spec.Get(path[1:]...); r != nil && r.Str("name") != "" && (alpha || c.ours(r)) {
			return r.Str("name")
		}
	}
	return ""
}

// hiddenClass returns the template that stands where a pool that is converted names its class, or "".
func (c *Converter) hiddenClass(res *model.Resource) string {
	for _, path := range classRefs(c.apis[:len(c.apis)-1]) {
		if name := res.Value.Get(at(path, "name")...); name != nil {
			if name.Kind == model.Unknown {
				return name.Text
			}
			return ""
		}
	}
	return ""
}
