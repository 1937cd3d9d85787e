package rootmodule

import (
	"fmt"
	"strings"

	goversion "github.com/hashicorp/go-version"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/versions"
)

// defaultChart returns the versions of the chart that a module installs by default, given the constraint on the
// module's version: the chart's exact version if all that the constraint admits have the same one, and the interval
// of them all.
func defaultChart(defaults []facts.DefaultChart, constraint string) (exact string, all versions.Interval) {
	admits, err := goversion.NewConstraint(constraint)
	if err != nil {
		return "", versions.Interval{}
	}
	var found []versions.Interval
	for _, row := range defaults {
		if overlaps(admits, row.Module) {
			exact = row.Chart
			found = append(found, versions.ParseHelmRange(row.Chart))
		}
	}
	if len(found) > 1 {
		exact = ""
	}
	return exact, versions.Hull(found...)
}

// overlaps reports whether some version that the constraint admits lies in a row's range, which is ">= a, < b".
func overlaps(admits goversion.Constraints, row string) bool {
	low, high, _ := strings.Cut(row, ",")
	from, err := goversion.NewVersion(strings.TrimSpace(strings.TrimPrefix(low, ">=")))
	until, err2 := goversion.NewVersion(strings.TrimPrefix(strings.TrimSpace(high), "< "))
	if err != nil || err2 != nil {
		return false
	}
	in := func(v *goversion.Version) bool {
		return !v.LessThan(from) && v.LessThan(until) && admits.Check(v)
	}
	// A range begins at its row's first version or at a version named in the constraint, or right behind one.
	if in(from) {
		return true
	}
	for _, c := range admits {
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
