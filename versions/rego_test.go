package versions

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/open-policy-agent/opa/v1/rego"
)

// TestRangesInRego: rules/lib/versions.rego and this package read a range alike, because a rule compares its ranges with targets from
// this package.
func TestRangesInRego(t *testing.T) {
	query, err := rego.New(
		rego.Query("x = data.karplint.lib.versions.range(input)"),
		rego.Load([]string{"../rules/lib/versions.rego"}, nil),
	).PrepareForEval(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	decided := 0
	for _, number := range []string{"1", "0.37", "1.0.8", "v0.32.1", "0.0.3", "0", "0.0", "1.x", "1.2.*", "1.0.0-rc1", "latest"} {
		for _, operator := range []string{"", "=", "~", "~> ", "^", ">=", ">", "<=", "< ", "!="} {
			for _, format := range []string{"%s", " %s ", ">= 0.1, %s", "%s, < 9", "%s || 5"} {
				text := fmt.Sprintf(format, operator+number)
				result, err := query.Eval(t.Context(), rego.EvalInput(text))
				if err != nil {
					t.Fatal(err)
				}
				if len(result) == 0 {
					continue // the range is undefined in Rego
				}
				decided++
				got := result[0].Bindings["x"].(map[string]any)
				interval := ParseHelmRange(text)
				if since, until := numbers(t, got["since"]), numbers(t, got["until"]); since != first(interval) || until != end(interval) {
					t.Errorf("%q is from %v below %v in Rego, and %q in Go", text, since, until, interval)
				}
			}
		}
	}
	if decided < 200 {
		t.Errorf("only %d ranges are decided", decided)
	}
}

// first is the first release of the interval.
func first(i Interval) [3]uint64 {
	if i.Min == nil {
		return [3]uint64{}
	}
	return [3]uint64{i.Min.Major(), i.Min.Minor(), i.Min.Patch()}
}

// end is the first release after the interval. For an open interval it is the number that Rego uses.
func end(i Interval) [3]uint64 {
	if i.Max == nil {
		return [3]uint64{1000000, 0, 0}
	}
	v := releaseAfter(i.Max)
	return [3]uint64{v.Major(), v.Minor(), v.Patch()}
}

func numbers(t *testing.T, list any) (version [3]uint64) {
	t.Helper()
	for i, n := range list.([]any) {
		if _, err := fmt.Sscan(n.(json.Number).String(), &version[i]); err != nil {
			t.Fatal(err)
		}
	}
	return version
}
