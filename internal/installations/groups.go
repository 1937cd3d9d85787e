package installations

import (
	"fmt"
	"path"
	"strings"

	"github.com/karplint/karplint/base/graph"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/lint"
)

// groups are sets of installations that are converted together or not at all: those that share a literal or a file that changes, and
// a CRD chart with the controller installed with it.
type groups struct {
	graph.Groups[lint.Owner]
	open  map[lint.Owner]bool // owners with an open decision
	holds map[lint.Owner]bool // owners with a finding that stays open whatever happens to the objects
	newer map[lint.Owner]bool // owners whose version is newer than the requested one
	moves map[lint.Owner]bool // owners of which something changes

	sources func(lint.Owner) []string // the addresses of the objects from which a release of Flux takes its chart; none for others
}

func newGroups() *groups {
	return &groups{Groups: graph.Groups[lint.Owner]{}, open: map[lint.Owner]bool{}, holds: map[lint.Owner]bool{}, newer: map[lint.Owner]bool{},
		moves: map[lint.Owner]bool{}}
}

// noteFindings records the findings of the first round, before anything changes.
func (g *groups) noteFindings(findings []lint.Finding) {
	crds, controllers := map[string]lint.Owner{}, map[string][]lint.Owner{}
	for _, f := range findings {
		for _, o := range f.Owners {
			switch f.About {
			case newerVersion:
				g.newer[o] = true
			case crdsVersion:
				crds[neighbourhood(o)] = o
			case controllerVersion:
				controllers[neighbourhood(o)] = append(controllers[neighbourhood(o)], o)
			}
		}
	}
	g.takeSources(findings)
	for place, crd := range crds { // in any order: groups do not depend on it
		for _, o := range controllers[place] {
			g.Join(o, crd)
		}
	}
}

// takeSources joins each release of Flux with the source of its chart.
func (g *groups) takeSources(findings []lint.Finding) {
	byAddress := map[string][]lint.Owner{}
	for _, f := range findings {
		for _, o := range f.Owners {
			byAddress[o.Address] = append(byAddress[o.Address], o)
		}
	}
	for _, f := range findings {
		for _, o := range f.Owners {
			if !strings.HasPrefix(o.Address, "HelmRelease/") {
				continue
			}
			for _, source := range g.sources(o) {
				for _, owner := range byAddress[source] {
					g.Join(o, owner)
				}
			}
		}
	}
}

// neighbourhood identifies owners that are installed together: by a module of Terraform, or by a file of manifests.
func neighbourhood(o lint.Owner) string {
	if !filetype.IsTerraform(o.File) {
		return o.File
	}
	steps := strings.Split(o.Address, ".")
	return path.Dir(o.File) + ":" + strings.Join(steps[:max(0, len(steps)-2)], ".")
}

// changed joins the owners of findings that the same edit fixes in one round.
func (g *groups) changed(findings []lint.Finding) {
	byEdit := map[string]lint.Owner{}
	for _, f := range findings {
		for _, o := range f.Owners {
			g.Join(o, f.Owners[0])
			g.moves[o] = true
		}
		for _, e := range f.Fix.Edits {
			key := fmt.Sprint(e.File, e.Span, e.New)
			if o, exists := byEdit[key]; exists {
				g.Join(o, f.Owners[0])
			}
			byEdit[key] = f.Owners[0]
		}
	}
}

// leave records that the finding is open. With holds it does not wait for objects, so that objects may wait for it.
func (g *groups) leave(f lint.Finding, holds bool) {
	for _, o := range f.Owners {
		g.open[o] = true
		g.holds[o] = g.holds[o] || holds
	}
}

// isOpen reports whether something in the group of the finding is open.
func (g *groups) isOpen(f lint.Finding) bool { return g.hasMarked(f, g.open) }

// holdsObjects reports whether the group of the finding has an open decision for which objects may wait.
func (g *groups) holdsObjects(f lint.Finding) bool { return g.hasMarked(f, g.holds) }

// isPartlyOpen reports, for an open finding, whether something else in its group changes.
func (g *groups) isPartlyOpen(f lint.Finding) bool { return g.hasMarked(f, g.moves) }

// hasMarked reports whether one of the marked owners is in the group of the finding.
func (g *groups) hasMarked(f lint.Finding, marked map[lint.Owner]bool) bool {
	for _, o := range f.Owners {
		for owner, isMarked := range marked {
			if isMarked && g.Of(owner) == g.Of(o) {
				return true
			}
		}
	}
	return false
}

// isNewer reports whether all owners of the finding stay unchanged because their version is newer.
func (g *groups) isNewer(f lint.Finding) bool {
	for _, o := range f.Owners {
		if !g.newer[o] {
			return false
		}
	}
	return len(f.Owners) > 0
}
