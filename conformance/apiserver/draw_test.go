package apiserver

import (
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	structural "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
)

// drawing draws values that fit a schema, as far as its types, enums, patterns and bounds go. Rules may still refuse them.
type drawing struct {
	*rand.Rand
	texts []string // those that are drawn
}

// texts are those that match the patterns of Karpenter, that rules speak of, and that are nearly right.
var texts = []string{
	"a", "b", "app", "Never", "30m", "720h", "1h30m", "0s", "10s", "10%", "100%", "5", "0", "1", "100Mi", "20Gi", "1.5", "-5", "+10%", "-5.5%", "0.05",
	"+1.5",
	"al2@latest", "al2023@v1", "bottlerocket@1.2", "windows2022@latest", "ami-1", "sg-1", "subnet-1", "cr-1", "pg-1", "123456789012", "@daily",
	"0 0 * * 1", "* * * *",
	"linux", "amd64", "spot", "on-demand", "2024-01-01T00:00:00Z", "self", "NoSchedule", "true", "capacity/b", "optimized", "targeted",
	"", "-1", "+1", " 1", "1x", "30d", "h", "A_b", "a_b", "a/b", "a/b/c", "/x", "-a", "é", "a\n", "99999999999999999999", "1e3", "al3@x",
	"windows2022@1", "200%", "*",
	"kubernetes.io/cluster/a", "eks:eks-cluster-name", "kubernetes.io/hostname", "kubernetes.io/arch", "node.kubernetes.io/x", "kops.k8s.io/x",
	"a.k8s.io/b", "x.kubernetes.io/y",
	"karpenter.sh/capacity-type", "karpenter.sh/x", "karpenter.sh/nodepool", "karpenter.k8s.aws/x", "karpenter.k8s.aws/instance-family",
	"karpenter.k8s.aws/ec2nodeclass", "topology.kubernetes.io/zone",
	"cpu", "memory", "nodes", "memory.available", "nodefs.available", "ephemeral-storage", "pid",
}

var literals = regexp.MustCompile(`'[^']*'|"[^"]*"`)

// literalsOf are the texts in rules, and texts that begin or end with them.
func literalsOf(rules []string) (all []string) {
	for _, rule := range rules {
		for _, literal := range literals.FindAllString(rule, -1) {
			text := strings.Trim(literal, `'"`)
			if slices.Contains(all, text) {
				continue
			}
			all = append(all, text, text+"/x", "x."+text, text+"@latest", "x."+text+"/y")
		}
	}
	return all
}

func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

// value draws a value.
func (d *drawing) value(s *structural.Structural) any {
	switch {
	case s.XIntOrString:
		if d.IntN(2) == 0 {
			return int64(d.IntN(100))
		}
		return d.text(s)
	case s.Type == "object":
		return d.object(s)
	case s.Type == "array":
		return d.list(s)
	case s.Type == "integer":
		return d.integer(s.ValueValidation)
	case s.Type == "boolean":
		return d.IntN(2) == 0
	case s.Type == "string":
		return d.text(s)
	}
	return pick(d.Rand, []any{"x", int64(1), true})
}

func (d *drawing) object(s *structural.Structural) Object {
	drawn := Object{}
	if s.AdditionalProperties != nil {
		for range d.IntN(3) {
			drawn[pick(d.Rand, d.texts)] = d.value(s.AdditionalProperties.Structural)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		if isRequired(s, name) || d.IntN(4) == 0 {
			property := s.Properties[name]
			drawn[name] = d.value(&property)
		}
	}
	return drawn
}

func isRequired(s *structural.Structural, name string) bool {
	return s.ValueValidation != nil && slices.Contains(s.ValueValidation.Required, name)
}

func (d *drawing) list(s *structural.Structural) []any {
	items := []any{}
	n := d.IntN(3)
	if v := s.ValueValidation; v != nil && v.MinItems != nil {
		n = max(n, int(*v.MinItems))
	}
	for range n {
		items = append(items, d.value(s.Items))
	}
	return items
}

func (d *drawing) integer(v *structural.ValueValidation) int64 {
	low, high := int64(0), int64(20)
	if v != nil && v.Minimum != nil {
		low = int64(*v.Minimum)
	}
	if v != nil && v.Maximum != nil {
		high = int64(*v.Maximum)
	}
	return low + d.Int64N(max(high, low)-low+1)
}

func (d *drawing) text(s *structural.Structural) string {
	v := s.ValueValidation
	switch {
	case v == nil:
		return pick(d.Rand, d.texts)
	case isTime(s):
		return "2024-01-01T00:00:00Z"
	}
	if len(v.Enum) > 0 {
		text, _ := pick(d.Rand, v.Enum).Object.(string)
		return text
	}
	for range 30 {
		if text := pick(d.Rand, d.texts); fits(text, v) {
			return text
		}
	}
	for _, i := range d.Perm(len(d.texts)) {
		if fits(d.texts[i], v) {
			return d.texts[i]
		}
	}
	return "x"
}

// isTime reports whether a value is a time. No mutation changes one: karplint does not read times, which only the API server and
// Karpenter set.
func isTime(s *structural.Structural) bool {
	return s.ValueValidation != nil && s.ValueValidation.Format == "date-time"
}

// fits reports whether a text has the form and length that are asked for.
func fits(text string, v *structural.ValueValidation) bool {
	n := int64(utf8.RuneCountInString(text))
	isLong := v.MaxLength != nil && n > *v.MaxLength
	isShort := v.MinLength != nil && n < *v.MinLength
	if isLong || isShort || v.Pattern != "" && !patternOf(v.Pattern).MatchString(text) {
		return false
	}
	for i := range v.AllOf {
		if !fits(text, nested(&v.AllOf[i])) {
			return false
		}
	}
	return true
}

func nested(v *structural.NestedValueValidation) *structural.ValueValidation {
	return &v.ValueValidation
}

var patterns sync.Map

func patternOf(text string) *regexp.Regexp {
	if re, ok := patterns.Load(text); ok {
		return re.(*regexp.Regexp)
	}
	re := regexp.MustCompile(text)
	patterns.Store(text, re)
	return re
}
