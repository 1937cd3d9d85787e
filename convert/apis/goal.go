package apis

import (
	"fmt"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"

	"github.com/karplint/karplint/facts"
)

// Goal is the version of the API that a conversion is to, the release of Karpenter that its output is for, and the tables of both.
type Goal struct {
	*Registry
	To      API
	Keep    bool            // the alpha objects stay beside their successors
	Strict  bool            // the conversion makes no assumptions about values
	Release *semver.Version // that the output is for

	APIs    []facts.Generation // from the alpha API to that of the output
	Kinds   []facts.KindChange // of all steps to the API of the output, in order
	Behaves Behaviour          // of the API of the output
	Older   OlderAPIs

	Names    Names
	Facts    *facts.Conversion
	V1       *facts.ToV1
	Defaults *facts.Defaults

	served []facts.Releases // that serve the API of the output
}

// NewGoal returns the goal of a conversion to an API, without a Release. It returns an error for an API that nothing is converted to.
func NewGoal(r *Registry, to API, keep bool) (*Goal, error) {
	g := &Goal{
		Registry: r, To: to, Keep: keep, APIs: r.Served.UpTo(string(to)),
		Names: Names{facts.Labels()}, Facts: facts.AlphaToV1beta1(), V1: facts.V1beta1ToV1(), Defaults: facts.DefaultValues(),
	}
	if len(g.APIs) < 2 {
		return nil, fmt.Errorf("nothing is converted to the API %q; give one of %s", to, strings.Join(r.Outputs(), ", "))
	}
	g.Kinds = facts.Steps(g.APIs)
	g.Behaves = r.Behaviour(g.APIs)
	g.Older = namesOf(g.APIs[1:len(g.APIs)-1], g.Behaves.NewTaint)
	g.served = r.releasesOf(g.OutputAPI().Pool)
	if keep {
		g.served = overlap(g.served, r.releasesOf(g.APIs[0].Pool))
	}
	return g, nil
}

// OutputAPI returns the version that objects are converted to.
func (g *Goal) OutputAPI() facts.Generation { return g.APIs[len(g.APIs)-1] }

// OldClassKinds returns the kinds of classes that are converted.
func (g *Goal) OldClassKinds() []string { return ClassKinds(g.APIs[:len(g.APIs)-1]) }

// BothServed reports whether nodes of the old kinds and of the new ones may run side by side after the conversion. Labels that are set on
// nodes then get both names, and policies allow both.
func (g *Goal) BothServed() bool { return g.Keep || g.Names.BothAPIs.When.Contains(g.Release) }

// Serveable reports whether any version of Karpenter serves the output.
func (g *Goal) Serveable() bool { return len(g.served) > 0 }

// IsServedBy reports whether Karpenter of that version serves the output.
func (g *Goal) IsServedBy(v *semver.Version) bool {
	return slices.ContainsFunc(g.served, func(r facts.Releases) bool { return r.Contain(v) })
}

// ServedText names the versions that serve the API of the output: "from 0.32.0 to 1.0", "of 0.32".
func (g *Goal) ServedText() string {
	var texts []string
	for _, r := range g.served {
		if r.Until == "" {
			texts = append([]string{"from " + r.Since + " on"}, texts...)
			continue
		}
		text := "from " + r.Since
		if end, err := semver.NewVersion(r.Until); err == nil {
			last := fmt.Sprintf("%d.%d", end.Major(), end.Minor()-1) // each ends with a minor
			if r.Since == last+".0" {
				text = "of " + last
			} else {
				text += " to " + last
			}
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, ", or ")
}

// overlap returns the releases that are in one list and in the other.
func overlap(first, second []facts.Releases) []facts.Releases {
	var ranges []facts.Releases
	for _, a := range first {
		for _, b := range second {
			r := facts.Releases{Since: later(a.Since, b.Since), Until: a.Until}
			if a.Until == "" || b.Until != "" && later(a.Until, b.Until) == a.Until {
				r.Until = b.Until
			}
			if r.Until == "" || r.Since != r.Until && later(r.Since, r.Until) == r.Until {
				ranges = append(ranges, r)
			}
		}
	}
	return ranges
}

// later returns the later one of two versions; "" is before all.
func later(a, b string) string {
	x, errX := semver.NewVersion(a)
	y, errY := semver.NewVersion(b)
	if errY != nil || errX == nil && x.GreaterThan(y) {
		return a
	}
	return b
}
