package conversions

import (
	"fmt"
	"path"
	"strings"

	"github.com/karplint/karplint/base/graph"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/lint"
)

// groups are installations that are converted together or not at all: those that share a literal or a file that changes, and a chart
// of CRDs with the controller beside it.
type groups struct {
	graph.Groups[lint.Owner]
	open  map[lint.Owner]bool // owners with an open decision
	newer map[lint.Owner]bool // those whose version is newer than the one that was asked for
	moves map[lint.Owner]bool // those of which something changes

	sources func(lint.Owner) []string // of a release of Flux: the address of what it takes its chart from; of others none
}

func newGroups() *groups {
	return &groups{Groups: graph.Groups[lint.Owner]{}, open: map[lint.Owner]bool{}, newer: map[lint.Owner]bool{}, moves: map[lint.Owner]bool{}}
}

// found notes what is there before anything changes.
func (g *groups) found(findings []lint.Finding) {
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
	for place, crd := range crds {
		for _, o := range controllers[place] {
			g.Join(o, crd)
		}
	}
}

// takeSources joins releases of Flux with what they take their charts from.
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
				for _, other := range byAddress[source] {
					g.Join(o, other)
				}
			}
		}
	}
}

// neighbourhood names what is installed together: by a module of Terraform, or by a file of manifests.
func neighbourhood(o lint.Owner) string {
	if !filetype.IsTerraform(o.File) {
		return o.File
	}
	steps := strings.Split(o.Address, ".")
	return path.Dir(o.File) + ":" + strings.Join(steps[:max(0, len(steps)-2)], ".")
}

// changed joins the owners of findings that are mended in one round by the same change.
func (g *groups) changed(findings []lint.Finding) {
	at := map[string]lint.Owner{}
	for _, f := range findings {
		for _, o := range f.Owners {
			g.Join(o, f.Owners[0])
			g.moves[o] = true
		}
		for _, e := range f.Fix.Edits {
			key := fmt.Sprint(e.File, e.Span, e.New)
			if o, known := at[key]; known {
				g.Join(o, f.Owners[0])
			}
			at[key] = f.Owners[0]
		}
	}
}

// leave notes that the finding is open.
func (g *groups) leave(f lint.Finding) {
	for _, o := range f.Owners {
		g.open[o] = true
	}
}

// isOpen reports whether something in the group of the finding is open.
func (g *groups) isOpen(f lint.Finding) bool { return g.holds(f, g.open) }

// stays reports whether the finding is open, and something changes but for that.
func (g *groups) stays(f lint.Finding) bool { return g.holds(f, g.moves) }

// holds reports whether one of the marked owners is in the group of the finding.
func (g *groups) holds(f lint.Finding, marked map[lint.Owner]bool) bool {
	for _, o := range f.Owners {
		for other := range marked {
			if g.Of(other) == g.Of(o) {
				return true
			}
		}
	}
	return false
}

// isNewer reports whether all that the finding is about stays because of its version.
func (g *groups) isNewer(f lint.Finding) bool {
	for _, o := range f.Owners {
		if !g.newer[o] {
			return false
		}
	}
	return len(f.Owners) > 0
}
