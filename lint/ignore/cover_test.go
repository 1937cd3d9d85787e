package ignore_test

import (
	"strings"
	"testing"
	"time"

	"github.com/karplint/karplint/internal/testing/cputime"
	"github.com/karplint/karplint/lint/ignore"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/karplint/karplint/rules"
)

// TestManyCovers asks a file with as many suppressions as findings what covers each finding. Comparing each with each would take a minute.
func TestManyCovers(t *testing.T) {
	all, err := rule.Load(rules.FS)
	if err != nil {
		t.Fatal(err)
	}
	const n = 40_000
	text := "# karplint:ignore-file KL501 -- why\n" + "a:\n" + strings.Repeat("- b # karplint:ignore KL502 -- why\n", n)
	f := model.NewFile("a.yaml", []byte(text))
	file := ignore.NewFile(all, f)
	yaml.Documents(f, func(doc *model.Document, broken *yaml.ParseError) bool {
		if broken != nil {
			t.Fatal(broken)
		}
		file.AddLines(file.InDocument(doc))
		return true
	})
	if len(file.Top) != 1 || len(file.Lines()) != n {
		t.Fatalf("%d and %d suppressions", len(file.Top), len(file.Lines()))
	}
	start, used := cputime.Used(), 0
	for line := 3; line < n+3; line++ {
		for _, rule := range []string{"KL501", "KL502"} {
			keys, covered := file.Cover(rule, line)
			if used += len(keys); !covered {
				t.Fatalf("%s is not covered on line %d", rule, line)
			}
		}
	}
	if _, covered := file.Cover("KL502", 1); covered || used != 2*n {
		t.Errorf("%d suppressions are used", used)
	}
	if took := cputime.Used() - start; took > 5*time.Second {
		t.Errorf("it takes %s", took)
	}
}
