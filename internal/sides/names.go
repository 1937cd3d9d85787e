package sides

import (
	"path"
	"path/filepath"
	"slices"

	"github.com/karplint/karplint/base/regular"
)

// Relative returns the path of a file below the root, with "/"; false for a file elsewhere. The file is absolute, or relative to the directory.
func (s *Sides) Relative(dir, file string) (string, bool) {
	full := filepath.FromSlash(file)
	if !filepath.IsAbs(full) {
		full = filepath.Join(dir, full)
	}
	if !regular.Contains(s.Root, full) {
		real, err := regular.WithoutLinks(filepath.Dir(full))
		if full = filepath.Join(real, filepath.Base(full)); err != nil || !regular.Contains(s.Root, full) {
			return "", false
		}
	}
	rel, err := filepath.Rel(s.Root, full)
	return filepath.ToSlash(rel), err == nil
}

// Present returns the present path of a file of a former side, below the root.
func (b *Before) Present(name string) string {
	if now, ok := b.renamed[name]; ok {
		return now
	}
	return name
}

// Pair takes files as renamed that are gone, and have the content of one that is new. Git tells that of what is staged only. The paths are those of
// files below the root on the former and the present side.
func (s *Sides) Pair(b *Before, former, present []string) {
	byContent := map[string][]string{}
	for _, name := range present {
		if full := s.full(name); !b.Files.Exists(full) {
			id := s.Now.Identity(full)
			byContent[id] = append(byContent[id], name)
		}
	}
	for _, name := range former {
		full := s.full(name)
		id := b.Files.Identity(full)
		if len(byContent[id]) == 0 || b.renamed[name] != "" || s.Now.Exists(full) {
			continue
		}
		i := max(0, slices.IndexFunc(byContent[id], func(now string) bool { return path.Base(now) == path.Base(name) }))
		b.renamed[name] = byContent[id][i]
		byContent[id] = slices.Delete(byContent[id], i, i+1)
	}
}

func (s *Sides) full(name string) string { return filepath.Join(s.Root, filepath.FromSlash(name)) }
