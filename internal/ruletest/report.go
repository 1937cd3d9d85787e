package ruletest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/rego"
	"github.com/karplint/karplint/lint/rule"
)

// Report is the result of the tests of a rule, or of a folder of libraries.
type Report struct {
	Name     string // "ACME001 pool-has-limits"
	Rego     RegoTests
	Examples int // -1 for libraries, which have none
	Failures []Failure
	Unfixed  []Failure // no failures: findings of examples whose fixes cannot be made
	Updated  []byte    // the new examples.txtar; nil if it stays as it is
}

// Failure is what failed: a test, an example or a file that is missing.
type Failure struct {
	Name  string
	Place string // the file, with a line if there is one
	Text  string // several lines
}

// Passes reports whether nothing failed.
func (r *Report) Passes() bool { return len(r.Failures) == 0 }

func (r *Report) fail(name, place, format string, args ...any) {
	r.Failures = append(r.Failures, Failure{name, place, strings.TrimSpace(fmt.Sprintf(format, args...))})
}

// Rule runs the tests and the examples of a rule. If update is true, the findings and fixed files of the examples are not compared but updated.
func Rule(ctx context.Context, rules *rule.Rules, about *rule.Rule, update bool) (*Report, error) {
	report := &Report{Name: about.ID + " " + about.Name}
	report.runTests(ctx, rules, about.In(), path.Join(about.Folder, "rule_test.rego"))
	return report, report.runExamples(ctx, rules, about, update)
}

// Libraries runs the tests of the libraries in a folder of rules. It returns nil if there are none.
func Libraries(ctx context.Context, rules *rule.Rules, folder rule.Folder) *Report {
	lib := rule.Folder{Files: folder.Files, Dir: path.Join(folder.Dir, "lib")}
	if _, err := fs.ReadDir(lib.Files, lib.Dir); err != nil {
		return nil
	}
	report := &Report{Name: lib.Dir, Examples: -1}
	report.runTests(ctx, rules, lib, path.Join(lib.Dir, "NAME_test.rego"))
	return report
}

// runTests runs the tests of a folder. wanted is the file to write if there are none.
func (r *Report) runTests(ctx context.Context, rules *rule.Rules, folder rule.Folder, wanted string) {
	modules, names, err := rules.TestModules(folder, facts.FS)
	if err == nil {
		r.Rego, err = RunRego(ctx, modules, names)
	}
	switch {
	case err != nil:
		r.fail("tests", folder.Dir, "they do not compile: %v", err)
	case len(r.Rego.Tests) == 0:
		r.fail("tests", folder.Dir, "there are none; write rules whose names begin with test_ into %s", wanted)
	}
	for _, test := range r.Rego.Tests {
		if test.Failed != "" {
			r.fail(test.Name, test.Place, "%s\n%s", test.Failed, test.Output)
		}
	}
}

// runExamples runs the examples of a rule.
func (r *Report) runExamples(ctx context.Context, rules *rule.Rules, about *rule.Rule, update bool) error {
	file := path.Join(about.Folder, "examples.txtar")
	text, err := fs.ReadFile(about.In().Files, file)
	if errors.Is(err, fs.ErrNotExist) {
		r.fail("examples", file, "it does not exist; write a file that the rule reports as bad/NAME.yaml, and one that it does not as good/NAME.yaml")
		return nil
	}
	if err != nil {
		return err
	}
	examples, err := about.Examples()
	if err != nil {
		r.fail("examples", file, "%v", err)
		return nil
	}
	r.Examples = len(examples.Cases)
	for _, folder := range []string{"bad", "good"} {
		if !slices.ContainsFunc(examples.Cases, func(c rule.Example) bool { return c.Bad == (folder == "bad") }) {
			r.fail("examples", file, "there is no %s/NAME.yaml", folder)
		}
	}
	for i := range examples.Cases {
		if err := r.runExample(ctx, rules, about, file, &examples.Cases[i], update); err != nil {
			return err
		}
	}
	if updated := Archive(text, examples); update && string(updated) != string(text) {
		r.Updated = updated
	}
	return nil
}

func (r *Report) runExample(ctx context.Context, rules *rule.Rules, about *rule.Rule, file string, c *rule.Example, update bool) error {
	defer limit.Working(c.Name)()
	o, err := Run(ctx, rules, about, c)
	if err != nil {
		return err
	}
	problems, err := o.Problems(ctx, about, c)
	if err != nil {
		return err
	}
	if update && c.Bad && !slices.ContainsFunc(o.Result.Findings, isFailure) {
		c.Findings, c.Fixed = o.Got.Findings, o.Got.Fixed
	}
	for _, f := range o.Result.Findings {
		if f.Rule == about.ID && f.NoFix != "" && f.NoFix != lint.DeniedFix {
			r.Unfixed = append(r.Unfixed, Failure{c.Name, file, fmt.Sprintf("%q gets no fix: %s", f.Message, f.NoFix)})
		}
	}
	if problems = append(problems, o.Differences(c)...); len(problems) > 0 {
		r.fail(c.Name, file, "%s", strings.Join(problems, "\n"))
	}
	return nil
}

// Write prints a report as go test does.
func (r *Report) Write(w io.Writer) {
	for _, f := range r.Failures {
		fmt.Fprintf(w, "--- FAIL: %s (%s)\n", f.Name, f.Place)
		for line := range strings.Lines(f.Text) {
			fmt.Fprintf(w, "    %s\n", strings.TrimSuffix(line, "\n"))
		}
	}
	for _, f := range r.Unfixed {
		fmt.Fprintf(w, "--- NOTE: %s (%s)\n    %s\n", f.Name, f.Place, f.Text)
	}
	for _, test := range r.Rego.Tests {
		if test.Failed == "" && test.Output != "" {
			fmt.Fprintf(w, "--- PASS: %s (%s)\n%s", test.Name, test.Place, test.Output)
		}
	}
	word := "ok  "
	if !r.Passes() {
		word = "FAIL"
	}
	line := fmt.Sprintf("%s  %s  %s", word, r.Name, count(len(r.Rego.Tests), "test"))
	if r.Examples >= 0 {
		line += ", " + count(r.Examples, "example")
	}
	fmt.Fprintf(w, "%s, coverage: %.1f%% of lines\n", line, r.Rego.Coverage())
	if len(r.Rego.Uncovered) > 0 && len(r.Rego.Tests) > 0 {
		fmt.Fprintf(w, "      not covered: %s\n", ranges(r.Rego.Uncovered))
	}
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// ranges writes sorted lines as file:3, file:7-9.
func ranges(lines []rego.Line) string {
	var all []string
	for i := 0; i < len(lines); {
		end := i
		for end+1 < len(lines) && lines[end+1] == (rego.Line{File: lines[end].File, Row: lines[end].Row + 1}) {
			end++
		}
		text := fmt.Sprintf("%s:%d", lines[i].File, lines[i].Row)
		if end > i {
			text += fmt.Sprintf("-%d", lines[end].Row)
		}
		all = append(all, text)
		i = end + 1
	}
	return strings.Join(all, ", ")
}
