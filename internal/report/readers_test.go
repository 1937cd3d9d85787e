package report

import (
	"bytes"
	"encoding/xml"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/rule"
)

func written(t *testing.T, format string, l *Lint) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := Write(&out, format, l); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestGitLabSchema(t *testing.T) {
	text, err := os.ReadFile("testdata/gitlab.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("gitlab.json", decoded(t, text)); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("gitlab.json")
	if err != nil {
		t.Fatal(err)
	}
	for name, l := range map[string]*Lint{"sample": sample(), "empty": {}} {
		if err := schema.Validate(decoded(t, written(t, "gitlab", l))); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	broken := bytes.Replace(written(t, "gitlab", sample()), []byte(`"major"`), []byte(`"warning"`), 1)
	if err := schema.Validate(decoded(t, broken)); err == nil {
		t.Error("the schema takes a severity that GitLab does not know")
	}
}

// TestJUnitAsRead reads a report as its readers do: they count the failures themselves, and tell tests apart by class and name.
func TestJUnitAsRead(t *testing.T) {
	l := sample()
	l.Fails = func(f lint.Finding) bool { return f.Severity == rule.Error }
	var read junitReport
	if err := xml.Unmarshal(written(t, "junit", l), &read); err != nil {
		t.Fatal(err)
	}
	suite, failures, names := read.Suites[0], 0, []string{}
	for _, c := range suite.Cases {
		names = append(names, c.Class+" "+c.Name)
		if c.Failure == nil {
			continue
		}
		failures++
		if c.Failure.Message == "" || !strings.HasPrefix(c.Failure.Text, c.File+":") {
			t.Errorf("failure %+v", c.Failure)
		}
	}
	if suite.Tests != len(l.Findings) || suite.Failures != failures || failures != 7 {
		t.Errorf("%d tests and %d failures, but %d failed", suite.Tests, suite.Failures, failures)
	}
	if slices.Sort(names); len(slices.Compact(names)) != suite.Tests {
		t.Error("two tests have one name")
	}
	if err := xml.Unmarshal(written(t, "junit", &Lint{}), &read); err != nil || len(read.Suites[1].Cases) != 1 {
		t.Errorf("a report without findings has no test: %v", err)
	}
}

// TestCheckstyleAsRead: every finding is below its file, with a severity that readers know.
func TestCheckstyleAsRead(t *testing.T) {
	var read checkstyleReport
	if err := xml.Unmarshal(written(t, "checkstyle", sample()), &read); err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, f := range read.Files {
		for _, e := range f.Errors {
			n++
			if e.Line < 1 || e.Column < 1 || e.Message == "" || !slices.Contains([]string{"error", "warning", "info"}, e.Severity) ||
				!strings.HasPrefix(e.Source, "karplint.KL") {
				t.Errorf("%s: %+v", f.Name, e)
			}
		}
	}
	if n != len(sample().Findings) {
		t.Errorf("%d findings", n)
	}
}

// TestMarkdownRows: the table has at most 50 rows and says how many are left out; a cell cannot end the table.
func TestMarkdownRows(t *testing.T) {
	l := sample()
	for len(l.Findings) < 60 {
		l.Findings = append(l.Findings, find("pod.yaml", source, "key", rule.Info, "a | b\n<script>"))
	}
	text := string(written(t, "markdown", l))
	if n := strings.Count(text, "\n| "); n != maxRows+1 || !strings.HasSuffix(text, "\nand 10 more\n") {
		t.Errorf("%d rows:\n%s", n, text)
	}
	if strings.Contains(text, "<script>") || !strings.Contains(text, `a \| b`) {
		t.Error("a text is not shown as it is")
	}
}

// TestReplacePath: a path in a text is replaced where it is whole, quoted as a shell needs it.
func TestReplacePath(t *testing.T) {
	for _, test := range []struct{ text, path, by, want string }{
		{"convert it: karplint convert a.yaml", "a.yaml", "apps/a.yaml", "convert it: karplint convert apps/a.yaml"},
		{"run x/a.yaml, a.yaml.bak and a.yaml.", "a.yaml", "b/a.yaml", "run x/a.yaml, b/a.yaml.bak and b/a.yaml."},
		{"karplint convert a.yaml", "a.yaml", "my dir/a.yaml", "karplint convert 'my dir/a.yaml'"},
		{"karplint convert 'my dir/a.yaml'", "my dir/a.yaml", "a.yaml", "karplint convert a.yaml"},
		{"karplint convert 'u�.yaml'", "u\xff.yaml", "d/u\xff.yaml", "karplint convert 'd/u�.yaml'"},
	} {
		if got := replacePath(test.text, test.path, test.by); got != test.want {
			t.Errorf("replacePath(%q, %q, %q) = %q, want %q", test.text, test.path, test.by, got, test.want)
		}
	}
}
