package project

import (
	"fmt"
	"strings"

	"github.com/Masterminds/semver/v3"
	goversion "github.com/hashicorp/go-version"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// chartInterval returns the releases that the version of a chart admits: an exact version ("0.37.0", "v0.32.1"), or a range as Helm
// has it ("~1.2", "^1", "1.x", ">=1 <2 || 3"), of which the hull counts. It is open at both ends for none, for "*",
// and for what is unknown or no version.
func chartInterval(version *model.Value) Interval {
	if version.IsUnknown() && len(version.Items) > 0 {
		var all []Interval
		for _, one := range version.Items {
			all = append(all, chartInterval(one))
		}
		return hull(all...)
	}
	if version == nil || !version.IsScalar() {
		return Interval{}
	}
	return parseHelmRange(version.Text)
}

func parseHelmRange(text string) Interval {
	text = strings.TrimSpace(text)
	if exact, err := semver.StrictNewVersion(strings.TrimPrefix(text, "v")); err == nil {
		v := release(exact)
		return Interval{Min: v, Max: v}
	}
	var all []Interval
	for alternative := range strings.SplitSeq(text, "||") {
		one, ok := parseHelmAnd(alternative)
		if !ok {
			return Interval{}
		}
		all = append(all, one)
	}
	return hull(all...)
}

// parseHelmAnd reads comparisons joined by commas or blanks.
func parseHelmAnd(text string) (Interval, bool) {
	if from, to, ok := strings.Cut(text, " - "); ok {
		text = ">=" + strings.TrimSpace(from) + " <=" + strings.TrimSpace(to)
	}
	// Operators may have blanks behind them.
	for _, operator := range []string{">=", "<=", "!=", "=", ">", "<", "~", "^"} {
		for strings.Contains(text, operator+" ") {
			text = strings.ReplaceAll(text, operator+" ", operator)
		}
	}
	all := Interval{}
	words := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' })
	for _, word := range words {
		one, ok := parseHelmWord(word)
		if !ok {
			return Interval{}, false
		}
		all = intersect(all, one)
	}
	return all, len(words) > 0 && !isEmpty(all)
}

// parseHelmWord reads one comparison, such as ~1.2, ^1 or >=1.0.0-0.
func parseHelmWord(word string) (Interval, bool) {
	number := strings.TrimLeft(word, "~^<>=!")
	operator := strings.TrimSuffix(word[:len(word)-len(number)], ">") // "~>" is "~"
	if strings.HasSuffix(word[:len(word)-len(number)], ">") && operator == "" {
		operator = ">"
	}
	number = strings.TrimPrefix(number, "v")
	number, _, _ = strings.Cut(number, "-") // pre-releases of Karpenter are not told apart
	number, _, _ = strings.Cut(number, "+")
	number = strings.NewReplacer(".x", "", ".X", "", ".*", "").Replace(number)
	if number == "*" || number == "x" || number == "X" {
		return Interval{}, true
	}
	base, err := parseComparison(number)
	if err != nil {
		return Interval{}, false
	}
	switch operator {
	case "!=":
		return Interval{}, true
	case "~":
		dots := min(strings.Count(number, "."), 1)
		return Interval{Min: base.Min, Max: lastOf(base.Min, dots)}, true
	case "^":
		return Interval{Min: base.Min, Max: lastOf(base.Min, caretDots(number, base.Min))}, true
	case "", "=", "==":
		return base, true
	}
	one, err := parseComparison(operator + number)
	return one, err == nil
}

// caretDots says how many dots a version has of which ^ admits all releases: the first number that is not 0 is kept.
func caretDots(number string, v *semver.Version) int {
	switch {
	case v.Major() > 0 || !strings.Contains(number, "."):
		return 0
	case v.Minor() > 0 || strings.Count(number, ".") < 2:
		return 1
	}
	return 2
}

// release returns the version without what stands behind its three numbers.
func release(v *semver.Version) *semver.Version {
	return semver.New(v.Major(), v.Minor(), v.Patch(), "", "")
}

// intersect returns what lies in both; the result may be empty.
func intersect(a, b Interval) Interval {
	if b.Min != nil && (a.Min == nil || b.Min.GreaterThan(a.Min)) {
		a.Min = b.Min
	}
	if b.Max != nil && (a.Max == nil || b.Max.LessThan(a.Max)) {
		a.Max = b.Max
	}
	return a
}

func isEmpty(i Interval) bool { return i.Min != nil && i.Max != nil && i.Max.LessThan(i.Min) }

// hull returns the smallest interval that holds all of them; for none of them, every version.
func hull(all ...Interval) Interval {
	if len(all) == 0 {
		return Interval{}
	}
	around := all[0]
	for _, one := range all[1:] {
		if one.Min == nil || around.Min != nil && one.Min.LessThan(around.Min) {
			around.Min = one.Min
		}
		if one.Max == nil || around.Max != nil && one.Max.GreaterThan(around.Max) {
			around.Max = one.Max
		}
	}
	return around
}

func equalIntervals(a, b Interval) bool {
	same := func(x, y *semver.Version) bool { return x == y || x != nil && y != nil && x.Equal(y) }
	return same(a.Min, b.Min) && same(a.Max, b.Max)
}

// defaultChart returns the versions of the chart that a module installs by default, given the constraint on the
// module's version: the chart's exact version if all that the constraint admits have the same one, and the interval
// of them all.
func defaultChart(defaults []facts.DefaultChart, constraint string) (exact string, all Interval) {
	admits, err := goversion.NewConstraint(constraint)
	if err != nil {
		return "", Interval{}
	}
	var found []Interval
	for _, row := range defaults {
		if overlaps(admits, row.Module) {
			exact = row.Chart
			found = append(found, parseHelmRange(row.Chart))
		}
	}
	if len(found) > 1 {
		exact = ""
	}
	return exact, hull(found...)
}

// overlaps says whether some version that the constraint admits lies in a row's range, which is ">= a, < b".
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
