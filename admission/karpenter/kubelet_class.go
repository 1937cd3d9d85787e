package karpenter

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/base/nearest"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// kubeletCheck checks spec.kubelet of a class in the releases whose CRD takes any map, which are `open`. What the CRDs of earlier releases reject or
// drop is reported for a target with both, because every release of it has the problem; `open` is for the rest.
type kubeletCheck struct {
	*judge
	open releaseSet
}

func checkClassKubelet(j *judge, spec place) {
	k := kubeletCheck{j, setOf(facts.Kubelet().Open)}
	if j.target()&j.served()&k.open == 0 {
		return // the CRD says it
	}
	kubelet := j.field(spec, "kubelet")
	k.checkSettings(kubelet, "")
	k.checkEviction(kubelet)
	k.checkPairs(kubelet)
	for _, field := range []string{"kubeReserved", "systemReserved"} {
		k.checkReserved(j.field(kubelet, field))
	}
	k.checkNumbers(kubelet)
	k.checkFamily(spec, kubelet)
}

// checkSettings reports settings that the kubelet does not have, and those with values of another type.
func (k kubeletCheck) checkSettings(settings place, prefix string) {
	for _, e := range k.fields(settings) {
		name := prefix + e.key()
		if slices.Contains(facts.Kubelet().Owned, name) {
			k.refuse("kubelet-field", problem{
				place: e, fact: fmt.Sprintf("kubelet setting %q is not allowed", name), why: "Karpenter sets it itself", help: "delete it",
			})
		}
		if kind := facts.Kubelet().Fields[name]; kind != "" {
			k.checkSettingType(e, name, kind)
			continue
		}
		siblings := settingsBelow(prefix)
		if slices.Contains(siblings, e.key()) {
			k.checkSettingType(e, name, "map")
			k.checkSettings(e, name+".")
			continue
		}
		help, meant := "correct or delete it", nearest.Name(e.key(), siblings)
		if meant != "" {
			help = fmt.Sprintf("did you mean %q?", meant)
		} else if k.isInferred() {
			continue // the kubelet of a newer release may have it
		}
		k.refuse("kubelet-field", problem{place: e, fact: fmt.Sprintf("the kubelet has no setting %q", name), help: help})
	}
}

// settingsBelow returns the names of the settings below a prefix, without those below them.
func settingsBelow(prefix string) []string {
	var names []string
	for field := range facts.Kubelet().Fields {
		if rest, ok := strings.CutPrefix(field, prefix); ok {
			name, _, _ := strings.Cut(rest, ".")
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// types has the kinds of values, and the words, for the types of settings.
var types = map[string]struct {
	kind  model.Kind
	words string
}{
	"string": {model.String, "a string"}, "boolean": {model.Bool, "true or false"}, "number": {model.Number, "a number"},
	"int32": {model.Number, "a whole number"}, "int64": {model.Number, "a whole number"}, "duration": {model.String, "a duration such as 30s"},
	"list": {model.List, "a list"}, "map": {model.Map, "a map"},
}

// checkSettingType checks a value, and what a list or a map has.
func (k kubeletCheck) checkSettingType(e place, name, kind string) {
	kind, inner, _ := strings.Cut(kind, " of ")
	want, isTyped := types[kind]
	if !isTyped || !k.isKnownValue(e.value) || name == "maxPods" && e.value.Kind == model.String {
		return // maxPods may be an expression
	}
	matches := e.value.Kind == want.kind
	if n, ok := k.Number(e.value); ok && want.kind == model.Number && kind != "number" {
		matches = n.IsInt
		if kind == "int32" && matches && n.Int != int64(int32(n.Int)) { //nolint:gosec // that is the question
			matches, want.words = false, "a whole number of 32 bits"
		}
	}
	if text, ok := k.Text(e.value); ok && kind == "duration" {
		_, err := time.ParseDuration(text)
		matches = err == nil
	}
	if matches {
		items, _ := k.items(e)
		for _, part := range append(items, k.fields(e)...) {
			k.checkSettingType(part, fmt.Sprintf("%s.%v", name, part.path[len(part.path)-1]), inner)
		}
		return
	}
	p := problem{place: e, fact: fmt.Sprintf("%s must be %s%s", name, want.words, described(e.value)), help: "write " + want.words}
	if e.value.IsScalar() && kind == "string" {
		p.help, p.fix = "put it in quotes", setText(e.path, e.value.Text, strconv.Quote(e.value.Text))
		p.fix.Ops[0].Value = model.NewString(e.value.Text)
	}
	k.refuse("kubelet-type", p)
}

// isKnownValue reports whether the kind of a value is known, and it is not null, which stands for no value.
func (k kubeletCheck) isKnownValue(v *model.Value) bool {
	return v != nil && v.Kind != model.Null && !k.IsUnknown(v) && !(v.Kind == model.String && known.IsOpen(v.Text))
}

func described(v *model.Value) string {
	switch {
	case v.IsString():
		return fmt.Sprintf(" and is the string %q", v.Text)
	case v.IsScalar():
		return " and is " + v.Text
	}
	return ""
}

// checkEviction checks the keys of the eviction settings, and their values: a quantity or percentage, or a duration.
func (k kubeletCheck) checkEviction(kubelet place) {
	for _, field := range []string{"evictionHard", "evictionSoft", "evictionSoftGracePeriod", "evictionMinimumReclaim"} {
		for _, e := range k.fields(k.field(kubelet, field)) {
			k.checkSettingKey(e, field, "an eviction signal", facts.Kubelet().Signals)
			text, ok := k.Text(e.value)
			switch {
			case !ok: // its type is wrong, or it is unknown
			case field == "evictionSoftGracePeriod":
				if d, err := time.ParseDuration(text); err != nil || d < 0 {
					k.refuseIn(k.open, "kubelet-value", problem{place: e, fact: invalidValue(e, field, text),
						help: "write a duration such as 30s"})
				}
			case text == "-0":
			case strings.HasPrefix(text, "-") && isQuantity(text), text == "":
				k.refuseIn(k.open, "kubelet-value", thresholdProblem(e, field, text))
			case !isQuantity(text) && (!isPercentage(text) || strings.Count(text, "%") > 1):
				k.refuse("kubelet-value", thresholdProblem(e, field, text))
			}
		}
	}
}

func invalidValue(e place, field, text string) string {
	return fmt.Sprintf("the value %q of %s in %s is not valid", text, e.key(), field)
}

func thresholdProblem(e place, field, text string) problem {
	return problem{place: e, fact: invalidValue(e, field, text),
		help: "write a quantity such as 100Mi, or a percentage such as 5%"}
}

func (k kubeletCheck) checkSettingKey(e place, field, noun string, keys []string) {
	if slices.Contains(keys, e.key()) {
		return
	}
	k.refuse("kubelet-value", problem{place: e, fact: fmt.Sprintf("%q of %s is not %s", e.key(), field, noun), help: "use one of " +
		strings.Join(keys, ", ")})
}

// checkPairs reports soft thresholds without a grace period, and grace periods without a threshold.
func (k kubeletCheck) checkPairs(kubelet place) {
	pair := []string{"evictionSoft", "evictionSoftGracePeriod"}
	for i, field := range pair {
		other := k.field(kubelet, pair[1-i])
		for _, e := range k.fields(k.field(kubelet, field)) {
			if e.present == known.Yes && k.isAbsent(k.field(other, e.key())) {
				k.refuse("kubelet-value", problem{place: e, fact: fmt.Sprintf("%q is in %s, and not in %s", e.key(), field, pair[1-i]), help: "set it in both"})
			}
		}
	}
}

// brokenQuantity matches numbers with letters that cannot be an expression either: 100MB, but not 0x10 or 5u.
var brokenQuantity = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[0-9]+(\.[0-9]+)?[A-Za-z]+$`) })

func (k kubeletCheck) checkReserved(reserved place) {
	for _, e := range k.fields(reserved) {
		field := reserved.key()
		k.checkSettingKey(e, field, "reservable", facts.Kubelet().Reserved)
		text, _ := k.Text(e.value)
		if strings.HasPrefix(text, "-") || !isQuantity(text) && brokenQuantity().MatchString(text) && !strings.HasSuffix(text, "U") {
			k.refuse("kubelet-value", problem{place: e, fact: invalidValue(e, field, text), help: "write a quantity such as 100Mi"})
		}
	}
}

// checkNumbers checks the ranges of numbers.
func (k kubeletCheck) checkNumbers(kubelet place) {
	const highest, lowest = "imageGCHighThresholdPercent", "imageGCLowThresholdPercent"
	for _, c := range []struct {
		field string
		max   int64
		set   releaseSet
		words string
	}{
		{highest, 100, allReleases, "from 0 to 100"}, {lowest, 100, allReleases, "from 0 to 100"}, {"podsPerCore", 1 << 31, allReleases, "0 or more"},
		{"maxPods", 1 << 31, allReleases, "0 or more"}, {"evictionMaxPodGracePeriod", 1 << 31, k.open, "0 or more"},
	} {
		f := k.field(kubelet, c.field)
		if n, ok := k.Number(f.value); ok && n.IsInt && (n.Int < 0 || n.Int > c.max) {
			k.refuseIn(c.set, "kubelet-value", problem{place: f, fact: fmt.Sprintf("%s %d is out of range", c.field, n.Int), help: "set " + c.words})
		}
	}
	above, below := k.field(kubelet, highest), k.field(kubelet, lowest)
	high, ok := k.Number(above.value)
	low, hasLow := k.Number(below.value)
	if ok && hasLow && above.present.And(below.present) == known.Yes && high.IsInt && low.IsInt && high.Int <= low.Int {
		k.refuse("kubelet-value", problem{place: above, fact: fmt.Sprintf("%s %d is not above %s %d", highest, high.Int, lowest, low.Int),
			help: "raise it"})
	}
	pods := k.field(kubelet, "maxPods")
	if text, ok := k.Text(pods.value); ok {
		if _, err := strconv.Atoi(text); err == nil {
			k.suspect("kubelet-expression", problem{
				place: pods, fact: fmt.Sprintf("maxPods is the string %q", text), why: "Karpenter takes it for an expression", help: "write it without quotes",
			})
		}
	}
}

// checkFamily reports settings that nodes of the class's AMI family would not get.
func (k kubeletCheck) checkFamily(spec, kubelet place) {
	t, family := facts.Kubelet(), k.family(spec)
	if !slices.Contains(t.Families, family) || slices.Contains(t.Whole, family) {
		return
	}
	for _, e := range k.fields(kubelet) {
		if !slices.Contains(t.Applied, e.key()) || slices.Contains(t.Lacking[family], e.key()) {
			k.refuseIn(k.open, "kubelet-family", problem{
				place: e, fact: fmt.Sprintf("nodes of the AMI family %s do not get %s", family, e.key()), help: "delete it, or use " + t.Whole[0],
			})
		}
	}
	for _, field := range t.Single {
		list := k.field(kubelet, field)
		items, _ := k.items(list)
		certain := slices.DeleteFunc(items, func(item place) bool { return item.inParent != known.Yes })
		if len(certain) > 1 {
			k.refuseIn(k.open, "kubelet-family", problem{
				place: list, fact: fmt.Sprintf("nodes of the AMI family %s get only the first of %d addresses in %s", family, len(certain), field),
				help: "leave one",
			})
		}
	}
}

// family returns the AMI family of a class; "" if it is unknown, or none is named.
func (k kubeletCheck) family(spec place) string {
	if text, isKnown := k.textAt(spec, "amiFamily"); !isKnown || text != "" {
		return text
	}
	terms, _ := k.items(k.field(spec, "amiSelectorTerms"))
	for _, term := range terms {
		alias, _ := k.textAt(term, "alias")
		name, _, _ := strings.Cut(alias, "@")
		for _, family := range facts.Kubelet().Families {
			if strings.ToLower(family) == name {
				return family
			}
		}
	}
	return ""
}
