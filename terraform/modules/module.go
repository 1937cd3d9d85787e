package modules

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/regular"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/parsers/hcl"
)

// module is a directory of Terraform files. It is read once, even if several calls use it.
type module struct {
	Dir       string
	Sources   []*hcl.Source
	Variables map[string]*hcl.Block
	Outputs   map[string]*hcl.Block
	Locals    map[string]*hcl.Attribute
	Calls     []*hcl.Block
	Blocks    []*hcl.Block          // resource and data blocks, in the order of file and place
	Named     map[string]*hcl.Block // blocks by "helm_release.karpenter", "data.aws_eks_cluster.this"
	Providers []*hcl.Block
	Reads     reads
	Uses      int // calls of the module in the whole root

	byHeader map[string]*hcl.Block // blocks that override files can change, besides variables and outputs
}

// readModule reads the files of a directory that Terraform would read. It returns nil if the directory cannot be
// read.
func (t *Tree) readModule(dir string) *module {
	if m, ok := t.modules[dir]; ok {
		return m
	}
	t.modules[dir] = nil
	names, err := t.list(dir)
	if err != nil {
		t.Partial = true
		isMissing := errors.Is(err, fs.ErrNotExist) // a script often creates it
		if !isMissing && !errors.Is(err, regular.ErrOutside) {
			t.closed[dir] = err
		}
		return nil
	}
	m := &module{Dir: dir, Variables: map[string]*hcl.Block{}, Outputs: map[string]*hcl.Block{}, Locals: map[string]*hcl.Attribute{},
		Named: map[string]*hcl.Block{}, byHeader: map[string]*hcl.Block{}}
	var overrides []*hcl.Source
	for _, name := range configFiles(names) {
		source := t.read(path.Join(dir, name))
		switch {
		case source == nil:
		case isOverride(name):
			overrides = append(overrides, source)
		default:
			m.Sources = append(m.Sources, source)
			m.add(source.Body)
			t.addUnit(m, source)
		}
	}
	for _, source := range overrides {
		m.Sources = append(m.Sources, source)
		m.override(source.Body)
	}
	m.Reads = m.findReads()
	t.modules[dir] = m
	t.Dirs = append(t.Dirs, dir)
	t.Sources = append(t.Sources, m.Sources...)
	return m
}

// list returns the names of the files in a directory, sorted.
func (t *Tree) list(dir string) ([]string, error) {
	entries, err := t.Files.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if !e.IsDir() {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	return names, nil
}

// configFiles returns those of sorted names that Terraform reads as configuration; x.tofu replaces x.tf in the
// same directory.
func configFiles(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		if strings.HasPrefix(name, ".") || strings.HasPrefix(name, "#") || strings.HasSuffix(name, "~") {
			return true
		}
		for _, ext := range []string{".tf", ".tf.json"} {
			if base, ok := strings.CutSuffix(name, ext); ok {
				_, isReplaced := slices.BinarySearch(names, base+strings.Replace(ext, ".tf", ".tofu", 1))
				return isReplaced
			}
		}
		return !filetype.IsConfiguration(name)
	})
}

// isOverride reports whether a file changes the blocks of the others instead of adding its own.
func isOverride(name string) bool {
	base, _, _ := strings.Cut(strings.TrimSuffix(name, ".json"), ".tf")
	base = strings.TrimSuffix(base, ".tofu")
	return base == "override" || strings.HasSuffix(base, "_override")
}

// read parses a file. It returns nil for a file that cannot be read or parsed; a parse error is reported.
func (t *Tree) read(name string) *hcl.Source {
	f, err := t.Open(name)
	if err != nil {
		t.Partial = true
		return nil
	}
	source, failed := hcl.Parse(f)
	if failed != nil {
		t.Partial = true
		t.Errors = append(t.Errors, failed)
		return nil
	}
	t.ByPath[f.Path] = source
	return source
}

func (m *module) add(body *hcl.Body) {
	for _, b := range body.Blocks {
		m.addBlock(b)
	}
}

func (m *module) addBlock(block *hcl.Block) {
	clone := *block // an override file may change it
	b := &clone
	switch {
	case b.Type == "locals" && len(b.Labels) == 0:
		for _, a := range b.Body.Attributes {
			m.Locals[a.Name] = a
		}
	case b.Type == "variable" && len(b.Labels) == 1:
		m.Variables[b.Labels[0]] = b
	case b.Type == "output" && len(b.Labels) == 1:
		m.Outputs[b.Labels[0]] = b
	case b.Type == "module" && len(b.Labels) == 1:
		m.Calls = append(m.Calls, b)
		m.note(b)
	case b.Type == "provider" && len(b.Labels) == 1:
		m.Providers = append(m.Providers, b)
		m.note(b)
	case (b.Type == "resource" || b.Type == "data") && len(b.Labels) == 2:
		m.Blocks = append(m.Blocks, b)
		m.note(b)
		m.Named[b.Reference()] = b
	}
}

// override merges the blocks of an override file into those of the same name, as Terraform does: an attribute
// replaces the attribute, and the nested blocks of a type replace all of that type.
func (m *module) override(body *hcl.Body) {
	for _, b := range body.Blocks {
		if base := m.find(b); base != nil {
			base.Body = mergeBodies(base.Body, b.Body)
		} else {
			m.addBlock(b)
		}
	}
}

// find returns the module's block with the same type and labels as b, or nil.
func (m *module) find(b *hcl.Block) *hcl.Block {
	if block := m.byHeader[headerOf(b)]; block != nil {
		return block
	}
	if len(b.Labels) != 1 {
		return nil
	}
	switch b.Type {
	case "variable":
		return m.Variables[b.Labels[0]]
	case "output":
		return m.Outputs[b.Labels[0]]
	}
	return nil
}

// note makes find return a resource, data source, call or configuration of a provider; of several equal ones the first.
func (m *module) note(b *hcl.Block) {
	if header := headerOf(b); m.byHeader[header] == nil {
		m.byHeader[header] = b
	}
}

// headerOf returns the header that a block and its override have in common.
func headerOf(b *hcl.Block) string {
	return strings.Join(append([]string{b.Type, Alias(b)}, b.Labels...), "\x00")
}

func mergeBodies(base, override *hcl.Body) *hcl.Body {
	var attributes []*hcl.Attribute
	for _, a := range base.Attributes {
		if replacement := override.Attribute(a.Name); replacement != nil {
			a = replacement
		}
		attributes = append(attributes, a)
	}
	for _, a := range override.Attributes {
		if base.Attribute(a.Name) == nil {
			attributes = append(attributes, a)
		}
	}
	replaced := map[string]bool{}
	for _, b := range override.Blocks {
		replaced[hcl.BlockType(b)] = true
	}
	blocks := slices.DeleteFunc(slices.Clone(base.Blocks), func(b *hcl.Block) bool { return replaced[hcl.BlockType(b)] })
	return hcl.NewBody(attributes, append(blocks, override.Blocks...))
}

// Alias returns the alias of a provider's configuration, "" for the default one and for other blocks.
func Alias(b *hcl.Block) string {
	if b.Type != "provider" {
		return ""
	}
	if a := b.Body.Attribute("alias"); a != nil {
		return hcl.LiteralString(a.Expr)
	}
	return ""
}

// sourceOf returns the source of a module call where it is written as a string.
func sourceOf(call *hcl.Block) string {
	if a := call.Body.Attribute("source"); a != nil {
		return hcl.LiteralString(a.Expr)
	}
	return ""
}

func isLocal(source string) bool {
	return strings.HasPrefix(source, "./") || strings.HasPrefix(source, "../")
}

// HasCall reports whether the module contains a module call of that name.
func (m *module) HasCall(name string) bool {
	return slices.ContainsFunc(m.Calls, func(call *hcl.Block) bool { return call.Labels[0] == name })
}
