package upgrade

import (
	"context"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/convert/sites"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/internal/conversions"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/versions"
)

// findings are those that lint has before a stop.
type findings map[finding]bool

// finding is a problem of a resource, whatever kind the resource has when it is converted.
type finding struct{ rule, resource string }

// known returns the findings with what is installed now.
func (r *Repository) known(ctx context.Context) (findings, error) {
	parts, err := r.Parts(r.Tree, versions.Target{})
	if err != nil {
		return nil, err
	}
	known := findings{}
	for _, f := range lint.LintParts(ctx, parts).Findings {
		for _, resource := range append([]string{f.Resource}, f.OtherResources...) {
			known[finding{f.Rule, withoutKeys(resource)}] = true
			known[finding{f.Rule, withoutKeys(successor(resource))}] = true
		}
	}
	return known, nil
}

// withoutKeys returns an address of Terraform without the keys of instances, which may be names of files.
func withoutKeys(address string) string { return instanceKey().ReplaceAllString(address, "") }

var instanceKey = pattern.New(`\[[^\]]*\]`)

// successor returns the address that a resource of the alpha API has once it is converted, or that its twin has.
func successor(address string) string {
	generations := facts.Served().Generations
	for _, g := range generations[1:] {
		address = strings.Replace(address, generations[0].Pool.Kind+"/", g.Pool.Kind+"/", 1)
		address = strings.Replace(address, generations[0].Class.Kind+"/", g.Class.Kind+"/", 1)
	}
	return sites.SuccessorAddress(address)
}

// missing returns the errors and warnings that are not among the known findings. Warnings about pools and classes are left out: the conversion says what
// the release means for them, and lint knows more about objects of the newer APIs.
func (known findings) missing(reported []lint.Finding) []lint.Finding {
	return slices.DeleteFunc(slices.Clone(reported), func(f lint.Finding) bool {
		isMinor := f.Severity < rule.Warning || f.Severity == rule.Warning && isOfKarpenter(f.Resource)
		return isMinor || known[finding{f.Rule, withoutKeys(f.Resource)}]
	})
}

// isOfKarpenter reports whether an address is that of a pool or a class.
func isOfKarpenter(address string) bool {
	kind, _, _ := strings.Cut(address, "/")
	return slices.ContainsFunc(facts.Served().Generations, func(g facts.Generation) bool { return kind == g.Pool.Kind || kind == g.Class.Kind })
}

// safelyFixable returns the findings that are not known and have a safe fix, which the conversion has not made or refused.
func (known findings) safelyFixable(reported []lint.Finding) []lint.Finding {
	return slices.DeleteFunc(known.missing(reported), func(f lint.Finding) bool {
		return f.Fix == nil || f.Fix.Safety != rule.Safe || conversions.HasFix(f.Rule)
	})
}
