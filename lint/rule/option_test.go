package rule_test

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/karplint/karplint/lint/rule"
)

const ruleWithOptions = `# METADATA
# title: A team's rule
# description: It says what its options are.
# custom:
#   id: TEAM001
#   severity: warning
#   scope: resource
#   fix: none
#   kinds: [Pod]
#   needles: [team]
#   options:
#     agents: {type: strings, default: [team-agent], description: names of agents, needle: true}
#     most: {type: integer, default: 3, description: how many}
#     strict: {type: boolean, default: false, description: whether}
#     team: {type: string, default: "", description: whose}
package karplint.rules.team_rule

report contains {"resource": "", "path": [], "message": ""}
`

func TestOptionErrors(t *testing.T) {
	for old, tests := range map[string]map[string]string{
		"{type: integer, default: 3, description: how many}": {
			"3": "option \"most\" must be a map",
			"{type: number, default: 3, description: how many}":           `option most: unknown type "number"; use strings, string, boolean or integer`,
			"{type: integer, default: many, description: how many}":       "option most: default: a whole number from 0 on is expected",
			"{type: integer, default: -1, description: how many}":         "option most: default: a whole number from 0 on is expected",
			"{type: integer, default: 3}":                                 "option most: it has no description",
			"{type: integer, default: 3, describtion: how many}":          `option most: unknown key "describtion"; did you mean "description"?`,
			"{type: integer, default: 3, description: how, needle: true}": "option most: needle is for strings",
		},
		"     most:": {"     severity:": `under a name of small letters and hyphens, other than "severity"`, "     Most:": "under a name of small"},
	} {
		for text, want := range tests {
			_, err := rule.Load(fs.FS(fstest.MapFS{"team-rule/rule.rego": {Data: []byte(strings.Replace(ruleWithOptions, old, text, 1))}}))
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: error %v, want %q", text, err, want)
			}
		}
	}
}

func TestOptionValue(t *testing.T) {
	tests := []struct {
		option rule.OptionType
		value  any
		want   any // nil: refused
	}{
		{rule.StringsOption, []any{"a"}, []any{"a"}},
		{rule.StringsOption, "a", []any{"a"}},
		{rule.StringsOption, []any{"a", 1}, nil},
		{rule.StringsOption, nil, nil},
		{rule.StringOption, "a", "a"},
		{rule.StringOption, []any{"a"}, nil},
		{rule.BooleanOption, true, true},
		{rule.BooleanOption, "true", nil},
		{rule.IntegerOption, 3, 3.0},
		{rule.IntegerOption, 3.5, nil},
		{rule.IntegerOption, "3", nil},
	}
	for _, test := range tests {
		got, err := rule.Option{Type: test.option}.Value(test.value)
		if (err != nil) != (test.want == nil) || !cmp.Equal(got, test.want) {
			t.Errorf("%s %v: %v, %v", test.option, test.value, got, err)
		}
	}
}
