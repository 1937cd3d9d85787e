package fields

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/karplint/karplint/base/nearest"
	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/values"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// forms are patterns of texts. The alpha API rejects the same texts as its successors, but an error is easier to find in the file
// than in the cluster.
type forms struct {
	qualifiedName, labelValue, quantity, volumeSize, evictionThreshold, duration func() *regexp.Regexp
}

// tableForms returns the forms in the tables of facts.
var tableForms = sync.OnceValue(func() *forms {
	table := facts.AlphaToV1beta1()
	return &forms{
		qualifiedName: pattern.New(table.QualifiedName.Pattern), labelValue: pattern.New(table.LabelValue.Pattern),
		quantity:   pattern.New(table.Quantity.Pattern),
		volumeSize: pattern.New(table.VolumeSize.Pattern), evictionThreshold: pattern.New(table.EvictionThreshold.Pattern),
		duration: pattern.New(facts.V1beta1ToV1().Duration.Pattern),
	}
})

// misses reports whether a text is known and does not match the pattern.
func misses(v *model.Value, form func() *regexp.Regexp) bool {
	return v.Kind == model.String && !form().MatchString(v.Text)
}

// checkLabelValue reports a value that no label can have.
func checkLabelValue(o *Object, f field) bool {
	if misses(f.value, tableForms().labelValue) {
		o.Decide(f.path, "%q is not a valid value of a label: at most 63 letters, digits, '-', '_' and '.'; correct it", f.value.Text)
	}
	return true
}

// checkName reports a text that is neither a valid key nor a valid value of a taint.
func (o *Object) checkName(f field, role string) {
	if misses(f.value, tableForms().qualifiedName) {
		o.Decide(f.path, "%q is not a valid %s for Karpenter; correct it", f.value.Text, role)
	}
}

// checkKey reports a key that Karpenter rejects: its nodes cannot have such a label, so no NodePool may require it.
func (o *Object) checkKey(path []any, key string) {
	if values.HasTemplate(key) {
		return
	}
	domain, _, _ := strings.Cut(key, "/")
	for _, rule := range o.Facts.RestrictedKeys.Rules {
		if strings.HasSuffix(domain, rule.Domain) && !o.isExempt(rule, domain, key) {
			o.See(pages.Pool).Decide(path, "Karpenter rejects the key %q: it reserves %s for labels that it knows; remove or rename it", key, rule.Domain)
		}
	}
}

func (o *Object) isExempt(rule facts.RestrictedDomain, domain, key string) bool {
	for _, d := range rule.ExceptDomains {
		if strings.HasSuffix(domain, d) {
			return true
		}
	}
	for _, exception := range rule.Except {
		for _, name := range exception.Names {
			if name == key && exception.When.Contains(o.Release) {
				return true
			}
		}
	}
	return false
}

// checkQuantity reports a value that is not a quantity. Every version rejects a bare number with a fraction.
func checkQuantity(o *Object, f field) bool {
	switch _, isWhole := wholeNumber(f.value); {
	case f.value.Kind == model.Number && !isWhole:
		quote(o, f)
	case misses(f.value, tableForms().quantity):
		reportQuantity(o, f)
	}
	return true
}

func reportQuantity(o *Object, f field) {
	o.Decide(f.path, "%q is not a quantity; write one such as 100, 500m or 64Gi", f.value.Text)
}

// keysOf returns a check of a map: it reports keys that Karpenter does not know.
func keysOf(names func(*facts.Conversion) []string) how {
	return func(o *Object, f field) bool {
		for _, e := range f.value.Entries {
			key := e.Key.Text
			if values.HasTemplate(key) || isDirective(key) || e.IsMerge() {
				continue
			}
			if known := names(o.Facts); !slices.Contains(known, key) {
				o.Decide(model.Join(f.path, key), "Karpenter rejects the key %q; it knows %s%s", key, strings.Join(known, ", "), nearest.Hint(key, known))
			}
		}
		return true
	}
}

// oneOf returns a check that reports any other value than the allowed ones.
func oneOf(allowed ...string) how {
	return func(o *Object, f field) bool {
		if f.value.Kind != model.Unknown && !slices.Contains(allowed, f.value.Text) {
			o.Decide(f.path, "%q is not one of %s; write one of them", f.value.Text, strings.Join(allowed, ", "))
		}
		return true
	}
}

// inRange returns a check that reports a number out of bounds.
func inRange(lowest, highest int64) how {
	return func(o *Object, f field) bool {
		if n, ok := wholeNumber(f.value); ok && (n < lowest || n > highest) {
			o.Decide(f.path, "%s is not between %d and %d, and Karpenter rejects it; correct it", o.Written(f.value), lowest, highest)
		}
		return true
	}
}

// Values that every version allows.
var (
	weight      = inRange(1, 100)
	operators   = oneOf("In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt")
	effects     = oneOf("NoSchedule", "PreferNoSchedule", "NoExecute")
	onOrOff     = oneOf("enabled", "disabled")
	tokens      = oneOf("required", "optional")
	volumeTypes = oneOf("standard", "io1", "io2", "gp2", "gp3", "sc1", "st1")
)

// IsEmpty reports whether v is missing, null, or a map without entries.
func IsEmpty(v *model.Value) bool {
	if v == nil || v.Kind == model.Null {
		return true
	}
	return v.Kind == model.Map && len(v.Entries) == 0
}
