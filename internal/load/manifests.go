package load

import (
	"path/filepath"
	"slices"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/base/regular"
	"github.com/karplint/karplint/filetype"
)

// manifestCall matches a call by which Terraform reads a file that is named beside the module: file("${path.module}/pool.manifest").
var manifestCall = pattern.New(`\b(?:file|templatefile)\(\s*"(?:\$\{path\.(?:module|root|cwd)\}/)?([^"$%{}\\]+)"`)

// karpenterManifest matches the apiVersion of an object of Karpenter.
var karpenterManifest = pattern.New(`(?m)^[ \t]*["']?apiVersion["']?:[ \t]*["']?karpenter\.(?:sh|k8s\.aws)/`)

// addManifests lists the files in requested directories that listed Terraform reads and that contain an object of Karpenter, although their names do
// not show it. Files that cannot be read are left out, because Terraform reports them.
func (l *lister) addManifests() {
	for _, f := range l.listing.Files {
		if !f.Context && filetype.IsConfiguration(f.path) {
			l.addManifestsOf(f)
		}
	}
}

func (l *lister) addManifestsOf(module File) {
	text, err := l.options.Reader.Read(module.path, MaxSize)
	if err != nil {
		return
	}
	for _, call := range manifestCall().FindAllSubmatch(text, -1) {
		full := filepath.Join(filepath.Dir(module.path), filepath.FromSlash(string(call[1])))
		if filetype.IsManifest(full) || filetype.IsTerraform(full) || l.options.isListedToo(filepath.Base(full)) {
			continue
		}
		real, err := l.options.Reader.Resolve(full, module.Root)
		if err != nil || !l.isRequested(real) || !l.options.Reader.IsFile(full) {
			continue
		}
		if data, err := l.options.Reader.Read(full, MaxSize); err == nil && karpenterManifest().Match(data) {
			l.addFile(File{path: full, Named: true, Root: module.Root, Scope: l.scope(filepath.Dir(real))}, real)
		}
	}
}

// isRequested reports whether a real path is in a directory that was requested, and not in a part of it that is left out.
func (l *lister) isRequested(real string) bool {
	return slices.ContainsFunc(l.listing.trees, func(t area) bool {
		return t.requested && regular.Contains(t.real, real) && !l.listing.leftOut.has(t, real)
	})
}
