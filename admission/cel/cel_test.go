package cel_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/karplint/karplint/admission/cel"
	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/internal/testing/celrules"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// TestRulesParse: every rule of Karpenter's CRDs parses.
func TestRulesParse(t *testing.T) {
	all := celrules.All()
	for _, row := range all {
		if err := row.Rule.Err(); err != nil {
			t.Error(err)
		}
	}
	if len(all) < 100 {
		t.Errorf("only %d rules", len(all))
	}
	for source, want := range map[string]bool{"self == oldSelf": true, "has(self.a) == has(oldSelf.a)": true, "self.oldSelf == 'oldSelf'": false} {
		if got := cel.New(source).Transition(); got != want {
			t.Errorf("%s: Transition() = %t, want %t", source, got, want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for source, want := range map[string]string{
		"":                         "instead of a value",
		"self ==":                  "instead of",
		"self.all(x, x":            `instead of ")"`,
		"self.map(x, x)":           "is no function map of",
		"self.size(1)":             "no function size of 2",
		"self == 'a":               "has no end",
		`self == "a\"b"`:           "has an escape",
		"self + 1":                 "does not start an operator",
		"self.find(self)":          "the pattern is not a literal",
		"self.find('(')":           "missing closing",
		"has(self)":                "has is for fields",
		"self self":                "after the end",
		"self in [1]":              `"1" instead of "]"`,
		"99999999999999999999":     "out of range",
		strings.Repeat("(", 1<<16): "too many brackets",
	} {
		rule := cel.New(source)
		if err := rule.Err(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: error %v, want one with %q", source, err, want)
		}
		if truth := rule.Truth(cel.Input{Self: model.NewString("")}); truth != known.Maybe {
			t.Errorf("%.40q: Truth = %v for a rule that cannot be evaluated", source, truth)
		}
	}
}

// selfOf returns the tree of a manifest. A list or map with a line that begins a template branch is uncertain.
func selfOf(t testing.TB, text string) cel.Input {
	t.Helper()
	var in cel.Input
	yaml.Documents(model.NewFile("in.yaml", []byte(text)), func(doc *model.Document, err *yaml.ParseError) bool {
		if err != nil {
			t.Fatal(err)
		}
		in.Self = doc.Root
		return false
	})
	branch := strings.Index(text, "{{- if")
	var uncertain *model.Value
	for v := range in.Self.All() {
		isInside := v == in.Self || v.Span.Start < branch && branch < v.Span.End
		if branch >= 0 && isInside && !v.IsScalar() {
			uncertain = v // the innermost one
		}
	}
	in.Uncertain = func(v *model.Value) bool { return v == uncertain }
	return in
}

// TestFailures compares the paths at which a rule is broken: "self" is the value of the rule itself, "?" marks a failure that depends
// on a branch.
func TestFailures(t *testing.T) {
	const (
		in        = "self.all(x, x.operator == 'In' ? x.values.size() != 0 : true)"
		gtLt      = "self.all(x, (x.operator == 'Gt' || x.operator == 'Lt') ? (x.values.size() == 1 && int(x.values[0]) >= 0) : true)"
		minValues = "self.all(x, (x.operator == 'In' && has(x.minValues)) ? x.values.size() >= x.minValues : true)"
		oneRole   = "(has(self.role) && !has(self.instanceProfile)) || (!has(self.role) && has(self.instanceProfile))"
		alias     = "!self.exists(x, has(x.alias) && (has(x.id) || has(x.tags) || has(x.name) || has(x.owner)))"
		loneAlias = "!(self.exists(x, has(x.alias)) && self.size() != 1)"
		idTags    = "!self.all(x, has(x.id) && has(x.tags))"
		al2       = "!has(self.amiFamily) || (self.amiSelectorTerms.exists(x, has(x.alias) && x.alias.find('^[^@]+') == 'al2') ? (self.amiFamily == " +
			"'Custom' || self.amiFamily == 'AL2') : true)"
		root     = "self.filter(x, has(x.rootVolume)?x.rootVolume==true:false).size() <= 1"
		soft     = "has(self.evictionSoft) ? self.evictionSoft.all(e, (e in self.evictionSoftGracePeriod)):true"
		reserved = "self.all(x, !self[x].startsWith('-'))"
		windows  = "self.split('@')[0] in ['windows2019','windows2022'] ? self.split('@')[1] == 'latest' : true"
		limits   = "!has(self.replicas) || (!has(self.limits) || size(self.limits) == 0 || (size(self.limits) == 1 && 'nodes' in self.limits))"
		schedule = "self.all(x, has(x.schedule) == has(x.duration))"
		domain   = `self.all(x, x in ["karpenter.sh/capacity-type", "karpenter.sh/nodepool"] || !x.find("^([^/]+)").endsWith("karpenter.sh"))`
		cards    = "self.all(x, self.filter(y, x.networkCardIndex == y.networkCardIndex && x.deviceIndex == y.deviceIndex).size() == 1 && " +
			"(x.interfaceType != 'efa-only' || self.filter(y, x.networkCardIndex == y.networkCardIndex && y.interfaceType == 'efa-only').size() == 1))"
	)
	for _, test := range []struct{ rule, self, want string }{
		{in, "- {operator: In, values: [a]}\n- {operator: Exists}", ""},
		{in, "- {operator: In, values: []}\n- {operator: In}", "[0].values [1].values"},
		{in, "- {operator: In, values: {{ .Values.x }}}", ""},
		{in, "- {operator: '{{ .Values.x }}'}", ""},
		{in, "- operator: In\n{{- if .Values.x }}\n  values: [a]\n{{- end }}", ""},
		{in, "- {operator: Exists}\n{{- if .Values.x }}\n- {operator: In}\n{{- end }}", "[1].values?"},
		{in, "- operator: Exists\n{{- range .Values.x }}\n- {{ . }}\n{{- end }}", ""},
		{gtLt, "- {operator: Gt, values: ['1']}", ""},
		{gtLt, "- {operator: Gt, values: ['1', '2']}", "[0].values"},
		{gtLt, "- {operator: Gt, values: [a]}", "[0].values[0]"},
		{gtLt, "- {operator: Gt, values: ['-1']}", "[0].values[0]"},
		{gtLt, "- {operator: Gt}", "[0].values"},
		{gtLt, "- {operator: Gt, values: ['{{ .Values.x }}']}", ""},
		{minValues, "- {operator: In, values: [a], minValues: 2}", "[0].values"},
		{minValues, "- {operator: In, values: ['{{ .Values.x }}'], minValues: 2}", ""},
		{minValues, "- {operator: NotIn, values: [a], minValues: 2}", ""},
		{minValues, "- {operator: In, values: [a], minValues: '{{ .Values.x }}'}", ""},
		{minValues, "- operator: In\n  minValues: 0x2\n  values:\n  - a\n{{- if .Values.x }}\n  - b\n{{- end }}", ""},
		{minValues, "- operator: In\n  values: [a]\n{{- if .Values.x }}\n  minValues: 2\n{{- end }}", ""},
		{minValues, "- operator: Exists\n{{- if .Values.x }}\n- {operator: In, values: [a], minValues: 2}\n{{- end }}", "[1].values?"},
		{oneRole, "{role: a}", ""},
		{oneRole, "{role: a, instanceProfile: null}", ""},
		{oneRole, "{role: a, instanceProfile: b}", "instanceProfile"},
		{oneRole, "{instanceProfile: b, role: a}", "role"},
		{oneRole, "{}", "self"},
		{oneRole, "role: a\n{{- if .Values.x }}\ninstanceProfile: b\n{{- end }}", ""},
		{alias, "[{alias: a}, {id: b}]", ""},
		{alias, "[{alias: a}, {alias: a, id: b}]", "[1].id"},
		{alias, "[{id: b, alias: a}]", "[0].alias"},
		{alias, "- alias: a\n{{- if .Values.x }}\n  id: b\n{{- end }}", ""},
		{loneAlias, "[{alias: a}]", ""},
		{loneAlias, "[{id: b}, {alias: a}]", "[1].alias"},
		{loneAlias, "- alias: a\n{{- if .Values.x }}\n- id: a\n{{- end }}", ""},
		{idTags, "[{id: a}, {id: a, tags: {}}]", ""},
		{idTags, "[{id: a, tags: {}}, {id: a, tags: {}}]", "[0].tags"},
		{idTags, "[]", "self"},
		{al2, "{amiFamily: AL2, amiSelectorTerms: [{alias: al2@latest}]}", ""},
		{al2, "{amiFamily: AL2023, amiSelectorTerms: [{alias: al2@latest}]}", "amiFamily"},
		{al2, "{amiFamily: AL2023, amiSelectorTerms: [{alias: '{{ .Values.x }}'}]}", ""},
		{root, "[{rootVolume: true}, {rootVolume: false}, {}]", ""},
		{root, "[{rootVolume: true}, {rootVolume: false}, {rootVolume: true}]", "[2]"},
		{root, "- rootVolume: true\n{{- if .Values.x }}\n- rootVolume: true\n{{- end }}", ""},
		{soft, "{evictionSoft: {a: 1%}, evictionSoftGracePeriod: {a: 1m}}", ""},
		{soft, "{evictionSoft: {a: 1%, b: 1%}, evictionSoftGracePeriod: {b: 1m}}", "evictionSoft.a"},
		{soft, "{evictionSoft: {a: 1%}}", "evictionSoft.a"},
		{soft, "{evictionSoft: {}}", ""},
		{reserved, "{cpu: '1'}", ""},
		{reserved, "{cpu: 100m, memory: 1}", "memory"},
		{reserved, "{cpu: '-1'}", "cpu"},
		{windows, "windows2022@latest", ""},
		{windows, "windows2022@1", "self"},
		{windows, "windows2022", "self"},
		{windows, "'{{ .Values.x }}'", ""},
		{limits, "{replicas: 1, limits: {nodes: 1}}", ""},
		{limits, "{replicas: 1, limits: {cpu: 1}}", "limits"},
		{limits, "limits: {cpu: 1}\n{{- if .Values.x }}\nreplicas: 1\n{{- end }}", ""},
		{limits, "limits:\n  cpu: 1\n{{- if .Values.x }}\n  memory: 1\n{{- end }}\nreplicas: 1", ""},
		{schedule, "[{schedule: a, duration: b}, {duration: b}, {schedule: a}, {}]", "[1].duration [2].schedule"},
		{domain, "{karpenter.sh/capacity-type: spot, a/b: c}", ""},
		{domain, "{karpenter.sh/x: spot, a/b: c, x.karpenter.sh/y: z}", `["karpenter.sh/x"] ["x.karpenter.sh/y"]`},
		{domain, "{{- if .Values.x }}\nkarpenter.sh/x: spot\n{{- end }}\na: b", `["karpenter.sh/x"]?`},
		{cards, "[{networkCardIndex: 0, deviceIndex: 0, interfaceType: interface}, {networkCardIndex: 0, deviceIndex: 1, interfaceType: efa-only}]", ""},
		{cards, "{{- if .Values.x }}\n- {interfaceType: efa-only}\n{{- end }}\n- {networkCardIndex: 0, deviceIndex: 0, interfaceType: interface}", "[0]?"},
		{cards, "[{networkCardIndex: 0, deviceIndex: 1, interfaceType: efa-only}, {networkCardIndex: 0, deviceIndex: 1, interfaceType: interface}]", "[1]"},
	} {
		rule := cel.New(test.rule)
		if err := rule.Err(); err != nil {
			t.Fatal(err)
		}
		if got := failuresText(rule, selfOf(t, test.self)); got != test.want {
			t.Errorf("%s\n%s\nbroken at %q, want %q", test.rule, test.self, got, test.want)
		}
	}
}

// TestTruth covers operations that no rule of Karpenter tests in every way.
func TestTruth(t *testing.T) {
	for _, test := range []struct {
		rule, self string
		want       known.Truth
	}{
		{"self.size() == 1", "é", known.Yes},
		{"size(self) == 2", "{a: 1, b: 2}", known.Yes},
		{"self.filter(x, x.a == 'b').size() == 0", "[{}]", known.No},
		{"!self.all(x, x.a == 'b')", "[{}]", known.No},
		{"self.all(x, x.a == 'b')", "[{}, {a: c}]", known.No},
		{"!self.all(x, x.a == 'b')", "[{}, {a: c}]", known.Yes},
		{"self.exists(x, x.a == 'b')", "[{}, {a: b}]", known.Yes},
		{"self.a == 'b' || true", "{}", known.Yes},
		{"!(self.a == 'b' && false)", "{}", known.Yes},
		{"self[0] == 'a' && self[1] == 'b'", "[a, b]", known.Yes},
		{"self[2] == 'a' || self[2] != 'a'", "[a, b]", known.No},
		{"self[0] == 'a'", "- a\n{{- if .Values.x }}\n- b\n{{- end }}", known.Maybe},
		{"self['a'] < 0x10", "{a: 15}", known.Maybe}, // does not parse, because no rule of Karpenter has such a number
		{"self['a'] < 16", "{a: 0xF}", known.Yes},
		{"self.a.b == 'c'", "{a: {}}", known.No},
		{"self.a <= 2 && self.a >= 2", "{a: 2}", known.Yes},
		{"self == 'a'", "{{ .Values.x }}", known.Maybe},
	} {
		if got := cel.New(test.rule).Truth(selfOf(t, test.self)); got != test.want {
			t.Errorf("%s\n%s\nis %v, want %v", test.rule, test.self, got, test.want)
		}
	}
}

// TestSteps: the work for long lists is bounded. Beyond the bound the truth of a rule is unknown.
func TestSteps(t *testing.T) {
	in := selfOf(t, "["+strings.Repeat("{a: 1},", 20_000)+"]")
	truth, steps := cel.Steps(cel.New("self.all(x, self.filter(y, x.a == y.a).size() > 1)"), in)
	if truth != known.Maybe || steps > 2*cel.MaxSteps {
		t.Errorf("%v after %d steps", truth, steps)
	}
}

// TestStepsOfMerges: each field of a map with merge keys takes steps for all maps that they add.
func TestStepsOfMerges(t *testing.T) {
	in := selfOf(t, "{one: &one {a: 1}, all: {<<: ["+strings.Repeat("*one, ", 2000)+"]}, list: ["+strings.Repeat("0, ", 2000)+"]}")
	truth, steps := cel.Steps(cel.New("self.list.all(e, has(self.all.a))"), in)
	if truth != known.Maybe || steps > 2*cel.MaxSteps {
		t.Errorf("%v after %d steps", truth, steps)
	}
}

func failuresText(rule *cel.Rule, in cel.Input) string {
	var paths []string
	for _, failure := range rule.Failures(in) {
		path := model.PathText(failure.Path)
		if path == "" {
			path = "self"
		}
		if failure.Conditional {
			path += "?"
		}
		paths = append(paths, path)
	}
	return strings.Join(paths, " ")
}

// TestDefault: a field with a default is present, and its value is unknown if a template may set it.
func TestDefault(t *testing.T) {
	const (
		after   = "has(self.consolidateAfter) ? self.consolidationPolicy != 'WhenUnderutilized' || self.consolidateAfter == 'Never' : true"
		isEmpty = "self.consolidationPolicy == 'WhenEmpty' ? has(self.consolidateAfter) : true"
	)
	for _, test := range []struct{ rule, self, want string }{
		{after, "consolidateAfter: 30s", "consolidateAfter"},
		{after, "{}", ""},
		{after, "{consolidateAfter: 30s, consolidationPolicy: null}", "consolidateAfter"},
		{after, "{consolidateAfter: 30s, consolidationPolicy: WhenEmpty}", ""},
		{after, "consolidateAfter: 30s\n{{- if .Values.x }}\nconsolidationPolicy: WhenEmpty\n{{- end }}", ""},
		{isEmpty, "{}", ""},
		{isEmpty, "a: b\n{{- if .Values.x }}\nconsolidationPolicy: WhenEmpty\n{{- end }}", ""},
	} {
		in := selfOf(t, test.self)
		in.Default = func(path []any) *model.Value {
			if slices.Equal(path, []any{"consolidationPolicy"}) {
				return model.NewString("WhenUnderutilized")
			}
			return nil
		}
		if got := failuresText(cel.New(test.rule), in); got != test.want {
			t.Errorf("%s\n%s\nbroken at %q, want %q", test.rule, test.self, got, test.want)
		}
	}
}

// TestPath: the paths of failures begin at the root of the object.
func TestPath(t *testing.T) {
	in := selfOf(t, "[{}]")
	in.Path = []any{"spec", "subnetSelectorTerms"}
	if got, want := failuresText(cel.New("self.all(x, has(x.tags) || has(x.id))"), in), "spec.subnetSelectorTerms[0]"; got != want {
		t.Errorf("broken at %s, want %s", got, want)
	}
}
