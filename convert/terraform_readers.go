package convert

import (
	"path"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/karplint/karplint/internal/pattern"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

// reader is a resource of Terraform that applies manifests in other files.
type reader struct {
	files string // their paths: a pattern of doublestar
	block *model.Resource
}

// readsFiles says whether a Terraform file may hold readers.
func readsFiles(data []byte) bool {
	return containsAny(data, applyingResources) && containsAny(data, fileCalls)
}

var (
	applyingResources = [][]byte{[]byte("kubectl_manifest"), []byte("kubernetes_manifest")}
	fileCalls         = [][]byte{[]byte("file(")}
)

// addReaders notes the files whose manifests the resources of a Terraform file apply.
func (s *survey) addReaders(f *model.File) {
	source, err := hcl.Parse(f)
	if err != nil {
		return
	}
	t := &terraformFile{source: source}
	t.findBlocks()
	for _, block := range t.blocks {
		if applies, name := appliedBy(block); !applies || name != block.Name {
			continue
		}
		place := &model.Resource{Path: block.Path, Name: block.Name}
		sets := fileSets(path.Dir(f.Path), block.Value)
		for _, file := range filesRead(path.Dir(f.Path), block.Value) {
			named := sets // what each.value stands for
			if !strings.Contains(file, "*") || len(sets) == 0 {
				named = []string{file}
			}
			for _, files := range named {
				s.readers = append(s.readers, reader{files, place})
			}
		}
	}
}

// filesRead returns the paths that calls of file and templatefile in a value name, with a "*" for what is not known of them.
func filesRead(dir string, v *model.Value) []string {
	var all []string
	if v.Kind == model.Unknown && len(v.Items) > 0 && (strings.HasPrefix(v.Text, "file(") || strings.HasPrefix(v.Text, "templatefile(")) {
		if name, ok := namedPath(dir, v.Items[0]); ok {
			all = append(all, name)
		}
	}
	for _, item := range v.Items {
		all = append(all, filesRead(dir, item)...)
	}
	for _, e := range v.Entries {
		all = append(all, filesRead(dir, e.Value)...)
	}
	return all
}

// fileSets returns the patterns of the calls of fileset in a value.
func fileSets(dir string, v *model.Value) []string {
	var all []string
	if v.Kind == model.Unknown && len(v.Items) == 2 && strings.HasPrefix(v.Text, "fileset(") && v.Items[1].Kind == model.String {
		if base, ok := namedPath(dir, v.Items[0]); ok {
			all = append(all, path.Join(base, v.Items[1].Text))
		}
	}
	for _, item := range v.Items {
		all = append(all, fileSets(dir, item)...)
	}
	for _, e := range v.Entries {
		all = append(all, fileSets(dir, e.Value)...)
	}
	return all
}

var (
	modulePath = pattern.New(`^(?:\$\{\s*)?path\.(?:module|root)(?:\s*\})?(/.*)?$`)
	unknownIn  = pattern.New(`\$\{[^}]*\}`)
)

// namedPath returns the path that a value names, which leads from the directory of its module; "*" stands for what is not known.
func namedPath(dir string, v *model.Value) (string, bool) {
	text := v.Text
	if v.Kind == model.Unknown {
		text = strings.Trim(text, `"`)
	} else if v.Kind != model.String {
		return "", false
	}
	if m := modulePath().FindStringSubmatch(text); m != nil {
		text = "." + m[1]
	} else if v.Kind == model.Unknown {
		return "", false
	}
	if path.IsAbs(text) || strings.ContainsAny(text, "*?[{") && !strings.Contains(text, "${") {
		return "", false
	}
	return path.Join(dir, unknownIn().ReplaceAllString(text, "*")), true
}

// reader returns the resource of Terraform that applies a file, or nil.
func (s *survey) reader(file string) *model.Resource {
	for _, r := range s.readers {
		if ok, err := doublestar.Match(r.files, file); ok && err == nil {
			return r.block
		}
	}
	return nil
}
