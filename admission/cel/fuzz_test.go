package cel_test

import (
	"testing"

	"github.com/karplint/karplint/admission/cel"
	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/internal/testing/celrules"
	"github.com/karplint/karplint/internal/testing/fuzz"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// FuzzRule evaluates any rule on any value. Failures returns an unconditional failure exactly if Truth returns No.
func FuzzRule(f *testing.F) {
	for _, row := range celrules.All() {
		f.Add(row.Rule.Source, "[{operator: In, values: [], key: a, id: b}]")
		f.Add(row.Rule.Source, "{role: a, amiSelectorTerms: [{alias: al2@latest}], evictionSoft: {a: b}}")
	}
	f.Fuzz(func(t *testing.T, source, text string) {
		fuzz.Bounded(t, len(source)+len(text), func() {
			rule := cel.New(source)
			rule.Shape()
			yaml.Documents(model.NewFile("in.yaml", []byte(text)), func(doc *model.Document, err *yaml.ParseError) bool {
				if err != nil || doc.Root == nil {
					return true
				}
				in := cel.Input{Self: doc.Root}
				truth, failures := rule.Truth(in), rule.Failures(in)
				if isBroken := len(failures) > 0 && !failures[0].Conditional; isBroken != (truth == known.No) {
					t.Errorf("%v, and broken at %v", truth, failures)
				}
				return true
			})
		})
	})
}
