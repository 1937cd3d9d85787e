package manifests

import (
	"testing"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// TestChartCondition: the first path that leads to a bool decides. Without one the tags decide; one true tag is enough.
func TestChartCondition(t *testing.T) {
	for _, c := range []struct {
		dependency, values string
		want               condition
	}{
		{`{name: a}`, ``, enabled},
		{`{condition: a.enabled}`, `{}`, enabled},
		{`{condition: a.enabled}`, `{a: {enabled: true}}`, enabled},
		{`{condition: a.enabled}`, `{a: {enabled: false}}`, disabled},
		{`{condition: "a.enabled, b.enabled"}`, `{b: {enabled: false}}`, disabled},
		{`{condition: "a.enabled,b.enabled"}`, `{a: {enabled: true}, b: {enabled: false}}`, enabled},
		{`{condition: a.enabled}`, `{a: {enabled: "false"}}`, enabled},
		{`{condition: a.enabled}`, `{a: {enabled: "{{ x }}"}}`, uncertain},
		{`{condition: a.enabled}`, `{a: null}`, enabled},
		{`{tags: [x, y]}`, `{tags: {x: false}}`, disabled},
		{`{tags: [x, y]}`, `{tags: {x: false, y: true}}`, enabled},
		{`{tags: [x, y]}`, `{}`, enabled},
		{`{tags: [x], condition: a.enabled}`, `{tags: {x: false}, a: {enabled: true}}`, enabled},
	} {
		if got := chartCondition(parsed(c.dependency), parsed(c.values)); got != c.want {
			t.Errorf("%s with %s: got %d, want %d", c.dependency, c.values, got, c.want)
		}
	}
}

// TestHelmfileCondition: a value that an environment lacks is uncertain, because the command line may set it.
func TestHelmfileCondition(t *testing.T) {
	for _, c := range []struct {
		release, environment string
		want                 condition
	}{
		{`{name: a}`, `{}`, enabled},
		{`{condition: a.enabled}`, `{}`, uncertain},
		{`{condition: a.enabled}`, `{Values: {a: {}}}`, uncertain},
		{`{condition: a.enabled}`, `{Values: {a: {enabled: true}}}`, enabled},
		{`{condition: a.enabled}`, `{Values: {a: {enabled: false}}}`, disabled},
		{`{installed: "{{ .Values.crds }}"}`, `{Values: {crds: false}}`, disabled},
		{`{installed: "{{ .Values.crds | default true }}"}`, `{Values: {crds: false}}`, uncertain},
		{`{installed: "{{ .Values.crds }}", condition: a.enabled}`, `{Values: {crds: true, a: {enabled: false}}}`, disabled},
	} {
		if got := helmfileCondition(parsed(c.release), parsed(c.environment)); got != c.want {
			t.Errorf("%s with %s: got %d, want %d", c.release, c.environment, got, c.want)
		}
	}
}

// TestGeneratorsText: the values and templates of a generator do not change the text, because they do not select clusters.
func TestGeneratorsText(t *testing.T) {
	of := func(text string) string { return GeneratorsText(parsed("generators: " + text).Get("generators")) }
	prod := of(`[{clusters: {selector: {matchLabels: {env: prod, team: a}}, values: {version: 1.0.8}}}]`)
	for _, same := range []string{
		`[{clusters: {selector: {matchLabels: {team: a, env: prod}}}}]`,
		`[{clusters: {values: {version: 1.0.6}, template: {metadata: {}}, selector: {matchLabels: {env: prod, team: a}}}}]`,
	} {
		if of(same) != prod {
			t.Errorf("%s is told apart", same)
		}
	}
	for _, other := range []string{
		`[{clusters: {selector: {matchLabels: {env: dev, team: a}}}}]`,
		`[{clusters: {}}]`,
		`[{git: {files: [{path: a}]}}]`,
	} {
		if of(other) == prod {
			t.Errorf("%s is not told apart", other)
		}
	}
}

func parsed(text string) *model.Value {
	for _, doc := range yaml.TextDocuments(model.NewString(text)) {
		return doc.Root
	}
	return nil
}
