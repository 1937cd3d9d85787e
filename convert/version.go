package convert

import (
	"fmt"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"

	"github.com/karplint/karplint/facts"
)

// Version returns the Karpenter version that the output of a file is for.
func (c *Converter) Version(file string) string { return c.forFile(file).target.String() }

// Serves says whether Karpenter of an exact version serves the API of the output, and with Keep the alpha API as well; a
// version that is none does not.
func (c *Converter) Serves(version string) bool {
	v, err := semver.NewVersion(version)
	return err == nil && c.serves(v)
}

// Output names what Serves asks for: "v1beta1", or with Keep "the alpha API and v1beta1 side by side".
func (c *Converter) Output() string {
	if c.opts.Keep {
		return "the alpha API and " + string(c.opts.To) + " side by side"
	}
	return string(c.opts.To)
}

// both returns the releases that are in one list and in the other.
func both(some, others []facts.Releases) []facts.Releases {
	var all []facts.Releases
	for _, a := range some {
		for _, b := range others {
			r := facts.Releases{Since: later(a.Since, b.Since), Until: a.Until}
			if a.Until == "" || b.Until != "" && later(a.Until, b.Until) == a.Until {
				r.Until = b.Until
			}
			if r.Until == "" || r.Since != r.Until && later(r.Since, r.Until) == r.Until {
				all = append(all, r)
			}
		}
	}
	return all
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

// serves says whether Karpenter of that version serves the API of the output.
func (c *Converter) serves(v *semver.Version) bool {
	return slices.ContainsFunc(c.served, func(r facts.Releases) bool { return r.Hold(v) })
}

// servedText names the versions that serve the API of the output: "from 0.32.0 to 1.0", "of 0.32".
func (c *Converter) servedText() string {
	var texts []string
	for _, r := range c.served {
		if r.Until == "" {
			texts = append([]string{"from " + r.Since + " on"}, texts...)
			continue
		}
		text := "from " + r.Since
		if until, err := semver.NewVersion(r.Until); err == nil {
			last := fmt.Sprintf("%d.%d", until.Major(), until.Minor()-1) // each ends with a minor
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
