package ruletest_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/aymanbagabas/go-udiff"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/internal/ruletest"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/rules"
)

// load returns karplint's own rules with those of a folder.
func load(t testing.TB, folder rule.Folder) *rule.Rules {
	t.Helper()
	own, err := rule.Load(rules.FS)
	if err != nil {
		t.Fatal(err)
	}
	all, err := own.With(folder)
	if err != nil {
		t.Fatal(err)
	}
	if err := all.Compile(facts.FS); err != nil {
		t.Fatal(err)
	}
	return all
}

// run returns what the tests of the rule print, its new examples, and whether they passed.
func run(t *testing.T, files fstest.MapFS, update bool) (out string, updated string, passes bool) {
	t.Helper()
	folder := rule.Folder{Files: files, Dir: "policies"}
	all := load(t, folder)
	var b bytes.Buffer
	if report := ruletest.Libraries(t.Context(), all, folder); report != nil {
		report.Write(&b)
	}
	about, err := all.Find("ACME001")
	if err != nil {
		t.Fatal(err)
	}
	report, err := ruletest.Rule(t.Context(), all, about, update)
	if err != nil {
		t.Fatal(err)
	}
	report.Write(&b)
	return b.String(), string(report.Updated), report.Passes()
}

// skeleton returns the files of a new rule, with texts replaced in them.
func skeleton(t *testing.T, changes ...string) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	for name, text := range ruletest.Skeleton("ACME001", "pool-has-team") {
		changed := string(text)
		for i := 0; i < len(changes); i += 3 {
			if changes[i] == name {
				if !strings.Contains(changed, changes[i+1]) {
					t.Fatalf("%s lacks %q", name, changes[i+1])
				}
				changed = strings.ReplaceAll(changed, changes[i+1], changes[i+2])
			}
		}
		files["policies/pool-has-team/"+name] = &fstest.MapFile{Data: []byte(changed)}
	}
	return files
}

func TestRule(t *testing.T) {
	lib := "package karplint.custom.lib.words\n\ngood(word) if word == \"good\"\n\nnever if false\n"
	libTest := "package karplint.custom.lib.words_test\n\nimport data.karplint.custom.lib.words\n\ntest_good if words.good(\"good\")\n"
	withLib := skeleton(t)
	withLib["policies/lib/words.rego"] = &fstest.MapFile{Data: []byte(lib)}
	withLib["policies/lib/words_test.rego"] = &fstest.MapFile{Data: []byte(libTest)}
	noTests, noExamples := skeleton(t), skeleton(t)
	delete(noTests, "policies/pool-has-team/rule_test.rego")
	delete(noExamples, "policies/pool-has-team/examples.txtar")
	for _, test := range []struct {
		name   string
		files  fstest.MapFS
		passes bool
		want   string
	}{
		{"skeleton", skeleton(t), true, "ok    ACME001 pool-has-team  3 tests, 2 examples, coverage: 100.0% of lines\n"},
		{"libraries", withLib, true, `ok    policies/lib  1 test, coverage: 50.0% of lines
      not covered: policies/lib/words.rego:5
ok    ACME001 pool-has-team  3 tests, 2 examples, coverage: 100.0% of lines
`},
		{"uncovered lines", skeleton(t, "rule.rego", `absent.at(["metadata", "labels", "team"])`, "absent.at([\"metadata\", \"labels\", \"team\"])\n"+
			"\tcount(extra) == 0\n}\n\nextra contains 1 if {\n\tinput.resource.name == \"no\"\n\ttrue"), true,
			`ok    ACME001 pool-has-team  3 tests, 2 examples, coverage: 50.0% of lines
      not covered: policies/pool-has-team/rule.rego:31-33
`},
		{"a failed test", skeleton(t, "rule_test.rego", `found.path == ["metadata"]`, "print(\"path\", found.path)\n\tfound.path == [\"spec\"]"), false,
			`--- FAIL: test_reports_a_pool_without_the_label (policies/pool-has-team/rule_test.rego:8)
    policies/pool-has-team/rule_test.rego:12:2: false or undefined: found.path == ["spec"]
    policies/pool-has-team/rule_test.rego:11: path ["metadata"]
FAIL  ACME001 pool-has-team  3 tests, 2 examples, coverage: 100.0% of lines
`},
		{"a failed example", skeleton(t, "examples.txtar", "has no label team", "lacks the label team"), false,
			`--- FAIL: bad/pool.yaml (policies/pool-has-team/examples.txtar)
    --- a/bad/pool.findings
    +++ b/bad/pool.findings
    @@ -1,3 +1,3 @@
    -3:1-3:9 warning the NodePool lacks the label team
    +3:1-3:9 warning the NodePool has no label team
       why: nobody knows whom to ask about its nodes
       help: set metadata.labels.team
FAIL  ACME001 pool-has-team  3 tests, 2 examples, coverage: 100.0% of lines
`},
		{"a finding in a good example", skeleton(t, "examples.txtar", "    team: search", "    owner: search"), false,
			`--- FAIL: good/pool.yaml (policies/pool-has-team/examples.txtar)
    findings in a good example:
    3:1-3:9 warning the NodePool has no label team
      why: nobody knows whom to ask about its nodes
      help: set metadata.labels.team
    --- a/good/pool.findings
    +++ b/good/pool.findings
    @@ -0,0 +1,3 @@
    +3:1-3:9 warning the NodePool has no label team
    +  why: nobody knows whom to ask about its nodes
    +  help: set metadata.labels.team
FAIL  ACME001 pool-has-team  3 tests, 2 examples, coverage: 100.0% of lines
`},
		{"an example that does not parse", skeleton(t, "examples.txtar", "    team: search", "    team: [search"), false,
			"--- FAIL: good/pool.yaml (policies/pool-has-team/examples.txtar)\n    pool.yaml:"},
		{"a fix that METADATA denies", skeleton(t, "rule.rego", `	"help": "set metadata.labels.team",`, `	"fix": {
		"title": "set it", "safety": "safe", "ops": [{"do": "set", "path": ["metadata", "labels", "team"], "value": "unknown"}],
	},`), false, "the report \"the NodePool has no label team\" has a fix, which is not made: METADATA of the rule says fix: none"},
		{"no tests", noTests, false, `--- FAIL: tests (policies/pool-has-team)
    there are none; write rules whose names begin with test_ into policies/pool-has-team/rule_test.rego
FAIL  ACME001 pool-has-team  0 tests, 2 examples, coverage: 0.0% of lines
`},
		{"no examples", noExamples, false, `--- FAIL: examples (policies/pool-has-team/examples.txtar)
    it does not exist; write a file that the rule reports as bad/NAME.yaml, and one that it does not as good/NAME.yaml
FAIL  ACME001 pool-has-team  3 tests, 0 examples, coverage: 100.0% of lines
`},
		{"a test that does not compile", skeleton(t, "rule_test.rego", "import data.karplint.lib.given", ""), false,
			"    they do not compile: policies/pool-has-team/rule_test.rego:"},
		{"a test in the package of the rule", skeleton(t, "rule_test.rego", "pool_has_team_test", "pool_has_team"), false,
			"policies/pool-has-team/rule_test.rego:1:1: the package is karplint.custom.pool_has_team; it must be karplint.custom.pool_has_team_test"},
		{"findings of a good example", skeleton(t, "examples.txtar", "-- good/pool.yaml --", "-- good/pool.yaml --\na: 1\n-- good/pool.findings --"), false,
			"good/pool.findings: a good example has no findings; remove it, or move the example to bad"},
		{"a fix that cannot be made", skeleton(t, "rule.rego", "fix: none", "fix: safe", "rule.rego", `"help": "set metadata.labels.team",`,
			`"help": "set metadata.labels.team", "fix": {
		"title": "set it", "safety": "safe", "ops": [{"do": "delete", "path": ["metadata", "labels", "owner"]}],
	},`), true, `--- NOTE: bad/pool.yaml (policies/pool-has-team/examples.txtar)
    "the NodePool has no label team" gets no fix: `},
		{"a fix that does not help", skeleton(t, "rule.rego", "fix: none", "fix: safe", "rule.rego", `	"help": "set metadata.labels.team",`, `	"fix": {
		"title": "set it", "safety": "safe", "ops": [{"do": "set", "path": ["metadata", "labels", "owner"], "value": "unknown"}],
	},`), false, "fixing leaves 1 finding; without a fix there were 0:"},
		{"a wrong option", skeleton(t, "examples.txtar", "karpenter-version: 1.0.8", "options: {names: [a]}"), false,
			`examples.txtar: options of bad/pool.yaml: rule ACME001 has no option "names"`},
		{"a wrong flag", skeleton(t, "examples.txtar", "karpenter-version: 1.0.8", "karpenter: 1.0.8"), false, `unknown flag "karpenter"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			out, _, passes := run(t, test.files, false)
			if passes != test.passes || !strings.Contains(out, test.want) || strings.HasSuffix(test.want, "lines\n") && out != test.want {
				t.Errorf("passes: %t; output:\n%s", passes, udiff.Unified("want", "got", test.want, out))
			}
		})
	}
}

// TestUpdate: the findings and fixed files of examples are written, and the examples pass then.
func TestUpdate(t *testing.T) {
	files := skeleton(t, "rule.rego", "fix: none", "fix: safe", "rule.rego", `	"help": "set metadata.labels.team",`, `	"fix": {
		"title": "set the label team", "safety": "safe", "ops": [{"do": "set", "path": ["metadata", "labels", "team"], "value": "unknown"}],
	},`)
	if out, _, passes := run(t, files, false); passes {
		t.Errorf("before:\n%s", out)
	}
	out, updated, passes := run(t, files, true)
	if !passes || !strings.Contains(updated, "-- bad/pool.fixed.yaml --\n") || !strings.Contains(updated, "\n  safe fix: set the label team\n") {
		t.Errorf("%s\nupdated:\n%s", out, updated)
	}
	files["policies/pool-has-team/examples.txtar"].Data = []byte(updated)
	if out, updated, passes := run(t, files, true); !passes || updated != "" {
		t.Errorf("after:\n%s%s", out, updated)
	}
}

// BenchmarkTenRules loads ten rules of a team's own, as each run does that has such rules.
func BenchmarkTenRules(b *testing.B) {
	files := fstest.MapFS{}
	for i := range 10 {
		name := fmt.Sprintf("rule-%d", i)
		text := strings.Replace(string(ruletest.Skeleton(fmt.Sprintf("ACME%03d", i), name)["rule.rego"]), "import data.karplint.lib.absent",
			"import data.karplint.facts\nimport data.karplint.lib.absent\nimport data.karplint.lib.pools\nimport data.karplint.lib.versions", 1)
		files["policies/"+name+"/rule.rego"] = &fstest.MapFile{Data: []byte(text + "\nnewest := facts.releases\n")}
	}
	for b.Loop() {
		load(b, rule.Folder{Files: files, Dir: "policies"})
	}
}
