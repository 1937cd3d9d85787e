package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// right are configurations that Load takes.
var right = []string{
	"", "# nothing\n", "---\n", "select:\nconvert:\n", "rules:\n  KL404:\n  KL501: {severity: }\n",
	"select: KL5\n", "select: [KL5, KL, k, kl404, do-not-evict]\nignore: [KL404]\n",
	"fail-on: info\n", "karpenter-version: 1.0\n", "karpenter-version: '>= 0.37, < 1.1'\n",
	"kubernetes-version: 1.29\n", "kubernetes-version: v1.29.3\n", "destroy-order: controller-last\n",
	"exclude: a\n", "exclude: ['*.yaml', charts/**]\n",
	"rules: {KL404: off, do-not-evict: error, KL401: {severity: off, daemonsets: [a, 1]}}\n",
	"rules: {application-tolerates-disruption: {namespaces: a, workloads: }, KL506: {}}\n",
	"convert: {role: a, roles: {b: c, 1: 2}, ignore-defaults: true}\n", "convert: {instance-profile: a, role: }\n",
	"convert: {instance-profile: a, role: ''}\n", Template(),
	"overrides: []\n", "overrides:\n", "overrides: [{paths: legacy/**, rules: {KL302: off}, convert: {role: a}}, {paths: [a, b]}]\n",
	"convert:\n  answers:\n  - {objects: a/b, class: existing}\n  - {objects: [b/*], spec: {role: c, amiSelectorTerms: [{tags: {a: b}}]}}\n",
}

// unsaid are the configurations among those that Load refuses that the schema accepts, with what a schema cannot say.
var unsaid = map[string]string{
	"exclude: ['!a']\n": "what a glob is",
	"convert: {answers: [{objects: a, class: existing}]}\n":                                    "the same",
	"overrides: [{paths: a, rules: {KL5011: off}}]\n":                                          "which rules a team has",
	"convert: {answers: [{objects: a/b, spec: {amiSelectorTerms: [{tags: {b: c, b: d}}]}}]}\n": "the key is gone when YAML has become JSON",
	"convert: {answers: [{objects: a/b, spec: {amiSelectorTerms: [{id: ~}]}}]}\n":              "what is in a list, which the CRD describes",
	"select: KL5\nselect: KL4\n":                                                               "a key that stands twice is gone in JSON",
	"convert: {roles: {a: b, a: c}}\n":                                                         "the same",
	"rules: {KL404: {namespaces: a, namespaces: b}}\n":                                         "the same",
	"select: KL5\n---\nselect: KL4\n":                                                          "it sees the first document",
	"rules: {KL501: off, do-not-evict: info}\n":                                                "two names of the same rule",
	"exclude: ['a[']\n":             "what a glob is",
	"overrides: [{paths: 'a['}]\n":  "the same",
	"extends: /etc/karplint.yaml\n": "which path is relative",
	"extends: missing.yaml\n":       "which files exist",
	"extends: .karplint.yaml\n":     "what another file says",
}

// TestSchema holds the schema to Load: both accept the same, or unsaid says why not. What else a schema does not say: that a
// prefix of ids is that of a rule, and what a karpenter-version is, which Load leaves to its caller.
func TestSchema(t *testing.T) {
	schema := compiledSchema(t)
	for _, text := range right {
		if _, err := loadText(t, text); err != nil {
			t.Errorf("%q: Load: %v", text, err)
		}
		if value, err := asJSON(text); err != nil {
			t.Errorf("%q: %v", text, err)
		} else if err := schema.Validate(value); err != nil {
			t.Errorf("%q: the schema refuses it: %v", text, err)
		}
	}
	for text := range wrong {
		value, err := asJSON(text)
		if err != nil {
			continue // no schema sees it
		}
		accepted := schema.Validate(value) == nil
		if reason, known := unsaid[text]; accepted != known {
			t.Errorf("%q: the schema accepts it: %v; %s", text, accepted, reason)
		}
	}
	for text := range unsaid {
		if _, known := wrong[text]; !known {
			t.Errorf("%q is in no test of Load", text)
		}
	}
}

// TestExamplesOfDocumentation: the configurations that docs/configuration.md shows are right, and show every setting.
func TestExamplesOfDocumentation(t *testing.T) {
	schema := compiledSchema(t)
	page, err := os.ReadFile("../../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{}
	for _, block := range strings.Split(string(page), "```yaml\n")[1:] {
		text, _, _ := strings.Cut(block, "```")
		if _, err := loadText(t, text); err != nil {
			t.Errorf("%v in\n%s", err, text)
		}
		value, err := asJSON(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(value); err != nil {
			t.Errorf("%v in\n%s", err, text)
		}
		settings, _ := value.(map[string]any)
		note(shown, "", settings)
	}
	each("", keys, func(name string) {
		if !shown[name] && name != "convert.instance-profile" { // which role excludes
			t.Errorf("docs/configuration.md does not show %s", name)
		}
	})
}

// TestOptionsOfDocumentation: docs/configuration.md names every option of a rule.
func TestOptionsOfDocumentation(t *testing.T) {
	page, err := os.ReadFile("../../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	all, err := builtin("", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, rule := range all.All() {
		for _, o := range rule.Options {
			found := false
			for line := range strings.Lines(string(page)) {
				found = found || strings.HasPrefix(line, "| ["+rule.ID+"]") && strings.Contains(line, "`"+o.Name+"`")
			}
			if !found {
				t.Errorf("docs/configuration.md does not name the option %s of %s", o.Name, rule.ID)
			}
		}
	}
}

func note(shown map[string]bool, prefix string, settings map[string]any) {
	for name, value := range settings {
		shown[join(prefix, name)] = true
		if inner, ok := value.(map[string]any); ok {
			note(shown, join(prefix, name), inner)
		}
	}
}

func each(prefix string, known []key, do func(string)) {
	for _, k := range known {
		do(join(prefix, k.name))
		each(join(prefix, k.name), k.keys, do)
	}
}

// TestTemplate: what init writes sets nothing, and each of its settings is right when it is switched on.
func TestTemplate(t *testing.T) {
	c, err := loadText(t, Template())
	if err != nil {
		t.Fatal(err)
	}
	if on := fmt.Sprint(c.Select, c.Ignore, c.FailOn, c.KarpenterVersion, c.KubernetesVersion, c.DestroyOrder, c.Exclude, c.Rules, c.Convert); on !=
		fmt.Sprint([]string(nil), []string(nil), "", "", "", "", []string(nil), ruleSettings{}, convertSettings{}) {
		t.Errorf("it sets something: %s", on)
	}
	var on []string
	for line := range strings.Lines(Template()) {
		if strings.Contains(line, "#instance-profile") { // which role excludes
			continue
		}
		if trimmed := strings.TrimLeft(line, " "); strings.HasPrefix(trimmed, "#") && !strings.HasPrefix(trimmed, "# ") {
			line = strings.Repeat(" ", len(line)-len(trimmed)) + trimmed[1:]
		}
		on = append(on, line)
	}
	c, err = loadText(t, strings.Join(on, ""))
	if err != nil {
		t.Fatalf("%v in\n%s", err, strings.Join(on, ""))
	}
	each("", keys, func(name string) {
		if c.Place(name) == "" && name != "convert.instance-profile" {
			t.Errorf("it does not explain %s", name)
		}
	})
}

func compiledSchema(t testing.TB) *jsonschema.Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(madeSchema(t)))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(schemaURL, document); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile(schemaURL) // checks it against the schema of schemas as well
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// asJSON reads the first document of YAML as an editor does.
func asJSON(text string) (value any, err error) {
	if err := yaml.NewDecoder(strings.NewReader(text)).Decode(&value); err != nil && err.Error() != "EOF" {
		return nil, err
	}
	data, err := json.Marshal(stringKeys(value))
	if err != nil {
		return nil, err
	}
	return jsonschema.UnmarshalJSON(bytes.NewReader(data))
}

func stringKeys(value any) any {
	switch v := value.(type) {
	case map[string]any:
		for key, inner := range v {
			v[key] = stringKeys(inner)
		}
	case map[any]any:
		all := map[string]any{}
		for key, inner := range v {
			all[fmt.Sprint(key)] = stringKeys(inner)
		}
		return all
	case []any:
		for i, item := range v {
			v[i] = stringKeys(item)
		}
	}
	return value
}
