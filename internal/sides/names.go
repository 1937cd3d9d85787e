package sides

import (
	"path/filepath"

	"github.com/karplint/karplint/base/regular"
)

// Relative returns the path of a file below the root, with "/"; false for a file elsewhere. The file is absolute, or relative to the directory.
func (s *Sides) Relative(dir, file string) (string, bool) {
	full := filepath.FromSlash(file)
	if !filepath.IsAbs(full) {
		full = filepath.Join(dir, full)
	}
	if !regular.Contains(s.Root, full) {
		return "", false
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
	byContent := map[string]string{}
	for _, name := range present {
		if full := s.full(name); !b.Files.Exists(full) {
			byContent[s.Now.Identity(full)] = name
		}
	}
	for _, name := range former {
		full := s.full(name)
		if now := byContent[b.Files.Identity(full)]; now != "" && b.renamed[name] == "" && !s.Now.Exists(full) {
			b.renamed[name] = now
		}
	}
}

func (s *Sides) full(name string) string { return filepath.Join(s.Root, filepath.FromSlash(name)) }
