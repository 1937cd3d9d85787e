package lint

import (
	"errors"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/parallel"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/survey"
)

// maxWorkers bounds how many files are parsed at once: each of their trees takes many times the file's size.
const maxWorkers = 8

// What the bytes of a file tell, beside what each linter looks for.
const (
	karpenterWord signs = 1 << iota // the name of Karpenter: of its chart, and in the groups of its APIs
	installerWord                   // see project.Installers
	declaredWord                    // see project.Declared
	ofKarpenter                     // see project.OfKarpenter
	projectWord                     // a needle of a rule of projects
	takesMapsWord                   // it takes variables from ConfigMaps
	configMapWord                   // it may be such a ConfigMap, which need not hold anything else that is looked for
	patchWord                       // of every text that patches
	patcherWord                     // of what patches outside of a kustomization
	appliesWord                     // Terraform: it applies manifests
	readsWord                       // Terraform: it reads other files, where the scan does not look
	lastWord      = readsWord
)

// wanted says what a survey of manifests is for.
type wanted func(signs) bool

// mayInstall says whether a manifest may say which Karpenter is installed, and with which settings.
func mayInstall(w signs) bool {
	return w.any(karpenterWord) && w.any(installerWord) || w.any(declaredWord) && w.any(installerWord)
}

// mayInstallAny says whether a manifest may install a chart.
func mayInstallAny(w signs) bool { return w.any(installerWord) }

// mayMatter says whether a manifest may matter to a project.
func mayMatter(w signs) bool {
	return w.any(declaredWord) || w.any(karpenterWord) && w.any(ofKarpenter) || w.any(karpenterWord|projectWord) && w.any(installerWord)
}

// vocabularies are what is looked for in manifests and in Terraform.
type vocabularies struct{ manifests, terraform vocabulary }

func newVocabularies(linters []*Linter) *vocabularies {
	manifests, terraform := vocabulary{needles: map[string]signs{}}, vocabulary{needles: map[string]signs{}}
	manifests.add(installerWord, bytesOf(survey.Installers()...)...)
	manifests.add(declaredWord, bytesOf(survey.Declared...)...)
	manifests.add(ofKarpenter, bytesOf(survey.OfKarpenter...)...)
	manifests.add(takesMapsWord, []byte("substituteFrom"))
	manifests.add(configMapWord, []byte("kind: ConfigMap"))
	manifests.add(patchWord, patchWords...)
	manifests.add(patcherWord, patchers...)
	terraform.add(appliesWord, bytesOf("kubectl_manifest", "kubernetes_manifest")...)
	terraform.add(readsWord, bytesOf("file(", "fileset(")...) // templatefile( as well
	for _, v := range []*vocabulary{&manifests, &terraform} {
		v.add(karpenterWord, []byte("karpenter"))
	}
	for i, l := range linters {
		manifests.addScan(linterWord(i), &l.manifests)
		terraform.addScan(linterWord(i), &l.terraform)
		for _, ready := range l.ready {
			if ready.Scope == rule.ProjectScope && ready.AnyKind(survey.Installation, survey.Object) {
				manifests.add(projectWord, ready.needles...)
			}
		}
		if l.unscanned {
			manifests.always, terraform.always = allWords, allWords
		}
	}
	manifests.matcher, terraform.matcher = newMatcher(manifests.needles), newMatcher(terraform.needles)
	return &vocabularies{manifests, terraform}
}

// scanned is what the bytes of the files told.
type scanned struct {
	manifests []manifest            // that are worth a closer look, in the order of the inputs
	dirs      map[string]*directory // of Terraform, by their path without links
	patchers  []string              // files that may patch objects of others
	verdicts  []verdict             // by input
}

// verdict is what the scan says of a file.
type verdict struct {
	err   error
	read  bool // else it could not be read, or is too large
	signs signs
	calls []string // of Terraform: the local modules that it seems to call
}

// manifest is a file of manifests.
type manifest struct {
	Input
	signs  signs
	survey bool // it may tell about its project
}

// reads says whether the manifest may name files in which something is found.
func (m manifest) reads() bool { return m.signs.any(installerWord) }

// directory is a directory of Terraform files.
type directory struct {
	path  string // by which it is read
	real  string // without links
	calls []string
	signs signs // of its files
	named bool  // one of them was named itself
	outer bool  // no input: it was found because others call it
	err   error
}

// add adds what the scan says of a file in the directory.
func (d *directory) add(v verdict) {
	d.signs |= v.signs
	for _, call := range v.calls {
		if to := path.Join(d.real, call); !slices.Contains(d.calls, to) {
			d.calls = append(d.calls, to)
		}
	}
}

// selectedTerraform says whether the signs of Terraform files make them worth a closer look of the linters. Where they do so of one file, the whole
// root is looked at, with the local modules that it calls: what they have to do with each other may be in a file without a needle.
func selectedTerraform(w, linters signs) bool {
	return w.any(linters) || w.any(karpenterWord) || w.any(appliesWord) && w.any(readsWord)
}

// scanAll scans every input, and the directories that Terraform calls outside of them.
func (r *treeRun) scanAll() {
	s := &scanned{dirs: map[string]*directory{}, verdicts: make([]verdict, len(r.inputs))}
	r.bugs = parallel.Each(r.ctx, 0, r.inputs, func(in Input) string { return in.Path }, func(i int, in Input) error {
		s.verdicts[i] = r.scanInput(in)
		return nil
	})
	takesMaps := slices.ContainsFunc(s.verdicts, func(v verdict) bool { return v.signs.any(takesMapsWord) && r.wanted(v.signs) })
	places := map[string]*directory{} // by the path of the inputs in them
	for i, in := range r.inputs {
		v := s.verdicts[i]
		if in.Terraform {
			name := path.Dir(in.Path)
			if places[name] == nil {
				places[name] = s.directory(r.files, name)
			}
			places[name].named = places[name].named || in.Named
			places[name].add(v)
		}
		if in.Terraform || !v.read {
			continue
		}
		if v.signs.any(patchWord) && (v.signs.any(patcherWord) || filetype.IsKustomization(in.Path)) {
			s.patchers = append(s.patchers, in.Path)
		}
		survey := r.wanted(v.signs) || takesMaps && v.signs.any(configMapWord)
		if in.Named || survey || v.signs.any(r.allLinters()) {
			s.manifests = append(s.manifests, manifest{in, v.signs, survey})
		}
	}
	r.scan = s
	r.scanCalled()
}

// scanInput scans a file.
func (r *treeRun) scanInput(in Input) verdict {
	v := verdict{}
	words := &r.vocabulary.manifests
	if in.Terraform {
		words = &r.vocabulary.terraform
	}
	tooLarge, err := r.files.Scan(in.Path, func(data []byte) {
		v.signs |= words.in(data)
		if in.Terraform {
			v.calls = append(v.calls, hcl.LocalSources(data)...)
		}
	})
	if !v.signs.any(appliesWord) || !v.signs.any(readsWord) {
		v.signs &^= appliesWord | readsWord // they count in one file
	}
	if err == nil && tooLarge {
		if in.Named || v.signs.any(r.allLinters()) {
			_, err = r.files.ReadFile(in.Path) // says why it is not read
		}
		if !in.Terraform {
			v.signs = 0 // it tells nothing
		}
	}
	v.err, v.read = err, err == nil
	return v
}

// directory returns the directory with the path, a new one if it is not known.
func (s *scanned) directory(files Files, name string) *directory {
	real := files.Real(name)
	if s.dirs[real] == nil {
		s.dirs[real] = &directory{path: name, real: real}
	}
	return s.dirs[real]
}

// scanCalled resolves the calls of the directories, and scans the directories that are no inputs. Each is scanned
// once, so a chain of modules that call each other ends.
func (r *treeRun) scanCalled() {
	s := r.scan
	todo := s.sorted()
	for len(todo) > 0 {
		var found []*directory
		for _, d := range todo {
			slices.Sort(d.calls)
			for i, call := range d.calls {
				known := len(s.dirs)
				to := s.directory(r.files, call)
				d.calls[i] = to.real
				if len(s.dirs) > known {
					to.outer = true
					found = append(found, to)
				}
			}
		}
		parallel.Each(r.ctx, maxWorkers, found, func(d *directory) string { return d.path }, func(_ int, d *directory) error {
			d.err = r.scanDirectory(d)
			return nil
		})
		todo = found
	}
}

// callErrors returns why modules cannot be read that the directories call: of others it does not matter.
func (s *scanned) callErrors(dirs map[string]bool) []error {
	wanted := map[string]bool{}
	for real := range dirs {
		s.reach(real, wanted)
	}
	var errs []error
	for _, real := range slices.Sorted(maps.Keys(wanted)) {
		if d := s.dirs[real]; d != nil && d.err != nil {
			errs = append(errs, d.err)
		}
	}
	return errs
}

// scanDirectory scans the Terraform files of a directory that is no input. That there is none is not said here: the
// call may stand in a comment.
func (r *treeRun) scanDirectory(d *directory) error {
	entries, err := r.files.ReadDir(d.path)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	var errs []error
	for _, e := range entries {
		if e.Type().IsRegular() && filetype.IsConfiguration(e.Name()) {
			v := r.scanInput(Input{Path: path.Join(d.path, e.Name()), Terraform: true})
			d.add(v)
			errs = append(errs, v.err)
		}
	}
	return errors.Join(errs...)
}

// sorted returns the directories in the order of their paths.
func (s *scanned) sorted() []*directory {
	all := make([]*directory, 0, len(s.dirs))
	for _, d := range s.dirs {
		all = append(all, d)
	}
	slices.SortFunc(all, func(a, b *directory) int { return strings.Compare(a.real, b.real) })
	return all
}
