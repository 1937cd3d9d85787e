package conformance

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
	"sigs.k8s.io/yaml"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/convert/charts"
	"github.com/karplint/karplint/model"
	parsed "github.com/karplint/karplint/parsers/yaml"
)

// TestRandomCharts holds random charts to the law for all values that are known: those of values.yaml, of another file and of an installation. Their
// fields are written by templates in many forms, and the values differ.
func TestRandomCharts(t *testing.T) {
	converted, left, decided := 0, 0, map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		c := drawChart(t)
		opts := convert.Options{To: convert.V1, Role: "NodeRole"}
		if len(c.installed) > 0 {
			opts.Charts = func(string) []charts.Installation { return c.installed }
		}
		by, err := convert.New(opts)
		if err != nil {
			t.Fatal(err)
		}
		after := c.files.clone()
		for _, name := range c.given {
			delete(after, name) // no file of the chart
		}
		if decisions := after.convert(by); len(decisions) > 0 {
			left++
			for _, d := range decisions {
				decided[firstWords(d)]++
			}
			return
		}
		for _, name := range c.given {
			after[name] = c.files[name]
		}
		converted++
		for _, values := range c.valuations {
			c.keepsLaw(t, after, values)
		}
	})
	t.Logf("%d charts converted, %d left to a person", converted, left)
	for _, reason := range slices.Sorted(maps.Keys(decided)) {
		t.Logf("%d: %s", decided[reason], reason)
	}
	if !t.Failed() && left > converted*3 {
		t.Errorf("%d charts are left to a person, and only %d converted", left, converted)
	}
}

// keepsLaw compares what the converted chart renders with some values with what converting the rendered chart gives.
func (c *randomChart) keepsLaw(t *rapid.T, after chartOf, values string) {
	rendered, err := c.files.render(values)
	if err != nil {
		t.Fatalf("the chart does not render with %s: %v\n%s", values, err, c.files.changedText(nil))
	}
	by, err := convert.New(convert.Options{To: convert.V1, Role: "NodeRole"})
	if err != nil {
		t.Fatal(err)
	}
	if decisions := rendered.convert(by); len(decisions) > 0 {
		t.Fatalf("what is rendered with %s needs a person:\n%s\n%s", values, strings.Join(decisions, "\n"), c.files.changedText(nil))
	}
	got, err := after.render(values)
	if err != nil {
		t.Fatalf("the converted chart does not render with %s: %v\n%s", values, err, after.changedText(nil))
	}
	want, is := rendered.read(t), got.read(t)
	if diff := cmp.Diff(want, is); diff != "" {
		t.Fatalf("with %s rendering the converted chart gives other objects (+) than converting the rendered one (-):\n%s\n%s\nbecomes\n%s", values, diff,
			c.files.changedText(nil), after.changedText(c.files))
	}
}

// read returns the objects of rendered files by their names.
func (c chartOf) read(t *rapid.T) map[string]object {
	all := map[string]object{}
	for _, name := range slices.Sorted(maps.Keys(c)) {
		read, err := objects([]byte(c[name]))
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, c[name])
		}
		for _, o := range read {
			all[nameOf(o)] = comparable(o)
		}
	}
	return all
}

// randomChart is a chart with the values that are known.
type randomChart struct {
	t          *rapid.T
	files      chartOf
	valuations []string // files of values that it is rendered with
	given      []string // of them, those that stand for an installation
	installed  []charts.Installation

	values []map[string]any // of values.yaml, and what the others set on top
}

func drawChart(t *rapid.T) *randomChart {
	c := &randomChart{t: t, files: chartOf{}}
	for range 1 + rapid.IntRange(1, 2).Draw(t, "others") {
		c.values = append(c.values, map[string]any{})
	}
	class, pool := c.class, c.pool
	if rapid.Bool().Draw(t, "alpha") {
		class, pool = c.alphaClass, c.alphaPool
	}
	c.files["chart/templates/class.yaml"], c.files["chart/templates/pool.yaml"] = class(), pool()
	c.files["chart/Chart.yaml"] = "apiVersion: v2\nname: pools\nversion: 1.0.0\n"
	isInstalled := rapid.Bool().Draw(t, "installed")
	for i, values := range c.values {
		name := "chart/values.yaml"
		if i > 0 {
			name = fmt.Sprintf("chart/values-%d.yaml", i)
		}
		c.files[name] = text(values)
		if i > 0 && isInstalled {
			c.given = append(c.given, name)
			c.installed = append(c.installed, charts.Installation{File: "apps/pools.yaml", Line: 1, Values: valuesIn(t, c.files[name])})
		}
		if i > 0 || !isInstalled {
			c.valuations = append(c.valuations, name)
		}
	}
	return c
}

// valuesIn returns the values of a text.
func valuesIn(t *rapid.T, text string) (root *model.Value) {
	f := model.NewFile("apps/pools.yaml", []byte(text))
	parsed.Documents(f, func(doc *model.Document, err *parsed.ParseError) bool {
		if err != nil {
			t.Fatal(err)
		}
		root = doc.LocatedRoot()
		return true
	})
	return root
}

// set gives a value a new key, one of the choices in values.yaml, and perhaps another one elsewhere. It returns its path in a template.
func (c *randomChart) set(choices ...any) string {
	key := fmt.Sprintf("v%d", len(c.values[0]))
	c.values[0][key] = rapid.SampledFrom(choices).Draw(c.t, key)
	for _, values := range c.values[1:] {
		if rapid.IntRange(0, 3).Draw(c.t, "overrides") == 3 {
			values[key] = rapid.SampledFrom(choices).Draw(c.t, key)
		}
	}
	return ".Values." + key
}

// scalar writes a field, by a template or as it is.
func (c *randomChart) scalar(choices ...any) string {
	switch rapid.IntRange(0, 4).Draw(c.t, "form") {
	case 0:
		return fmt.Sprintf("{{ %s }}", c.set(choices...))
	case 1:
		return fmt.Sprintf("{{ %s | default %q }}", c.set(choices...), fmt.Sprint(choices[0]))
	default:
		return fmt.Sprint(rapid.SampledFrom(choices).Draw(c.t, "literal"))
	}
}

// block writes a field of a map or list, by a template or as it is, behind its key.
func (c *randomChart) block(indent int, choices ...any) string {
	if rapid.Bool().Draw(c.t, "templated") {
		return fmt.Sprintf(" {{- toYaml %s | nindent %d }}", c.set(choices...), indent)
	}
	return "\n" + indented(rapid.SampledFrom(choices).Draw(c.t, "literal"), indent)
}

func indented(v any, indent int) string {
	data, err := yaml.Marshal(v)
	if err != nil {
		panic(err) // it is made above
	}
	blanks := strings.Repeat(" ", indent)
	return blanks + strings.ReplaceAll(strings.TrimSuffix(string(data), "\n"), "\n", "\n"+blanks)
}

// perhaps writes a field always, never, or under a condition.
func (c *randomChart) perhaps(line string) string {
	switch rapid.IntRange(0, 3).Draw(c.t, "presence") {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("  {{- if %s }}\n%s\n  {{- end }}\n", c.set(true, false), line)
	default:
		return line + "\n"
	}
}

func requirement(key string, values ...any) map[string]any {
	return map[string]any{"key": key, "operator": "In", "values": values}
}

func (c *randomChart) requirements() []any {
	return []any{
		[]any{requirement("kubernetes.io/arch", "amd64"), requirement("kubernetes.io/os", "linux")},
		[]any{requirement("karpenter.sh/capacity-type", "spot", "on-demand")},
		[]any{requirement("team", "a"), requirement("karpenter.k8s.aws/instance-category", "c")},
	}
}

func (c *randomChart) class() string {
	terms := []any{[]any{map[string]any{"tags": map[string]any{"a": "b"}}}, []any{map[string]any{"id": "subnet-12345678"}}}
	lines := "apiVersion: karpenter.k8s.aws/v1beta1\nkind: EC2NodeClass\nmetadata:\n  name: default\nspec:\n" +
		"  amiFamily: " + c.scalar("AL2", "AL2023", "Bottlerocket") + "\n" +
		"  role: " + c.scalar("Nodes", "OtherNodes") + "\n" +
		"  subnetSelectorTerms:" + c.block(4, terms...) + "\n" +
		"  securityGroupSelectorTerms: [{tags: {a: b}}]\n"
	lines += c.perhaps("  metadataOptions:" + c.block(4, map[string]any{"httpTokens": "required"}, map[string]any{"httpPutResponseHopLimit": 1}))
	lines += c.perhaps("  tags:" + c.block(4, map[string]any{"team": "a"}, map[string]any{"cost": "b", "team": "c"}))
	if rapid.IntRange(0, 3).Draw(c.t, "contents") == 3 {
		contents := []any{map[string]any{"detailedMonitoring": true}, map[string]any{"userData": "echo", "instanceStorePolicy": "RAID0"}}
		lines += fmt.Sprintf("  {{- toYaml %s | nindent 2 }}\n", c.set(contents...))
	}
	return lines
}

func (c *randomChart) pool() string {
	return "apiVersion: karpenter.sh/v1beta1\nkind: NodePool\nmetadata:\n  name: default\nspec:\n" +
		c.perhaps("  weight: "+c.scalar(1, 10, 50)) +
		c.perhaps("  limits:"+c.block(4, map[string]any{"cpu": "10"}, map[string]any{"cpu": "100", "memory": "10Gi"})) +
		c.disruption() +
		"  template:\n" +
		strings.ReplaceAll(c.perhaps("    metadata:\n      labels:"+c.block(8, map[string]any{"team": "a"}, map[string]any{"a": "b", "c": "d"})),
			"  {{- if", "    {{- if") +
		"    spec:\n" +
		"      nodeClassRef: {name: default}\n" +
		"      requirements:" + c.block(8, c.requirements()...) + "\n"
}

// disruption writes the disruption of a pool of v1beta1: as a whole, or by a policy with what goes with it.
func (c *randomChart) disruption() string {
	const whenEmpty, whenUnderutilized = "WhenEmpty", "WhenUnderutilized"
	switch rapid.IntRange(0, 3).Draw(c.t, "disruption") {
	case 0:
		return ""
	case 1:
		return "  disruption:" + c.block(4,
			map[string]any{"consolidationPolicy": whenEmpty, "consolidateAfter": "30s", "expireAfter": "48h"},
			map[string]any{"consolidationPolicy": whenUnderutilized},
			map[string]any{"consolidationPolicy": whenUnderutilized, "expireAfter": "Never"}) + "\n"
	case 2:
		policy := c.set(whenEmpty, whenUnderutilized)
		return fmt.Sprintf("  disruption:\n    consolidationPolicy: {{ %s }}\n    {{- if eq %[1]s \"WhenEmpty\" }}\n    consolidateAfter: %s\n    {{- "+
			"end }}\n", policy, c.scalar("30s", "5m")) +
			"    expireAfter: " + c.scalar("24h", "Never") + "\n"
	}
	return "  disruption:\n    consolidationPolicy: WhenUnderutilized\n    expireAfter: " + c.scalar("24h", "Never") + "\n"
}

func (c *randomChart) alphaClass() string {
	selectors := []any{map[string]any{"a": "b"}, map[string]any{"karpenter.sh/discovery": "shop", "team": "a"}}
	return "apiVersion: karpenter.k8s.aws/v1alpha1\nkind: AWSNodeTemplate\nmetadata:\n  name: default\nspec:\n" +
		c.perhaps("  amiFamily: "+c.scalar("AL2", "Bottlerocket")) +
		"  instanceProfile: " + c.scalar("Nodes", "OtherNodes") + "\n" +
		"  subnetSelector:" + c.block(4, selectors...) + "\n" +
		"  securityGroupSelector: {a: b}\n" +
		c.perhaps("  tags:"+c.block(4, map[string]any{"team": "a"}, map[string]any{"cost": "b"}))
}

func (c *randomChart) alphaPool() string {
	ttl := c.perhaps("  ttlSecondsAfterEmpty: " + c.scalar(30, 600))
	if rapid.Bool().Draw(c.t, "consolidates") {
		ttl = "  consolidation:\n    enabled: " + c.scalar(true) + "\n"
	}
	return "apiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata:\n  name: default\nspec:\n" +
		"  providerRef: {name: default}\n" + ttl +
		c.perhaps("  ttlSecondsUntilExpired: "+c.scalar(86400, 3600)) +
		c.perhaps("  limits:\n    resources:"+c.block(6, map[string]any{"cpu": "10"}, map[string]any{"cpu": "100", "memory": "10Gi"})) +
		c.perhaps("  labels:"+c.block(4, map[string]any{"team": "a"}, map[string]any{"a": "b"})) +
		"  requirements:" + c.alphaRequirements() + "\n"
}

// alphaRequirements writes a list of requirements behind its key: as a block, in loops that write keys, or by a named template.
func (c *randomChart) alphaRequirements() string {
	switch rapid.IntRange(0, 4).Draw(c.t, "requirements") {
	case 0:
		list := c.set([]any{}, []any{key("kubernetes.io/arch", "arm64"), key("kubernetes.io/os", "linux")},
			[]any{key("karpenter.sh/capacity-type", "spot")})
		return c.perhapsFixed() + fmt.Sprintf("\n    {{- range %s }}\n    - key: {{ .key }}\n      operator: In\n      values: {{ toJson .values }}\n    "+
			"{{- end }}", list)
	case 1:
		values := c.set(map[string]any{"kubernetes.io/arch": []any{"arm64"}}, map[string]any{"team": []any{"a", "b"}}, map[string]any{})
		return fmt.Sprintf("\n    {{- range $key, $values := %s }}\n    - key: {{ $key }}\n      operator: In\n      values: {{ toJson $values }}\n    "+
			"{{- end }}", values) + c.perhapsFixed()
	case 2:
		domain := c.set("acme.example.com", "karpenter.k8s.aws")
		return fmt.Sprintf("\n    - key: {{ %s }}/instance-category\n      operator: In\n      values: [c]", domain) + c.perhapsFixed()
	case 3:
		arch := c.scalar("amd64", "arm64")
		c.files["chart/templates/_helpers.tpl"] = "{{- define \"requirements\" -}}\n" +
			"- {key: kubernetes.io/arch, operator: In, values: [\"" + arch + "\"]}\n- {key: kubernetes.io/os, operator: Exists}\n" +
			"- {key: karpenter.sh/capacity-type, operator: Exists}\n- {key: karpenter.k8s.aws/instance-family, operator: Exists}\n{{- end -}}\n"
		return "\n    {{- include \"requirements\" . | nindent 4 }}"
	}
	return c.block(4, c.requirements()...)
}

// perhapsFixed writes a requirement as it is, or none.
func (c *randomChart) perhapsFixed() string {
	if rapid.Bool().Draw(c.t, "fixed") {
		return "\n    - {key: karpenter.sh/capacity-type, operator: Exists}"
	}
	return ""
}

func key(name string, values ...any) map[string]any {
	return map[string]any{"key": name, "values": values}
}
