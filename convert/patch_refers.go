package convert

import (
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/model"
)

// refer ties the objects to what names fields of theirs.
func (b *builder) refer(k *kustomization, objects []built) {
	k.builds = append(k.builds, objects...)
	if !k.refers && len(k.configurations) == 0 {
		return
	}
	for _, o := range objects {
		b.seen.ties = append(b.seen.ties, [2]id{o.id, k.id})
	}
	for _, file := range slices.Concat(k.configurations, k.replaceFiles) {
		if number, read := b.seen.numbers[file]; read && len(objects) > 0 {
			b.seen.ties = append(b.seen.ties, [2]id{{number, 0}, k.id})
		}
	}
}

// readReplacements adds those of a file.
func (b *builder) readReplacements(k *kustomization, name string) {
	f := b.files[name]
	if f == nil {
		return
	}
	b.units(f, b.seen.numbers[name], func(u *unit) {
		if u.err != nil {
			return
		}
		v := plain(u.res.Value)
		switch {
		case v == nil:
		case v.Kind == model.List:
			k.replaces = append(k.replaces, v.Items...)
		default:
			k.replaces = append(k.replaces, v)
		}
	})
}

// missing returns the bases that a kustomization takes from elsewhere, or from directories and files of other trees that are not among the
// files. A file beside it that is not among them has nothing to do with Karpenter.
func (b *builder) missing(k *kustomization, visited map[string]bool) (all []string) {
	switch {
	case k.elsewhere != "":
		return []string{k.elsewhere}
	case k.in != nil && k.from != "":
		return []string{k.from}
	}
	for _, name := range k.charts {
		all = append(all, "the chart "+name)
	}
	for _, r := range k.resources {
		base := b.seen.kustomizations[r]
		switch {
		case visited[r]:
		case base != nil:
			visited[r] = true
			all = append(all, b.missing(base, visited)...)
		case isRemote(r), b.files[r] == nil && (path.Ext(r) == "" || !isIn(r, path.Dir(k.path))):
			all = append(all, r)
		}
		visited[r] = true
	}
	return all
}

// isIn says whether a file is one of a directory or below it.
func isIn(file, dir string) bool {
	if dir == "." {
		return !strings.HasPrefix(file, "../") && !path.IsAbs(file)
	}
	return strings.HasPrefix(file, dir+"/")
}

// isRemote says whether kustomize fetches a resource from elsewhere.
func isRemote(resource string) bool {
	return strings.Contains(resource, "://") || strings.Contains(resource, "?ref=") || strings.HasPrefix(resource, "git@") || strings.HasPrefix(resource, "github.com/")
}
