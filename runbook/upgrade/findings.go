package upgrade

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/convert/sites"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/internal/installations"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/versions"
)

// knownFindings are the findings before a stop, for the release that is installed then. They are collected on demand, because only directories with
// findings after the stop and directories of changed files need them.
type knownFindings struct {
	ctx        context.Context
	repository *Repository // before the stop
	outcome    *Outcome
	linted     map[string]bool // directories
	findings   map[finding]bool
	err        error
}

// finding identifies a problem by its rule and resource, without the message and the place, which a stop may change.
type finding struct{ rule, resource string }

func newKnownFindings(ctx context.Context, r *Repository, o *Outcome) *knownFindings {
	return &knownFindings{ctx: ctx, repository: r, outcome: o, linted: map[string]bool{}, findings: map[finding]bool{}}
}

// collect collects the findings before the stop in the directories of later findings and of files that the stop changes. A problem of a resource is
// also known under the address that the resource has after the conversion.
func (k *knownFindings) collect(later []lint.Finding) {
	wanted := map[string]bool{}
	want := func(file string) {
		if dir := path.Dir(file); !k.linted[dir] {
			wanted[dir], k.linted[dir] = true, true
		}
	}
	for _, f := range later {
		want(f.File)
	}
	if len(later) > 0 {
		for _, f := range k.outcome.Files {
			want(f.Path)
		}
	}
	if len(wanted) == 0 || k.err != nil {
		return
	}
	linters, err := k.repository.Linters(versions.Target{})
	if err != nil {
		k.err = err
		return
	}
	tree := k.repository.Tree
	tree.Inputs = slices.Clone(tree.Inputs)
	for i := range tree.Inputs {
		in := &tree.Inputs[i]
		in.Context = in.Context || !wanted[path.Dir(in.Path)]
	}
	for _, f := range lint.Lint(k.ctx, tree, linters.WithoutFixes()).Findings {
		for _, resource := range append([]string{f.Resource}, f.OtherResources...) {
			k.findings[finding{f.Rule, withoutKeys(resource)}] = true
			k.findings[finding{f.Rule, withoutKeys(successor(resource))}] = true
		}
	}
}

// withoutKeys returns a Terraform address without the keys of instances, because a key may be the name of a file, which a stop may change.
func withoutKeys(address string) string { return instanceKey().ReplaceAllString(address, "") }

var instanceKey = pattern.New(`\[[^\]]*\]`)

// successor returns the address that a resource of the alpha API has after its conversion, in place or as a twin.
func successor(address string) string {
	generations := facts.Served().Generations
	for _, g := range generations[1:] {
		address = strings.Replace(address, generations[0].Pool.Kind+"/", g.Pool.Kind+"/", 1)
		address = strings.Replace(address, generations[0].Class.Kind+"/", g.Class.Kind+"/", 1)
	}
	return sites.SuccessorAddress(address)
}

// selectNew returns the errors and warnings that are not known. It leaves out warnings about pools and classes, because the notes of the conversion
// cover them, and because more rules are about the newer APIs, so that old problems would look new.
func (k *knownFindings) selectNew(reported []lint.Finding) []lint.Finding {
	major := slices.DeleteFunc(slices.Clone(reported), func(f lint.Finding) bool {
		return f.Severity < rule.Warning || f.Severity == rule.Warning && isOfKarpenter(f.Resource)
	})
	k.collect(major)
	return slices.DeleteFunc(major, func(f lint.Finding) bool { return k.findings[finding{f.Rule, withoutKeys(f.Resource)}] })
}

// isOfKarpenter reports whether an address belongs to a pool or a class.
func isOfKarpenter(address string) bool {
	kind, _, _ := strings.Cut(address, "/")
	return slices.ContainsFunc(facts.Served().Generations, func(g facts.Generation) bool { return kind == g.Pool.Kind || kind == g.Class.Kind })
}

// safelyFixable returns the new findings with a safe fix, except for rules whose fixes the conversion makes or refuses itself.
func (k *knownFindings) safelyFixable(reported []lint.Finding) []lint.Finding {
	return slices.DeleteFunc(k.selectNew(reported), func(f lint.Finding) bool {
		return f.Fix == nil || f.Fix.Safety != rule.Safe || installations.HasFix(f.Rule)
	})
}
