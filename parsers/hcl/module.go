package hcl

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/filetype"
)

// module is a directory of Terraform files, read once however often it is called.
type module struct {
	dir       string
	sources   []*Source
	variables map[string]*Block
	outputs   map[string]*Block
	locals    map[string]*Attribute
	calls     []*Block
	blocks    []*Block          // resource and data blocks, in the order of file and place
	named     map[string]*Block // blocks by "helm_release.karpenter", "data.aws_eks_cluster.this"
	providers []*Block
	reads     reads
	uses      int // calls of the module in the whole root
}

// readModule reads the files of a directory that Terraform would read. A directory that cannot be read gives nil.
func (t *tree) readModule(dir string) *module {
	if m, ok := t.modules[dir]; ok {
		return m
	}
	t.modules[dir] = nil
	names, err := t.list(dir)
	if err != nil {
		t.partial = true
		if !errors.Is(err, fs.ErrNotExist) { // one that is not there yet is often put there by a script
			t.closed[dir] = err
		}
		return nil
	}
	m := &module{dir: dir, variables: map[string]*Block{}, outputs: map[string]*Block{}, locals: map[string]*Attribute{}, named: map[string]*Block{}}
	var overrides []*Source
	cache := t.options.Cache
	if dir == t.dir {
		cache = nil
	}
	for _, name := range configFiles(names) {
		source := t.read(path.Join(dir, name), cache)
		switch {
		case source == nil:
		case isOverride(name):
			overrides = append(overrides, source)
		default:
			m.sources = append(m.sources, source)
			m.add(source.Body)
		}
	}
	for _, source := range overrides {
		m.sources = append(m.sources, source)
		m.override(source.Body)
	}
	m.reads = m.findReads()
	t.modules[dir] = m
	t.dirs = append(t.dirs, dir)
	t.sources = append(t.sources, m.sources...)
	return m
}

// list returns the names of the files in a directory, sorted.
func (t *tree) list(dir string) ([]string, error) {
	entries, err := t.files.ReadDir(dir)
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

// configFiles returns the names that Terraform reads as configuration; x.tofu stands for x.tf beside it.
func configFiles(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		if strings.HasPrefix(name, ".") || strings.HasPrefix(name, "#") || strings.HasSuffix(name, "~") {
			return true
		}
		for _, ext := range []string{".tf", ".tf.json"} {
			if base, found := strings.CutSuffix(name, ext); found {
				return slices.Contains(names, base+strings.Replace(ext, ".tf", ".tofu", 1))
			}
		}
		return !filetype.IsConfiguration(name)
	})
}

// isOverride says whether a file changes the blocks of the others instead of adding its own.
func isOverride(name string) bool {
	base, _, _ := strings.Cut(strings.TrimSuffix(name, ".json"), ".tf")
	base = strings.TrimSuffix(base, ".tofu")
	return base == "override" || strings.HasSuffix(base, "_override")
}

// read parses a file, or takes it from the cache, if there is one; one that cannot be read or parsed gives nil, the latter with an error.
func (t *tree) read(name string, cache *Cache) *Source {
	data, err := t.files.ReadFile(name)
	if err != nil {
		t.partial = true
		return nil
	}
	f := t.newFile(name, data)
	source, failed := cache.parse(f)
	if failed != nil {
		t.partial = true
		t.errors = append(t.errors, failed)
		return nil
	}
	t.byPath[f.Path] = source
	return source
}

func (m *module) add(body *Body) {
	for _, b := range body.Blocks {
		m.addBlock(b)
	}
}

func (m *module) addBlock(of *Block) {
	own := *of // an override file may change it
	b := &own
	switch {
	case b.Type == "locals" && len(b.Labels) == 0:
		for _, a := range b.Body.Attributes {
			m.locals[a.Name] = a
		}
	case b.Type == "variable" && len(b.Labels) == 1:
		m.variables[b.Labels[0]] = b
	case b.Type == "output" && len(b.Labels) == 1:
		m.outputs[b.Labels[0]] = b
	case b.Type == "module" && len(b.Labels) == 1:
		m.calls = append(m.calls, b)
	case b.Type == "provider" && len(b.Labels) == 1:
		m.providers = append(m.providers, b)
	case (b.Type == "resource" || b.Type == "data") && len(b.Labels) == 2:
		m.blocks = append(m.blocks, b)
		m.named[b.name()] = b
	}
}

// override merges the blocks of an override file into those of the same name, as Terraform does: an attribute
// replaces the attribute, and the nested blocks of a type replace all of that type.
func (m *module) override(body *Body) {
	for _, b := range body.Blocks {
		if base := m.find(b); base != nil {
			base.Body = mergeBodies(base.Body, b.Body)
		} else {
			m.addBlock(b)
		}
	}
}

// find returns the module's block with the name of b, or nil.
func (m *module) find(b *Block) *Block {
	for _, list := range [][]*Block{m.blocks, m.calls, m.providers} {
		for _, have := range list {
			if have.Type == b.Type && slices.Equal(have.Labels, b.Labels) && alias(have) == alias(b) {
				return have
			}
		}
	}
	if len(b.Labels) != 1 {
		return nil
	}
	switch b.Type {
	case "variable":
		return m.variables[b.Labels[0]]
	case "output":
		return m.outputs[b.Labels[0]]
	}
	return nil
}

func mergeBodies(base, over *Body) *Body {
	merged := &Body{}
	for _, a := range base.Attributes {
		if with := over.Attribute(a.Name); with != nil {
			a = with
		}
		merged.Attributes = append(merged.Attributes, a)
	}
	for _, a := range over.Attributes {
		if base.Attribute(a.Name) == nil {
			merged.Attributes = append(merged.Attributes, a)
		}
	}
	for _, b := range base.Blocks {
		if !writes(over, blockType(b)) {
			merged.Blocks = append(merged.Blocks, b)
		}
	}
	merged.Blocks = append(merged.Blocks, over.Blocks...)
	return merged
}

// alias returns the alias of a provider's configuration, "" for the default one and for other blocks.
func alias(b *Block) string {
	if b.Type != "provider" {
		return ""
	}
	if a := b.Body.Attribute("alias"); a != nil {
		return literalString(a.Expr)
	}
	return ""
}

// source returns the source of a module call where it is written as a string.
func source(call *Block) string {
	if a := call.Body.Attribute("source"); a != nil {
		return literalString(a.Expr)
	}
	return ""
}

func isLocal(source string) bool {
	return strings.HasPrefix(source, "./") || strings.HasPrefix(source, "../")
}

// hasCall says whether the module calls another one by the name.
func (m *module) hasCall(name string) bool {
	return slices.ContainsFunc(m.calls, func(call *Block) bool { return call.Labels[0] == name })
}
