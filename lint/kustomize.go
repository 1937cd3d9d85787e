package lint

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/open-policy-agent/opa/v1/ast"
)

// patches is what the kustomizations of a tree, and what Flux and Argo CD add to them, change in objects of other files. An object that is a
// patch says only what it changes, and one that is patched is not all that it becomes.
type patches struct {
	files map[string]bool // that are patches, and the kustomizations that name them or hold others
	named map[string]bool // the first of these
	all   []patch

	mu   sync.Mutex
	sets map[string][]*patchSet // by kind and name of the object; see of
	kept int                    // how many are in sets
}

// patchSet is what patches set in an object, each value once.
type patchSet struct {
	term   *ast.Term
	file   string // of the patch, of several the first
	others bool   // another file sets the same
}

// keptSets bounds what is kept for the next object of the same name.
const keptSets = 100_000

// patch is what one patch sets.
type patch struct {
	kind, name func(string) bool // whether it is for such an object
	value      *model.Value      // a partial object
	term       *ast.Term         // the value as Rego sees it, made when first needed
	text       string            // of the term
	file       string
}

// patchWords are in every text that patches: one of the first, and outside of a kustomization one of the others.
var (
	patchWords = [][]byte{[]byte("patches"), []byte("replacements")}
	patchers   = [][]byte{[]byte("kustomize.toolkit.fluxcd.io/"), []byte("helm.toolkit.fluxcd.io/"), []byte("argoproj.io/")}
)

// readPatches reads the files that may patch. What cannot be read or does not parse patches nothing; linting it says so.
func readPatches(names []string, files hcl.Files) *patches {
	p := &patches{files: map[string]bool{}, named: map[string]bool{}}
	for _, name := range names {
		data, err := files.ReadFile(name)
		if err != nil {
			continue
		}
		p.files[name] = true
		eachDocument(model.NewFile(name, data), func(_ int, doc *model.Document) {
			if kind := doc.Root.Str("kind"); filetype.IsKustomization(name) {
				p.kustomization(doc, doc.Root, files)
			} else if kind == "Kustomization" || kind == "HelmRelease" || kind == "Application" || kind == "ApplicationSet" {
				p.deployment(doc, doc.Root.Get("spec"), files)
			}
		})
	}
	return p
}

// deployment reads what an object of Flux or Argo CD adds to a kustomization.
func (p *patches) deployment(doc *model.Document, spec *model.Value, files hcl.Files) {
	p.kustomization(doc, spec, files)
	for _, renderer := range itemsOf(spec.Get("postRenderers")) {
		p.kustomization(doc, renderer.Get("kustomize"), files)
	}
	for _, application := range []*model.Value{spec, spec.Get("template", "spec")} {
		for _, source := range slices.Concat(itemsOf(application.Get("sources")), []*model.Value{application.Get("source")}) {
			p.kustomization(doc, source.Get("kustomize"), files)
		}
	}
}

// touches says whether one of the files is read for patches.
func (p *patches) touches(changed map[string][]byte) bool {
	for name := range changed {
		if p.files[name] {
			return true
		}
	}
	return false
}

// kustomization reads the fields with patches of a kustomization, or of what has the same fields.
func (p *patches) kustomization(doc *model.Document, v *model.Value, files hcl.Files) {
	for _, field := range []string{"patches", "patchesStrategicMerge", "patchesJson6902"} {
		list := v.Get(field)
		if list == nil {
			continue
		}
		for _, entry := range list.Items {
			patch, target := entry, (*model.Value)(nil)
			if entry.Kind == model.Map && (entry.Get("patch") != nil || entry.Get("path") != nil) {
				patch, target = entry.Get("patch"), entry.Get("target")
				if at := entry.Str("path"); at != "" {
					patch = model.NewString(at)
				}
			}
			switch {
			case patch == nil:
			case patch.Kind == model.String:
				p.entry(doc.File.Path, patch.Text, target, files)
			default: // Flux takes objects and lists as well as texts
				p.document("", patch, target)
			}
		}
	}
	for _, entry := range itemsOf(v.Get("replacements")) {
		p.replacement(doc.File.Path, entry, files)
	}
}

// replacement reads what takes a value of one object over to fields of others, or the file that does.
func (p *patches) replacement(kustomization string, entry *model.Value, files hcl.Files) {
	if file := entry.Str("path"); file != "" {
		file = path.Join(path.Dir(kustomization), file)
		data, err := files.ReadFile(file)
		if err != nil {
			return
		}
		p.files[file] = true
		eachDocument(model.NewFile(file, data), func(_ int, doc *model.Document) {
			for _, one := range slices.Concat(itemsOf(doc.Root), []*model.Value{doc.Root}) {
				p.replaced(one)
			}
		})
	}
	p.replaced(entry)
}

// replaced adds the fields of the objects that a replacement selects, all of unknown value.
func (p *patches) replaced(replacement *model.Value) {
	for _, target := range itemsOf(replacement.Get("targets")) {
		kind, name := selects(target.Get("select", "kind")), selects(target.Get("select", "name"))
		for _, field := range itemsOf(target.Get("fieldPaths")) {
			p.all = append(p.all, patch{kind: kind, name: name, value: nested(fieldSteps(field.Text), model.NewUnknown(field.Text))})
		}
	}
}

// fieldStep is a step of a field path of kustomize: a selector of an item, a key in brackets, or a key in which dots are escaped.
var fieldStep = regexp.MustCompile(`\[[^\]]*\]|(?:\\.|[^.\[\\])+`)

// fieldSteps returns the keys of a field path as far as the first list.
func fieldSteps(field string) []string {
	var steps []string
	for _, step := range fieldStep.FindAllString(field, -1) {
		if strings.HasPrefix(step, "[") {
			step = step[1 : len(step)-1]
			if strings.Contains(step, "=") {
				return steps
			}
		}
		if isItem(step) || step == "*" {
			return steps
		}
		steps = append(steps, strings.ReplaceAll(step, `\.`, "."))
	}
	return steps
}

func itemsOf(v *model.Value) []*model.Value {
	if v == nil {
		return nil
	}
	return v.Items
}

// entry reads one patch: what it says, or the file that does.
func (p *patches) entry(kustomization, text string, target *model.Value, files hcl.Files) {
	file, data := "", []byte(text)
	if !strings.ContainsAny(text, "\n:{[") {
		file = path.Join(path.Dir(kustomization), text)
		read, err := files.ReadFile(file)
		if err != nil {
			return
		}
		data = read
		p.files[file], p.named[file] = true, true
	}
	yaml.Documents(model.NewFile(cmp.Or(file, kustomization), data), func(doc *model.Document, _ *yaml.ParseError) bool {
		if doc != nil && doc.Root != nil {
			p.document(file, doc.Root, target)
		}
		return true
	})
}

// document adds what a document of a patch sets; file is "" for one that stands in the kustomization. Without a target it is for
// the object whose kind and name it has.
func (p *patches) document(file string, root, target *model.Value) {
	one := patch{file: file, kind: selects(target.Get("kind")), name: selects(target.Get("name"))}
	switch root.Kind {
	case model.Map:
		if target == nil {
			one.kind, one.name = is(root.Get("kind")), is(root.Get("metadata", "name"))
		}
		one.value = root
		p.all = append(p.all, one)
	case model.List:
		if target == nil {
			return
		}
		for _, operation := range root.Items {
			one.value = operationValue(operation)
			p.all = append(p.all, one)
		}
	}
}

// operationValue returns what an operation of JSON 6902 sets, as a partial object. What it removes, and lists of which it sets items, are
// unknown.
func operationValue(operation *model.Value) *model.Value {
	value := operation.Get("value")
	if value == nil {
		value = model.NewUnknown(operation.Str("op"))
	}
	pointer := operation.Str("path")
	if pointer == "" {
		return model.NewUnknown("path")
	}
	steps := strings.Split(strings.TrimPrefix(pointer, "/"), "/")
	for i, step := range steps {
		if isItem(step) {
			steps, value = steps[:i], model.NewUnknown(pointer)
			break
		}
		steps[i] = strings.NewReplacer("~1", "/", "~0", "~").Replace(step)
	}
	return nested(steps, value)
}

// isItem says whether a step of a pointer is for an item of a list.
func isItem(step string) bool {
	_, err := strconv.Atoi(step)
	return err == nil || step == "-"
}

// nested returns the value below the keys.
func nested(keys []string, value *model.Value) *model.Value {
	for _, key := range slices.Backward(keys) {
		value = model.NewMap(model.NewEntry(key, value))
	}
	return value
}

// selects returns whether a text is one that the selector of a target, a regular expression for the whole text, admits.
func selects(selector *model.Value) func(string) bool {
	if selector == nil || selector.Kind != model.String || selector.Text == "" {
		return func(string) bool { return true }
	}
	expression, err := regexp.Compile("^(?:" + selector.Text + ")$")
	if err != nil {
		return func(string) bool { return true }
	}
	return expression.MatchString
}

// is returns whether a text is the value, which may be any where it is unknown.
func is(value *model.Value) func(string) bool {
	return func(text string) bool {
		return value != nil && (value.Kind == model.Unknown || value.Text == text)
	}
}

// fields are what rules see of the patches of an object: patch, whether its file is one, and patches, what others set in it.
func (p *patches) fields(object *model.Resource) [][2]*ast.Term {
	if object.Document == nil { // a file that does not parse
		return nil
	}
	file := object.Document.File.Path
	var fields [][2]*ast.Term
	if p.named[file] {
		fields = append(fields, [2]*ast.Term{ast.StringTerm("patch"), ast.InternedTerm(true)})
	}
	var values []*ast.Term
	if object.Kind != "" {
		for _, one := range p.of(object.Kind, object.Name) {
			if one.others || one.file != file {
				values = append(values, one.term)
			}
		}
	}
	if len(values) > 0 {
		fields = append(fields, [2]*ast.Term{ast.StringTerm("patches"), ast.ArrayTerm(values...)})
	}
	return fields
}

// of returns what patches set in the objects with the name. Rules ask whether something is set and not how often, so a value
// counts once however many patches have it.
func (p *patches) of(kind, name string) []*patchSet {
	p.mu.Lock()
	defer p.mu.Unlock()
	key := kind + "\x00" + name
	if found, known := p.sets[key]; known {
		return found
	}
	var found []*patchSet
	same := map[string]*patchSet{}
	for i := range p.all {
		one := &p.all[i]
		if !one.kind(kind) || !one.name(name) {
			continue
		}
		if one.term == nil {
			one.term = regoValue(one.value, true)
			one.text = one.term.String()
		}
		if known := same[one.text]; known != nil {
			known.others = known.others || known.file != one.file
			continue
		}
		same[one.text] = &patchSet{term: one.term, file: one.file}
		found = append(found, same[one.text])
	}
	if p.kept += len(found) + 1; p.sets == nil || p.kept > keptSets {
		p.sets, p.kept = map[string][]*patchSet{}, len(found)+1
	}
	p.sets[key] = found
	return found
}
