package versions

import (
	"strings"

	"github.com/Masterminds/semver/v3"
)

// maxRange bounds the bytes of a version or a range, because charts and modules of strangers have them. A longer one is no version.
const maxRange = 4 << 10

// ParseHelmRange reads the version of a chart: an exact one ("0.37.0", "v0.32.1"), or a range of Helm ("~1.2", "^1", "1.x",
// ">=1 <2 || 3"), whose hull it returns. The interval is open at both ends for "*", "", and a text that is not a version.
func ParseHelmRange(text string) Interval {
	if text = strings.TrimSpace(text); len(text) > maxRange {
		return Interval{}
	}
	if exact, err := semver.StrictNewVersion(strings.TrimPrefix(text, "v")); err == nil {
		v := release(exact)
		return Interval{Min: v, Max: v}
	}
	var intervals []Interval
	for alternative := range strings.SplitSeq(text, "||") {
		interval, ok := parseHelmAnd(alternative)
		if !ok {
			return Interval{}
		}
		intervals = append(intervals, interval)
	}
	return Hull(intervals...)
}

// parseHelmAnd reads comparisons joined by commas or blanks.
func parseHelmAnd(text string) (Interval, bool) {
	if from, to, ok := strings.Cut(text, " - "); ok {
		text = ">=" + strings.TrimSpace(from) + " <=" + strings.TrimSpace(to)
	}
	admitted := Interval{}
	words := strings.FieldsFunc(joinOperators(text), func(r rune) bool { return r == ' ' || r == ',' })
	for _, word := range words {
		interval, ok := parseHelmWord(word)
		if !ok {
			return Interval{}, false
		}
		admitted = admitted.Intersect(interval)
	}
	return admitted, len(words) > 0 && !admitted.IsEmpty()
}

// joinOperators removes the blanks that follow operators.
func joinOperators(text string) string {
	var joined strings.Builder
	last := ' '
	for _, r := range text {
		if r == ' ' && strings.ContainsRune("=<>~^", last) {
			continue
		}
		joined.WriteRune(r)
		last = r
	}
	return joined.String()
}

// parseHelmWord reads one comparison, such as ~1.2, ^1 or >=1.0.0-0.
func parseHelmWord(word string) (Interval, bool) {
	number := strings.TrimLeft(word, "~^<>=!")
	operator := strings.TrimSuffix(word[:len(word)-len(number)], ">") // "~>" is "~"
	if strings.HasSuffix(word[:len(word)-len(number)], ">") && operator == "" {
		operator = ">"
	}
	number = strings.TrimPrefix(number, "v")
	number, _, _ = strings.Cut(number, "-") // a pre-release counts as its release
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
	interval, err := parseComparison(operator + number)
	return interval, err == nil
}

// caretDots returns how many dots of a version ^ keeps: those up to the first number that is not 0.
func caretDots(number string, v *semver.Version) int {
	switch {
	case v.Major() > 0 || !strings.Contains(number, "."):
		return 0
	case v.Minor() > 0 || strings.Count(number, ".") < 2:
		return 1
	}
	return 2
}

// release returns the version without its pre-release and build suffixes.
func release(v *semver.Version) *semver.Version {
	return semver.New(v.Major(), v.Minor(), v.Patch(), "", "")
}
