package rootmodule

import (
	"fmt"
	"strings"

	goversion "github.com/hashicorp/go-version"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/versions"
)

// defaultChart returns the versions of the chart that a module installs by default, given the constraint on the
// module's version: the chart's exact version if it is the same for all admitted versions of the module, and the interval of
// all these versions.
func defaultChart(defaults []facts.DefaultChart, constraint string) (exact string, all versions.Interval) {
	constraints, err := goversion.NewConstraint(constraint)
	if err != nil {
		return "", versions.Interval{}
	}
	var intervals []versions.Interval
	for _, row := range defaults {
		if overlaps(constraints, row.Module) {
			exact = row.Chart
			intervals = append(intervals, versions.ParseHelmRange(row.Chart))
		}
	}
	if len(intervals) > 1 {
		exact = ""
	}
	return exact, versions.Hull(intervals...)
}

// overlaps reports whether some version that satisfies the constraints is in a row's range, which is ">= a, < b".
func overlaps(constraints goversion.Constraints, row string) bool {
	low, high, _ := strings.Cut(row, ",")
	start, err := goversion.NewVersion(strings.TrimSpace(strings.TrimPrefix(low, ">=")))
	end, err2 := goversion.NewVersion(strings.TrimPrefix(strings.TrimSpace(high), "< "))
	if err != nil || err2 != nil {
		return false
	}
	in := func(v *goversion.Version) bool {
		return !v.LessThan(start) && v.LessThan(end) && constraints.Check(v)
	}
	// The overlap begins at the row's first version, or at a version in a constraint, or at the next one.
	if in(start) {
		return true
	}
	for _, c := range constraints {
		number := strings.TrimLeft(c.String(), "~<>=! ")
		v, err := goversion.NewVersion(number)
		if err != nil {
			continue
		}
		n := v.Segments64()
		for len(n) < 3 {
			n = append(n, 0)
		}
		next, err := goversion.NewVersion(fmt.Sprintf("%d.%d.%d", n[0], n[1], n[2]+1))
		if in(v) || err == nil && in(next) {
			return true
		}
	}
	return false
}
