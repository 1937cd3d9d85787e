package lint_test

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/versions"
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

report contains {
	"resource": input.resource.address,
	"path": ["metadata"],
	"message": sprintf("%v %v", [input.config.options.TEAM001, input.config.kubernetes_version]),
	"severity": "info",
} if input.resource.name in input.config.options.TEAM001.agents
`

func TestOptions(t *testing.T) {
	rules, err := lint.Load(folder(ruleWithOptions))
	if err != nil {
		t.Fatal(err)
	}
	say := func(o lint.Options, name string) (string, lint.Severity) {
		t.Helper()
		l, err := lint.New(rules, o)
		if err != nil {
			t.Fatal(err)
		}
		f := model.NewFile("pod.yaml", []byte("apiVersion: v1\nkind: Pod\nmetadata: {name: "+name+"}\n"))
		result, err := l.File(f, nil, false, versions.Target{})
		if err != nil {
			t.Fatal(err)
		}
		if len(result.Findings) != 1 {
			return "", 0
		}
		return result.Findings[0].Message, result.Findings[0].Severity
	}
	if got, severity := say(lint.Options{}, "team-agent"); got != `{"agents": ["team-agent"], "most": 3, "strict": false, "team": ""} ` || severity != lint.Info {
		t.Errorf("with the defaults: %s %q", severity, got)
	}
	set := lint.Options{
		KubernetesVersion: "1.29",
		RuleOptions:       map[string]map[string]any{"TEAM001": {"agents": []any{"ours"}, "strict": true}},
		Severities:        map[string]lint.Severity{"TEAM001": lint.Error},
	}
	// The value of agents is a needle: nothing else of the rule's stands in the file.
	if got, severity := say(set, "ours"); got != `{"agents": ["ours"], "most": 3, "strict": true, "team": ""} 1.29` || severity != lint.Warning {
		t.Errorf("with values: %s %q", severity, got)
	}
	if got, _ := say(set, "team-agent"); got != "" {
		t.Errorf("the default counts beside a value: %q", got)
	}
}

// TestSeverityOfUnknownTarget: whatever is configured, a rule of which nobody knows whether it holds is no error.
func TestSeverityOfUnknownTarget(t *testing.T) {
	rules, err := lint.Load(folder(strings.Replace(ruleWithOptions, "#   needles: [team]", "#   needles: [team]\n#   when: \">= 1.0\"", 1)))
	if err != nil {
		t.Fatal(err)
	}
	saysSo, err := lint.Load(folder(ruleWithOptions)) // without when, it says itself that it is information
	if err != nil {
		t.Fatal(err)
	}
	for version, want := range map[string]lint.Severity{"": lint.Warning, "1.0.8": lint.Error} {
		for _, rules := range []*lint.Rules{rules, saysSo} {
			severityFor(t, rules, version, want)
		}
	}
}

func severityFor(t *testing.T, rules *lint.Rules, version string, want lint.Severity) {
	t.Helper()
	target, err := versions.ParseTarget(version, "")
	if err != nil {
		t.Fatal(err)
	}
	l, err := lint.New(rules, lint.Options{Target: target, Severities: map[string]lint.Severity{"TEAM001": lint.Error}})
	if err != nil {
		t.Fatal(err)
	}
	f := model.NewFile("pod.yaml", []byte("apiVersion: v1\nkind: Pod\nmetadata: {name: team-agent}\n"))
	result, err := l.File(f, nil, false, versions.Target{})
	if err != nil || len(result.Findings) != 1 || result.Findings[0].Severity != want {
		t.Errorf("for %q: %v, %v", version, result.Findings, err)
	}
}

func TestOptionErrors(t *testing.T) {
	for old, tests := range map[string]map[string]string{
		"{type: integer, default: 3, description: how many}": {
			"3": "option \"most\" must be a map",
			"{type: number, default: 3, description: how many}":           `option most: unknown type "number"`,
			"{type: integer, default: many, description: how many}":       "option most: default: a whole number from 0 on is expected",
			"{type: integer, default: -1, description: how many}":         "option most: default: a whole number from 0 on is expected",
			"{type: integer, default: 3}":                                 "option most: it has no description",
			"{type: integer, default: 3, describtion: how many}":          `option most: unknown key "describtion"; did you mean "description"?`,
			"{type: integer, default: 3, description: how, needle: true}": "option most: needle is for strings",
		},
		"     most:": {"     severity:": `under a name of small letters and hyphens, other than "severity"`, "     Most:": "under a name of small"},
	} {
		for text, want := range tests {
			_, err := lint.Load(fs.FS(fstest.MapFS{"team-rule/rule.rego": {Data: []byte(strings.Replace(ruleWithOptions, old, text, 1))}}))
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: error %v, want %q", text, err, want)
			}
		}
	}
}

func TestOptionValue(t *testing.T) {
	tests := []struct {
		option lint.OptionType
		value  any
		want   any // nil: refused
	}{
		{lint.StringsOption, []any{"a"}, []any{"a"}},
		{lint.StringsOption, "a", []any{"a"}},
		{lint.StringsOption, []any{"a", 1}, nil},
		{lint.StringsOption, nil, nil},
		{lint.StringOption, "a", "a"},
		{lint.StringOption, []any{"a"}, nil},
		{lint.BooleanOption, true, true},
		{lint.BooleanOption, "true", nil},
		{lint.IntegerOption, 3, 3.0},
		{lint.IntegerOption, 3.5, nil},
		{lint.IntegerOption, "3", nil},
	}
	for _, test := range tests {
		got, err := lint.Option{Type: test.option}.Value(test.value)
		if (err != nil) != (test.want == nil) || !cmp.Equal(got, test.want) {
			t.Errorf("%s %v: %v, %v", test.option, test.value, got, err)
		}
	}
}
