package admission

import (
	"fmt"
	"strings"

	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
)

// metadata checks names, labels and annotations, as the API server does for objects of any kind. The schema covers their types.
func (c *checker) metadata() {
	field := c.Field(c.Value, "metadata")
	if field.Present == known.No {
		c.unnamed("metadata", "name")
		return
	}
	metadata := field.Value
	if !metadata.IsMap() {
		return
	}
	c.below("metadata", field.Present != known.Yes, func() set {
		c.names(metadata)
		c.keyed(metadata, "labels", c.label)
		c.keyed(metadata, "annotations", c.annotation)
		c.finalizers(metadata)
		return 0
	})
}

func (c *checker) unnamed(steps ...any) {
	if !c.Partial {
		c.report(c.schemas, Problem{Class: Rejected, Code: CodeRequired, Message: "the object has no name", Help: "set metadata.name"}, steps...)
	}
}

// The patterns of names.
var (
	subdomain = pattern.New(`^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`)
	dnsLabel  = pattern.New(`^[a-z0-9]([-a-z0-9]*[a-z0-9])?$`)
	qualified = pattern.New(`^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$`)
)

// The maximum lengths of names, and of all annotations together.
const (
	maxSubdomain   = 253
	maxLabel       = 63
	maxAnnotations = 256 << 10
)

const subdomainWords = `use lower-case letters, digits, "-" and ".", and begin and end with a letter or digit`

func (c *checker) names(metadata *model.Value) {
	name, generated := c.Field(metadata, "name"), c.Field(metadata, "generateName")
	text, isKnown := c.Text(name.Value)
	isEmpty := func(f known.Field) bool {
		text, isKnown := c.Text(f.Value)
		return f.Present == known.No || isKnown && text == ""
	}
	switch {
	case isEmpty(name) && isEmpty(generated):
		c.unnamed("name")
	case isKnown && text != "":
		c.nameProblem("name", text, isSubdomain(text), name.Present, subdomainWords)
	}
	if text, isKnown := c.Text(generated.Value); isKnown && text != "" {
		c.nameProblem("generateName", text, isSubdomain(masked(text)), generated.Present, subdomainWords)
	}
	namespace := c.Field(metadata, "namespace")
	if text, isKnown := c.Text(namespace.Value); isKnown && text != "" && c.target.kind.Namespaced {
		isValid := dnsLabel().MatchString(text) && len(text) <= maxLabel
		c.nameProblem("namespace", text, isValid, namespace.Present, `use lower-case letters, digits and "-"`)
	}
}

// masked replaces a dash at the end of a generateName, and the character before it, by a letter. The API server does the same before
// it validates the name, because it will append letters.
func masked(prefix string) string {
	if len(prefix) > 1 && strings.HasSuffix(prefix, "-") {
		return prefix[:len(prefix)-2] + "a"
	}
	return prefix
}

func isSubdomain(text string) bool { return len(text) <= maxSubdomain && subdomain().MatchString(text) }

func (c *checker) nameProblem(field, text string, isValid bool, present known.Truth, words string) {
	if isValid {
		return
	}
	c.report(c.schemas, Problem{
		Class: Rejected, Code: CodeName, Conditional: present != known.Yes,
		Message: fmt.Sprintf("%s %s is not valid", field, quoted(text)), Help: words,
	}, field)
}

// keyed checks the entries of a map in metadata.
func (c *checker) keyed(metadata *model.Value, field string, check func(key string, value *model.Value) (fact, help string)) {
	m := c.Field(metadata, field)
	if !m.Value.IsMap() {
		return
	}
	size := 0
	c.below(field, m.Present != known.Yes, func() set {
		for _, e := range c.entries(m.Value) {
			if fact, help := check(e.key, e.value); fact != "" {
				c.report(c.schemas, Problem{Class: Rejected, Code: CodeLabel, Message: fact, Help: help, Conditional: e.optional}, e.key)
			}
			if text, isKnown := c.Text(e.value); isKnown && !e.optional {
				size += len(e.key) + len(text)
			}
		}
		if field == "annotations" && size > maxAnnotations {
			c.report(c.schemas, Problem{
				Class: Rejected, Code: CodeBounds,
				Message: fmt.Sprintf("annotations have %d bytes, and may have %d", size, maxAnnotations), Help: "delete some",
			})
		}
		return 0
	})
}

// How to write the keys of labels and annotations, and the values of labels.
const (
	KeyHelp   = `write a name of at most 63 letters, digits, "-", "_" and ".", with a domain and "/" before it if it needs one`
	ValueHelp = `use at most 63 letters, digits, "-", "_" and ".", and begin and end with a letter or digit`
)

func (c *checker) label(key string, value *model.Value) (fact, help string) {
	if !isQualified(key) {
		return badKey("label", key), KeyHelp
	}
	if text, isKnown := c.Text(value); isKnown && !isLabelValue(text) {
		return fmt.Sprintf("the value %s of label %s is not valid", quoted(text), quoted(key)), ValueHelp
	}
	return "", ""
}

func (c *checker) annotation(key string, _ *model.Value) (fact, help string) {
	if isQualified(strings.ToLower(key)) {
		return "", ""
	}
	return badKey("annotation", key), KeyHelp
}

func badKey(of, key string) string { return fmt.Sprintf("%s key %s is not valid", of, quoted(key)) }

// isQualified reports whether a text is a name, optionally after a domain and a slash.
func isQualified(text string) bool {
	domain, name, hasDomain := strings.Cut(text, "/")
	if !hasDomain {
		name = domain
	}
	if hasDomain && !isSubdomain(domain) {
		return false
	}
	return len(name) <= maxLabel && qualified().MatchString(name)
}

func isLabelValue(text string) bool {
	return text == "" || len(text) <= maxLabel && qualified().MatchString(text)
}

func (c *checker) finalizers(metadata *model.Value) {
	list := c.Field(metadata, "finalizers")
	items, _ := c.Items(list.Value)
	for _, item := range items {
		text, isKnown := c.Text(item.Value)
		if !isKnown || isQualified(text) {
			continue
		}
		c.report(c.schemas, Problem{
			Class: Rejected, Code: CodeName, Conditional: list.Present.And(item.Present) != known.Yes,
			Message: fmt.Sprintf("finalizer %s is not valid", quoted(text)), Help: "write a domain, a slash and a name",
		}, "finalizers", item.Index)
	}
}
