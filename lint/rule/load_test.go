package rule_test

import (
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/rules"
)

const rulesDir = "../../rules"

const goodRule = `# METADATA
# title: A team's rule
# description: It says what the team wants.
# related_resources:
# - ref: https://example.com/why
#   description: why
# custom:
#   id: TEAM001
#   severity: info
#   scope: resource
#   fix: none
#   kinds: [Pod]
#   needles: [team]
#   when: ">= 1.0, < 1.2"
#   apis: [v1]
package karplint.rules.team_rule

report contains {"resource": input.resource.address, "path": ["metadata"], "message": "a message"}
`

func folder(source string) fs.FS {
	return fstest.MapFS{"team-rule/rule.rego": {Data: []byte(source)}}
}

func TestLoadReadsMetadata(t *testing.T) {
	loaded, err := rule.Load(rules.FS, folder(goodRule))
	if err != nil {
		t.Fatal(err)
	}
	got, err := loaded.Find("team-rule")
	if err != nil {
		t.Fatal(err)
	}
	want := rule.Rule{
		ID: "TEAM001", Name: "team-rule",
		Page: rule.Page{
			Title: "A team's rule", Description: "It says what the team wants.",
			Links: []rule.Link{{Title: "why", URL: "https://example.com/why"}},
		},
		Severity: rule.Info, Scope: rule.ResourceScope, Fix: "none", Kinds: []string{"Pod"},
		Needles: []string{"team"}, When: ">= 1.0, < 1.2", APIs: []string{"v1"},
		Source: rule.Source{Package: "karplint.rules.team_rule", Folder: "team-rule"},
	}
	if d := cmp.Diff(want, *got, cmpopts.IgnoreUnexported(rule.Rule{}, rule.Source{})); d != "" {
		t.Errorf("rule (-want +got):\n%s", d)
	}
}

// TestEmbeddedRules: what is compiled in is what lies in the folder, all of it compiles, and
// every rule of the folder is found.
func TestEmbeddedRules(t *testing.T) {
	embedded, err := rule.Load(rules.FS)
	if err != nil {
		t.Fatal(err)
	}
	onDisk, err := rule.Load(os.DirFS(rulesDir))
	if err != nil {
		t.Fatal(err)
	}
	if len(embedded.All()) != len(onDisk.All()) {
		t.Errorf("%d rules are embedded, %d lie in the folder", len(embedded.All()), len(onDisk.All()))
	}
	for _, r := range embedded.All() {
		if err := compile(embedded, r); err != nil {
			t.Error(err)
		}
		if _, err := r.Examples(); err != nil {
			t.Error(err)
		}
	}
}

// compile makes the rule ready to be evaluated.
func compile(rules *rule.Rules, r *rule.Rule) error {
	_, err := rules.Programs(os.DirFS("../../facts")).Of(r)
	return err
}

// TestStrict: karplint's own rules have no unused variables or imports.
func TestStrict(t *testing.T) {
	rules, err := rule.Load(os.DirFS(rulesDir))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rules.All() {
		if err := rule.CompileStrictly(r, os.DirFS("../../facts")); err != nil {
			t.Errorf("%s: %v", r.ID, err)
		}
	}
}

func TestLoadErrors(t *testing.T) {
	replace := func(old, new string) fs.FS {
		if !strings.Contains(goodRule, old) {
			t.Fatalf("%q is not in the rule", old)
		}
		return folder(strings.Replace(goodRule, old, new, 1))
	}
	tests := []struct {
		name  string
		files fs.FS
		want  string
	}{
		{"no package", folder("report := 1\n"), "team-rule/rule.rego:1:1: no package line"},
		{"no metadata", folder("package karplint.rules.team_rule\n"), "team-rule/rule.rego:1:1: no METADATA"},
		{"no id", replace("#   id: TEAM001\n", ""),
			"team-rule/rule.rego:1:1: METADATA's custom has no id; write capital letters and a number such as ACME001"},
		{"bad id", replace("TEAM001", "team"), `id "team" is not capital letters and a number such as ACME001`},
		{"severity", replace("severity: info", "severity: fatal"), `unknown severity "fatal"; use info, warning or error`},
		{"no severity", replace("severity: info", `severity: ""`),
			"rule.rego:9:5: METADATA's custom has no severity; write info, warning or error"},
		{"scope", replace("scope: resource", "scope: file"), `unknown scope "file"`},
		{"fix", replace("fix: none", "fix: maybe"), `unknown fix "maybe"`},
		{"kinds", replace("kinds: [Pod]", "kinds: []"), "kinds is empty"},
		{"kinds type", replace("kinds: [Pod]", "kinds: Pod"), "team-rule/rule.rego:12:5: kinds must be a list of strings$"},
		{"when", replace(">= 1.0, < 1.2", "latest"), `"latest" is not a Karpenter version`},
		{"unknown key", replace("needles:", "needle:"), `unknown key "needle" in METADATA's custom; did you mean "needles"?`},
		{"title", replace("# title: A team's rule\n", ""), "METADATA needs a title"},
		{"package", replace("package karplint.rules.team_rule", "package karplint.rules.other"),
			"in the folder team-rule it must be karplint.rules.team_rule"},
		{"id twice", replace("TEAM001", "KL501"),
			"team-rule/rule.rego: the id KL501 is taken by karplint's own KL501 do-not-evict; choose another one"},
		{"empty", fstest.MapFS{}, ". has no rule: no folder in it has a rule.rego"},
		{"library twice", fstest.MapFS{
			"team-rule/rule.rego": {Data: []byte(goodRule)}, "lib/target.rego": {Data: []byte("package karplint.lib.target\n")},
		}, "lib/target.rego: the library target exists already"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := rule.Load(rules.FS, test.files)
			if err == nil || !strings.Contains(err.Error()+"$", test.want) {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
}

// TestCheckErrors: what is wrong below a rule's package line is found when it is compiled.
func TestCheckErrors(t *testing.T) {
	tests := []struct{ name, body, want string }{
		{"syntax", "report contains {", "team-rule/rule.rego:"},
		{"type", "report contains 1 if nothing(2)", "team-rule/rule.rego:"},
		{"library", "import data.karplint.lib.targets\nreport contains targets.x",
			`team-rule/rule.rego:18:8: there is no data.karplint.lib.targets; did you mean "target"?`},
		{"facts", "report contains data.karplint.facts.addons", `team-rule/rule.rego:18:17: there is no data.karplint.facts.addons`},
		{"network", `report contains http.send({"method": "get", "url": "http://example.com"})`,
			"team-rule/rule.rego:18:17: a rule cannot call http.send: "},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			head, _, _ := strings.Cut(goodRule, "report")
			loaded, err := rule.Load(os.DirFS(rulesDir), folder(head+test.body+"\n"))
			if err != nil {
				t.Fatal(err)
			}
			r, err := loaded.Find("TEAM001")
			if err != nil {
				t.Fatal(err)
			}
			err = compile(loaded, r)
			if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), "TEAM001") {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
}

func TestSelect(t *testing.T) {
	loaded, err := rule.Load(rules.FS, folder(goodRule))
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		selected, ignored []string
		want              string
	}{
		{[]string{"KL501"}, nil, "KL000 KL501"},
		{[]string{"kl501", "team-rule"}, nil, "KL000 KL501 TEAM001"},
		{[]string{"KL00"}, nil, "KL000 KL001 KL002 KL003"},
		{[]string{"KL00", "KL5"}, []string{"KL5", "KL001"}, "KL000 KL002 KL003"},
		{[]string{"do-not-evict"}, []string{"do-not-evict"}, "KL000"},
		{[]string{"KL501"}, []string{"KL000"}, "KL501"},
	}
	for _, test := range tests {
		chosen, err := loaded.Select(rule.Selection{Select: test.selected, Ignore: test.ignored})
		if err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, rule := range chosen {
			ids = append(ids, rule.ID)
		}
		if got := strings.Join(ids, " "); got != test.want {
			t.Errorf("select %v ignore %v: %s, want %s", test.selected, test.ignored, got, test.want)
		}
	}
	ids := []string{"KL103", "KL407", "KL408", "KL519", "KL531", "KL557"}
	if all, _ := loaded.Select(rule.Selection{On: ids}); len(all) != len(loaded.All()) {
		t.Errorf("an empty selection gives %d of %d rules", len(all), len(loaded.All()))
	}
	for _, unknown := range []string{"KL5O1", "do-not-evicts", "", "ZZ"} {
		if _, err := loaded.Select(rule.Selection{Select: []string{unknown}}); err == nil {
			t.Errorf("%q selects something", unknown)
		}
		if _, err := loaded.Select(rule.Selection{Ignore: []string{unknown}}); err == nil {
			t.Errorf("%q ignores something", unknown)
		}
	}
	_, err = loaded.Select(rule.Selection{Select: []string{"do-not-evicts"}})
	if want := `did you mean "do-not-evict"?`; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want %q", err, want)
	}
}

// TestAdvice: what is no fault is off, unless its rule is named, the group is, or the rule is switched on.
func TestAdvice(t *testing.T) {
	loaded, err := rule.Load(rules.FS)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		selection rule.Selection
		want      string // faults and advice of KL103, which is only advice, and of KL515
	}{
		{rule.Selection{}, "KL515 faults"},
		{rule.Selection{Select: []string{"KL1", "KL5"}}, "KL515 faults"},
		{rule.Selection{Select: []string{"KL103", "expiry-by-default"}}, "KL103 advice, KL515 faults advice"},
		{rule.Selection{Select: []string{"advice"}}, "KL103 advice, KL515 advice"},
		{rule.Selection{Select: []string{"advice", "KL5"}}, "KL103 advice, KL515 faults advice"},
		{rule.Selection{Select: []string{"advice"}, Ignore: []string{"KL103"}}, "KL515 advice"},
		{rule.Selection{Select: []string{"KL103", "KL515"}, Ignore: []string{"advice"}}, "KL515 faults"},
		{rule.Selection{On: []string{"KL103", "KL515"}}, "KL103 advice, KL515 faults advice"},
		{rule.Selection{Select: []string{"KL5"}, On: []string{"KL103", "KL515"}}, "KL515 faults advice"},
	} {
		choices, err := loaded.Select(test.selection)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, c := range choices {
			if c.ID != "KL103" && c.ID != "KL515" {
				continue
			}
			words := c.ID
			if c.Faults {
				words += " faults"
			}
			if c.Advice {
				words += " advice"
			}
			got = append(got, words)
		}
		if strings.Join(got, ", ") != test.want {
			t.Errorf("%+v: %v; want %s", test.selection, got, test.want)
		}
	}
}
