package lint_test

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/rule"
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

func folder(source string) fs.FS {
	return fstest.MapFS{"team-rule/rule.rego": {Data: []byte(source)}}
}

func TestOptions(t *testing.T) {
	rules, err := rule.Load(folder(ruleWithOptions))
	if err != nil {
		t.Fatal(err)
	}
	say := func(o lint.Options, name string) (string, rule.Severity) {
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
	if got, severity := say(lint.Options{}, "team-agent"); got != `{"agents": ["team-agent"], "most": 3, "strict": false, "team": ""} ` ||
		severity != rule.Info {
		t.Errorf("with the defaults: %s %q", severity, got)
	}
	set := lint.Options{
		KubernetesVersion: "1.29",
		RuleOptions:       map[string]map[string]any{"TEAM001": {"agents": []any{"ours"}, "strict": true}},
		Severities:        map[string]rule.Severity{"TEAM001": rule.Error},
	}
	// The value of agents is a needle; the file contains no other needle of the rule.
	if got, severity := say(set, "ours"); got != `{"agents": ["ours"], "most": 3, "strict": true, "team": ""} 1.29` || severity != rule.Warning {
		t.Errorf("with values: %s %q", severity, got)
	}
	if got, _ := say(set, "team-agent"); got != "" {
		t.Errorf("the default counts beside a value: %q", got)
	}
}

// TestSeverityOfUnknownTarget: for an unknown target a finding is not an error, whatever severity is configured, because the rule may not apply.
func TestSeverityOfUnknownTarget(t *testing.T) {
	rules, err := rule.Load(folder(strings.Replace(ruleWithOptions, "#   needles: [team]", "#   needles: [team]\n#   when: \">= 1.0\"", 1)))
	if err != nil {
		t.Fatal(err)
	}
	saysSo, err := rule.Load(folder(ruleWithOptions)) // without when, it says itself that it is information
	if err != nil {
		t.Fatal(err)
	}
	for version, want := range map[string]rule.Severity{"": rule.Warning, "1.0.8": rule.Error} {
		for _, rules := range []*rule.Rules{rules, saysSo} {
			severityFor(t, rules, version, want)
		}
	}
}

func severityFor(t *testing.T, rules *rule.Rules, version string, want rule.Severity) {
	t.Helper()
	target, err := versions.ParseTarget(version, "")
	if err != nil {
		t.Fatal(err)
	}
	l, err := lint.New(rules, lint.Options{Target: target, Severities: map[string]rule.Severity{"TEAM001": rule.Error}})
	if err != nil {
		t.Fatal(err)
	}
	f := model.NewFile("pod.yaml", []byte("apiVersion: v1\nkind: Pod\nmetadata: {name: team-agent}\n"))
	result, err := l.File(f, nil, false, versions.Target{})
	if err != nil || len(result.Findings) != 1 || result.Findings[0].Severity != want {
		t.Errorf("for %q: %v, %v", version, result.Findings, err)
	}
}
