package lint

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/open-policy-agent/opa/v1/ast"
)

// patches is what the kustomizations of a tree change in objects of other files. An object that is a patch says only what it
// changes, and one that is patched is not all that it becomes.
type patches struct {
	files map[string]bool // that are patches, and the kustomizations that name them or hold others
	named map[string]bool // the first of these
	all   []patch
}

// patch is what one patch sets.
type patch struct {
	kind, name func(string) bool // whether it is for such an object
	value      *model.Value      // a partial object
	file       string
}

// patchWord is in every kustomization that has patches.
var patchWord = []byte("patches")

// isKustomization says whether the file is one by its name, the only ones that kustomize knows.
func isKustomization(name string) bool {
	return slices.Contains([]string{"kustomization.yaml", "kustomization.yml", "Kustomization"}, path.Base(name))
}

// readPatches reads the kustomizations among the inputs. What cannot be read or does not parse patches nothing; linting it says so.
func readPatches(inputs []Input, files hcl.Files) *patches {
	p := &patches{files: map[string]bool{}, named: map[string]bool{}}
	for _, in := range inputs {
		if in.Terraform || !isKustomization(in.Path) {
			continue
		}
		data, err := files.ReadFile(in.Path)
		if err != nil || !bytes.Contains(data, patchWord) {
			continue
		}
		p.files[in.Path] = true
		eachDocument(model.NewFile(in.Path, data), func(_ int, doc *model.Document) { p.kustomization(doc, files) })
	}
	return p
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

func (p *patches) kustomization(doc *model.Document, files hcl.Files) {
	for _, field := range []string{"patches", "patchesStrategicMerge", "patchesJson6902"} {
		list := doc.Root.Get(field)
		if list == nil {
			continue
		}
		for _, entry := range list.Items {
			text, target := entry, (*model.Value)(nil)
			if entry.Kind == model.Map {
				text, target = entry.Get("patch"), entry.Get("target")
				if at := entry.Str("path"); at != "" {
					text = model.NewString(at)
				}
			}
			if text != nil && text.Kind == model.String {
				p.entry(doc.File.Path, text.Text, target, files)
			}
		}
	}
}

// entry reads one patch: what it says, or the file that does.
func (p *patches) entry(kustomization, text string, target *model.Value, files hcl.Files) {
	file, data := kustomization, []byte(text)
	if !strings.ContainsAny(text, "\n:{[") {
		file = path.Join(path.Dir(kustomization), text)
		read, err := files.ReadFile(file)
		if err != nil {
			return
		}
		data = read
		p.files[file], p.named[file] = true, true
	}
	yaml.Documents(model.NewFile(file, data), func(doc *model.Document, _ *yaml.ParseError) bool {
		if doc != nil && doc.Root != nil {
			p.document(file, doc, target)
		}
		return true
	})
}

// document adds what a document of a patch sets. Without a target it is for the object whose kind and name it has.
func (p *patches) document(file string, doc *model.Document, target *model.Value) {
	one := patch{file: file, kind: selects(target.Get("kind")), name: selects(target.Get("name"))}
	switch doc.Root.Kind {
	case model.Map:
		if target == nil {
			one.kind, one.name = is(doc.Root.Get("kind")), is(doc.Root.Get("metadata", "name"))
		}
		one.value = doc.Root
		p.all = append(p.all, one)
	case model.List:
		if target == nil {
			return
		}
		for _, operation := range doc.Root.Items {
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
		value = &model.Value{Kind: model.Unknown, Text: operation.Str("op"), Dash: -1}
	}
	pointer := operation.Str("path")
	if pointer == "" {
		return &model.Value{Kind: model.Unknown, Text: "path", Dash: -1}
	}
	steps := strings.Split(strings.TrimPrefix(pointer, "/"), "/")
	for i, step := range steps {
		if _, err := strconv.Atoi(step); err == nil || step == "-" {
			steps, value = steps[:i], &model.Value{Kind: model.Unknown, Text: pointer, Dash: -1}
			break
		}
	}
	for _, step := range slices.Backward(steps) {
		key := strings.NewReplacer("~1", "/", "~0", "~").Replace(step)
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
	for _, one := range p.all {
		if object.Kind != "" && one.file != file && one.kind(object.Kind) && one.name(object.Name) {
			values = append(values, regoValue(one.value, true))
		}
	}
	if len(values) > 0 {
		fields = append(fields, [2]*ast.Term{ast.StringTerm("patches"), ast.ArrayTerm(values...)})
	}
	return fields
}
