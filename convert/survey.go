package convert

import (
	"iter"
	"maps"
	"path"
	"runtime"
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

var workers = runtime.GOMAXPROCS(0)

// survey is what a run must know of all files: which objects belong together and which files are
// patches. Of one file, it is what the others must know.
type survey struct {
	files          int // that it is of; 0 while its file is read
	members        []member
	byPlace        map[spot][]int   // indices of members
	patches        map[string]patch // by the file that holds the patch
	kustomizations map[string]*kustomization
}

// id names an object: the number of its file in the run, and its own in the file.
type id struct{ file, object int }

// member is an object of the alpha or the new API.
type member struct {
	id
	path  string // of the file
	kind  string // Provisioner, AWSNodeTemplate, NodePool, EC2NodeClass
	name  string
	class string // the AWSNodeTemplate that a Provisioner names
	own   bool   // a Provisioner with a provider, which becomes a class of its name
}

// kustomization is what a kustomization.yaml says about the objects of others.
type kustomization struct {
	id
	resources []string // files and directories, from the working directory
	targets   []target // what its own patches are for
}

// target names the objects that a patch or a reference is for; an empty name in a patch stands
// for any.
type target struct{ kind, name string }

// patch says which kustomization uses a file as a patch, and for what kind.
type patch struct{ kustomization, kind string }

// unit is what is converted or left as one: an object, or a document that is none.
type unit struct {
	id
	doc *model.Document
	err *yaml.ParseError // instead of doc, for a document that does not parse
	res *model.Resource
	no  int // number of the document in the file, from 1
}

// units calls yield for everything in a file that may be converted.
func units(f *model.File, file int, yield func(*unit)) {
	object, no := 0, 0
	yaml.Documents(f, func(doc *model.Document, err *yaml.ParseError) bool {
		no++
		if err != nil {
			yield(&unit{id: id{file, object}, err: err, no: no})
			object++
			return true
		}
		resources := yaml.Resources(doc)
		if len(resources) == 0 && doc.Root != nil {
			resources = []*model.Resource{{Document: doc, Value: doc.Root}}
		}
		for _, res := range resources {
			yield(&unit{id: id{file, object}, doc: doc, res: res, no: no})
			object++
		}
		return true
	})
}

// merge makes one survey of those of the files.
func merge(found []*survey) *survey {
	all := newSurvey()
	for _, s := range found {
		all.files++
		maps.Copy(all.kustomizations, s.kustomizations)
		for _, m := range s.members {
			for at := range places(m.path) {
				p := spot{target{m.kind, m.name}, at}
				all.byPlace[p] = append(all.byPlace[p], len(all.members))
			}
			all.members = append(all.members, m)
		}
		for file, p := range s.patches {
			if old, ok := all.patches[file]; !ok || old.kind == "" {
				all.patches[file] = p
			}
		}
	}
	return all
}

func newSurvey() *survey {
	return &survey{byPlace: map[spot][]int{}, patches: map[string]patch{}, kustomizations: map[string]*kustomization{}}
}

// note writes down what others must know of a unit.
func (c *Converter) note(s *survey, file string, u *unit) {
	switch {
	case u.err != nil:
	case isKustomization(file):
		s.addKustomization(file, u)
	case c.known(u.res):
		s.members = append(s.members, member{
			id: u.id, path: file, kind: u.res.Kind, name: u.res.Name,
			class: u.res.Value.Str("spec", "providerRef", "name"),
			own:   u.res.Value.Get("spec", "provider") != nil,
		})
	}
}

// concerned says whether a file, of which found knows, is converted in another way because of what
// all know: it is a patch, or an object of it has a twin.
func (c *Converter) concerned(f *model.File, found, all *survey) bool {
	if _, isPatch := all.patches[f.Path]; isPatch {
		return true
	}
	for _, m := range found.members {
		if all.namesake(m) != nil || m.own && all.hasClass(f.Path, m.name) {
			return true
		}
		for _, k := range c.facts.Kinds {
			if k.From.Kind == m.kind && all.twin(f.Path, k.To.Kind, m.name) != "" {
				return true
			}
		}
	}
	return false
}

// twin returns the file in the directory of the given one that holds an object of that kind and name.
func (s *survey) twin(file, kind, name string) string {
	for _, m := range s.nearest(file, kind, name) {
		if path.Dir(m.path) == path.Dir(file) {
			return m.path
		}
	}
	return ""
}

// known says whether the object is of a kind that is converted, or of one that comes out.
func (c *Converter) known(res *model.Resource) bool {
	for _, k := range c.facts.Kinds {
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
	k := &kustomization{id: u.id}
	s.kustomizations[path.Dir(file)] = k
	for _, field := range []string{"resources", "bases", "components"} {
		if list := u.res.Value.Get(field); list != nil {
			for _, item := range list.Items {
				k.resources = append(k.resources, path.Join(path.Dir(file), item.Text))
			}
		}
	}
	for _, field := range patchFields {
		patches := u.res.Value.Get(field)
		if patches == nil {
			continue
		}
		for _, item := range patches.Items {
			k.targets = append(k.targets, target{item.Str("target", "kind"), item.Str("target", "name")})
			name := item.Str("path")
			if item.Kind == model.String {
				name = item.Text
			}
			if name != "" && !strings.Contains(name, "\n") {
				s.patches[path.Join(path.Dir(file), name)] = patch{file, item.Str("target", "kind")}
			}
		}
	}
}

var patchFields = []string{"patches", "patchesStrategicMerge", "patchesJson6902"}

// reach returns the members that the kustomization in a directory brings together.
func (s *survey) reach(dir string) []member {
	files, dirs := map[string]bool{}, map[string]bool{}
	var visit func(dir string)
	visit = func(dir string) {
		k := s.kustomizations[dir]
		if dirs[dir] || k == nil {
			return
		}
		dirs[dir] = true
		for _, r := range k.resources {
			files[r] = true
			visit(r)
		}
	}
	visit(dir)
	var all []member
	for _, m := range s.members {
		if _, isPatch := s.patches[m.path]; files[m.path] && !isPatch {
			all = append(all, m)
		}
	}
	return all
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
