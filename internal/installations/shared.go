package installations

import (
	"context"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/fixes"
	"github.com/karplint/karplint/lint/inventory"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/terraform/readers"
)

// sharing finds the readers of a text that a fix changes: a literal of Terraform, such as the default of a variable, or a file.
type sharing struct {
	*readers.Readers
	installed func() []*survey.Resource // all charts in the tree
}

func newSharing(ctx context.Context, tree lint.Tree) *sharing {
	var names []string
	for _, in := range tree.Inputs {
		if filetype.IsConfiguration(in.Path) {
			names = append(names, in.Path)
		}
	}
	return &sharing{
		Readers:   readers.New(tree.Files, names),
		installed: sync.OnceValue(func() []*survey.Resource { return inventory.Installations(ctx, tree.Source) }),
	}
}

// otherReader returns a reader of the text that the fix of a finding changes, if no finding requires the same change for that reader; "" if
// there is none. Values that pass through outputs, or through modules that are not in the repository, cannot be followed and may have other
// readers.
func (s *sharing) otherReader(f lint.Finding, findings []lint.Finding) string {
	var owners []lint.Owner
	for _, o := range findings {
		if o.Fix != nil && meets(f.Fix, o.Fix) {
			owners = append(owners, o.Owners...)
		}
	}
	for _, e := range f.Fix.Edits {
		if name := s.otherOfFile(e.File, owners); name != "" {
			return name
		}
	}
	if !f.Fix.Shared {
		return ""
	}
	changed := map[string]bool{}
	for _, o := range owners {
		changed[instance().ReplaceAllString(o.Address, "")] = true
	}
	for _, e := range f.Fix.Edits {
		blocks, all := s.Of(e.File, e.Span)
		if !all || len(blocks) == 0 {
			return somebody
		}
		for _, block := range blocks {
			if !isChanged(changed, block) {
				return block
			}
		}
	}
	return ""
}

// somebody is an unknown reader.
const somebody = "something else"

// otherOfFile returns an installation that reads values from a file and is not one of the owners; "" if there is none. Terraform files do
// not count as values files.
func (s *sharing) otherOfFile(name string, owners []lint.Owner) string {
	if filetype.IsTerraform(name) || slices.ContainsFunc(owners, func(o lint.Owner) bool { return o.File == name }) {
		return ""
	}
	for _, r := range s.installed() {
		if r.File == nil || !slices.Contains(r.ValueFiles, name) {
			continue
		}
		if !slices.Contains(owners, lint.Owner{Address: r.Address, File: r.File.Path}) {
			return r.Address + " in " + r.File.Path
		}
	}
	return ""
}

// sourcesOf returns the addresses of the objects from which a release of Flux takes its chart, such as OCIRepository/karpenter.
func (s *sharing) sourcesOf(o lint.Owner) []string {
	var names []string
	for _, r := range s.installed() {
		isOwner := r.Address == o.Address && r.File != nil && r.File.Path == o.File
		if chart := r.Value.Get("chart"); isOwner && chart.IsUnknown() {
			kind, name, _ := strings.Cut(chart.Text, "/")
			names = append(names, kind+"/"+path.Base(name))
		}
	}
	return names
}

// meets reports whether the two fixes have an edit in common.
func meets(a, b *fixes.Fix) bool {
	return slices.ContainsFunc(a.Edits, func(x fixes.FileEdit) bool {
		return slices.ContainsFunc(b.Edits, func(y fixes.FileEdit) bool { return x.File == y.File && x.Span == y.Span && x.New == y.New })
	})
}

var instance = pattern.New(`\[[^\]]*\]`)

// isChanged reports whether one of the addresses belongs to the block, in any module.
func isChanged(addresses map[string]bool, block string) bool {
	for address := range addresses {
		if address == block || strings.HasSuffix(address, "."+block) {
			return true
		}
	}
	return false
}
