package patches

import (
	"path"
	"slices"

	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/kustomize"
)

// refer ties objects to the files that refer to their fields, so that they are converted together.
func (b *builder) refer(k *Kustomization, objects []built) {
	k.builds = append(k.builds, objects...)
	if !k.Refers && len(k.Configurations) == 0 {
		return
	}
	for _, o := range objects {
		b.ties = append(b.ties, [2]units.ID{o.ID, k.ID})
	}
	for _, file := range slices.Concat(k.Configurations, k.ReplacementFiles) {
		if number, read := b.numbers[file]; read && len(objects) > 0 {
			b.ties = append(b.ties, [2]units.ID{{File: number}, k.ID})
		}
	}
}

// readReplacements adds the replacements in a file.
func (b *builder) readReplacements(k *Kustomization, name string) {
	f := b.files[name]
	if f == nil {
		return
	}
	b.parsed.Units(f, b.numbers[name], func(u *units.Unit) {
		if u.Err == nil {
			k.Replacements = append(k.Replacements, kustomize.ReadReplacements(u.Res.Value)...)
		}
	})
}

// missing returns the bases of a kustomization that are not among the files: remote ones, and directories and files of other
// trees. A missing file beside the kustomization does not count, because a run reads every file there that mentions Karpenter.
func (b *builder) missing(k *Kustomization, visited map[string]bool) (names []string) {
	switch {
	case k.Elsewhere != "":
		return []string{k.Elsewhere}
	case k.Place != nil && k.From != "":
		return []string{k.From}
	}
	for _, name := range k.Charts {
		names = append(names, "the chart "+name)
	}
	for _, r := range k.Resources {
		base := b.kustomizations[r]
		switch {
		case visited[r]:
		case base != nil:
			visited[r] = true
			names = append(names, b.missing(base, visited)...)
		case kustomize.IsRemote(r), b.files[r] == nil && (path.Ext(r) == "" || !filetype.IsWithin(path.Dir(k.Path), r)):
			names = append(names, r)
		}
		visited[r] = true
	}
	return names
}
