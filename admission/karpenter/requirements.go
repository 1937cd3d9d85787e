package karpenter

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/karplint/karplint/admission"
	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/base/nearest"
	"github.com/karplint/karplint/facts"
)

// requirement is an item of requirements.
type requirement struct {
	place
	written, key        string // key is the written one, or the name that Karpenter uses instead of an alias
	operator            string
	hasKey, hasOperator bool  // the key and the operator are known
	list                place // the values
	values              []place
	isWhole             bool // the list certainly has no other values
}

// numeric operators compare numbers.
var numeric = []string{"Gt", "Lt", "Gte", "Lte"}

func (j *judge) checkRequirements(list place) {
	items, _ := j.items(list)
	var requirements []*requirement
	for _, item := range items {
		r := j.readRequirement(item)
		j.checkRequirement(r)
		requirements = append(requirements, r)
	}
	j.checkTogether(requirements)
}

func (j *judge) readRequirement(item place) *requirement {
	r := &requirement{place: item, list: j.field(item, "values")}
	r.written, r.hasKey = j.textAt(item, "key")
	r.operator, r.hasOperator = j.textAt(item, "operator")
	r.key = aliased(r.written)
	r.values, r.isWhole = j.items(r.list)
	return r
}

func (j *judge) checkRequirement(r *requirement) {
	if r.hasKey {
		j.checkKey(r)
	}
	if r.hasOperator {
		j.checkOperator(r)
	}
	for _, v := range r.values {
		if text, ok := j.Text(v.value); ok {
			j.checkLabelValue("requirement-value", v, r.written, text)
		}
	}
	j.checkCount(r)
	j.checkNumber(r)
	j.checkKnownValues(r)
}

func (j *judge) checkKey(r *requirement) {
	field := j.field(r.place, "key")
	if fault := faultOfKey(r.key); fault != "" {
		j.refuse("requirement-key", problem{place: field, fact: fmt.Sprintf("label key %q %s", r.written, fault), help: admission.KeyHelp})
	}
	if r.written == facts.KarpenterChecks().Labels.Pool {
		j.refuse("pool-requirement", problem{
			place: field,
			fact:  fmt.Sprintf("a requirement on %q is not allowed in a pool", r.written),
			why:   "Karpenter sets this label to the name of the pool",
			help:  "delete the requirement",
		})
	}
	set := j.restricted(r.key)
	if !j.isRefused("restricted-requirement", set) {
		return
	}
	p := j.restrictedLabel(r.key)
	p.place = field
	if meant := j.meantBy(r.key); meant != "" {
		p.fix = setText(field.path, r.written, meant)
	}
	j.refuseIn(set, "restricted-requirement", p)
}

func (j *judge) checkOperator(r *requirement) {
	var names []string
	unknown, since := allReleases, ""
	for _, o := range facts.KarpenterChecks().Operators {
		names = append(names, o.Operator)
		if o.Operator == r.operator {
			unknown, since = ^setOf(o.Releases), o.Since
		}
	}
	if !j.isRefused("requirement-operator", unknown) {
		return
	}
	p := problem{place: j.missing(r.place, "operator"), help: "use one of " + strings.Join(names, ", ")}
	switch meant := nearest.Slip(r.operator, names); {
	case since != "":
		p.fact, p.help = fmt.Sprintf("Karpenter knows the operator %s only from %s on", r.operator, since), "use Gt or Lt, or upgrade"
	case r.operator == "":
		p.fact = fmt.Sprintf("requirement %q has no operator", r.written)
	case meant != "":
		p.help, p.fix = fmt.Sprintf("did you mean %q?", meant), setText(p.place.path, r.operator, meant)
		fallthrough
	default:
		p.fact = fmt.Sprintf("%q is not an operator of requirements", r.operator)
	}
	j.refuseIn(unknown, "requirement-operator", p)
}

// checkCount checks the number of values.
func (j *judge) checkCount(r *requirement) {
	if !r.isWhole {
		return
	}
	if len(r.values) == 0 && (r.operator == "In" || r.operator == "NotIn") {
		id := map[string]string{"In": "requirement-without-values", "NotIn": "excluded-without-values"}[r.operator]
		j.refuse(id, problem{
			place: r.listPlace(),
			fact:  fmt.Sprintf("requirement %q has operator %s and no values", r.key, r.operator),
			help:  "list at least one value",
		})
	}
	if least, ok := j.minValues(r); ok && r.operator == "In" && len(r.values) < least {
		j.refuse("min-values", problem{
			place: r.listPlace(),
			fact:  fmt.Sprintf("requirement %q has minValues %d and %s", r.key, least, counted(len(r.values), "value")),
			help:  "list more values, or lower minValues",
		})
	}
}

// listPlace returns the place of the values. It is as certain as the requirement.
func (r *requirement) listPlace() place {
	return place{path: r.list.path, value: r.list.value, present: r.present}
}

// minValues returns the field minValues, and whether it is set and known. Overlays do not have it.
func (j *judge) minValues(r *requirement) (int, bool) {
	if j.kind == "NodeOverlay" {
		return 0, false
	}
	f := j.field(r.place, "minValues")
	n, ok := j.Number(f.value)
	return int(n.Int), ok && n.IsInt && f.present == r.present
}

// checkNumber checks the single value of an operator that compares numbers.
func (j *judge) checkNumber(r *requirement) {
	if !slices.Contains(numeric, r.operator) {
		return
	}
	certain := 0
	for _, v := range r.values {
		if v.inParent == known.Yes {
			certain++
		}
	}
	p := problem{place: r.listPlace(), help: "set one number"}
	switch {
	case certain > 1:
		p.fact = fmt.Sprintf("requirement %q has operator %s and %d values", r.key, r.operator, len(r.values))
	case r.isWhole && len(r.values) == 0:
		p.fact = fmt.Sprintf("requirement %q has operator %s and no values", r.key, r.operator)
	case r.isWhole && len(r.values) == 1:
		text, ok := j.Text(r.values[0].value)
		if n, err := strconv.Atoi(text); !ok || err == nil && n >= 0 {
			return
		}
		p.place = r.values[0]
		p.fact = fmt.Sprintf("value %q of requirement %q is not a whole number of at least 0", text, r.key)
		p.why = fmt.Sprintf("operator %s compares numbers", r.operator)
	default:
		return
	}
	if !j.isReported(p.place.path) {
		j.refuse("requirement-number", p)
	}
}

// checkKnownValues checks the values of a label for which Karpenter knows every value. Karpenter ignores unknown values, and
// rejects a requirement with too few known ones.
func (j *judge) checkKnownValues(r *requirement) {
	for _, k := range facts.KarpenterChecks().Labels.KnownValues {
		if k.Key != r.key || r.operator != "In" || !j.applies(k.Group) {
			continue
		}
		valid, wrong, isKnown := j.compareValues(r, k.Values)
		least, _ := j.minValues(r)
		if !isKnown || len(wrong) == 0 || valid >= max(least, 1) {
			return
		}
		text, _ := j.Text(wrong[0].value)
		p := problem{
			place: wrong[0],
			fact:  fmt.Sprintf("%s is never %q", r.key, text),
			help:  "use one of " + strings.Join(k.Values, ", "),
		}
		if meant := nearest.Slip(text, k.Values); meant != "" {
			p.help, p.fix = fmt.Sprintf("did you mean %q?", meant), setText(p.place.path, text, meant)
		}
		j.refuseIn(setOf(k.Releases), "known-value", p)
	}
}

// compareValues returns the number of values that are allowed, the values that are not, and whether all values are known.
func (j *judge) compareValues(r *requirement, allowed []string) (valid int, wrong []place, isKnown bool) {
	isKnown = r.isWhole
	for _, v := range r.values {
		text, ok := j.Text(v.value)
		switch {
		case !ok:
			isKnown = false
		case slices.Contains(allowed, text):
			valid++
		default:
			wrong = append(wrong, v)
		}
	}
	return valid, wrong, isKnown
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
