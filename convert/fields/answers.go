package fields

import (
	"strings"

	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/settings"
)

// answer writes what the configuration answers to a field of the spec, in place of a decision. It returns false if it has no answer.
func (o *Object) answer(field string) bool {
	class := o.identity()
	a := class.AnswerTo(field)
	if a != nil {
		class.Write(a)
	}
	return a != nil
}

// isAnswered reports whether the configuration answers one of the fields.
func (o *Object) isAnswered(fields ...string) bool { return o.identity().AnswerTo(fields...) != nil }

// orAnswer converts a part of the object. If that leaves a decision to a person, and one of the fields is answered, replace takes its place.
func orAnswer(o *Object, convert, replace func(), fields ...string) {
	if asks, undo := o.Try(convert); asks && o.isAnswered(fields...) {
		undo()
		replace()
	}
}

// replaceTemplate drops the launch template if the configuration answers what it contains. securityGroupSelectorTerms and the role are written with
// those of any other class.
func replaceTemplate(o *Object, f field) bool {
	a := o.identity().AnswerTo(settings.ImageFields...)
	if a == nil {
		return reportLaunchTemplate(o, f)
	}
	if lacking := notAnswered(o); len(lacking) > 0 {
		o.See(pages.Template).Decide(f.path, "%s has no launchTemplate (%q), and the configuration does not answer %s; add it to the answer of %s",
			o.To, f.value.Text, strings.Join(lacking, " and "), a.Place)
		return true
	}
	o.Remove(f.path)
	o.See(pages.Template).Info(f.path, "%s has no launchTemplate (%q); dropped, because the configuration answers its settings", o.To, f.value.Text)
	for _, name := range settings.ImageFields {
		if o.Get("spec", name) == nil && (name != "amiSelectorTerms" || IsEmpty(o.Get("spec", "amiSelector"))) {
			o.answer(name)
		}
	}
	return false
}

// notAnswered names what a class with a launch template needs in its place, and neither the class nor the configuration has.
func notAnswered(o *Object) (lacking []string) {
	has := func(name string) bool { return o.Get("spec", name) != nil }
	if !has("amiFamily") && !o.isAnswered("amiFamily") && !answersAlias(o) {
		lacking = append(lacking, "amiFamily")
	}
	if !has("securityGroupSelector") && !o.isAnswered("securityGroupSelectorTerms") {
		lacking = append(lacking, "securityGroupSelectorTerms")
	}
	isGiven := o.Roles[o.Res.Name] != "" || o.Role != "" || o.InstanceProfile != ""
	if !has("instanceProfile") && !isGiven && !o.isAnswered(settings.IdentityFields...) {
		lacking = append(lacking, "role")
	}
	return lacking
}

// answersAlias reports whether the answered images name their family.
func answersAlias(o *Object) bool {
	a := o.identity().AnswerTo("amiSelectorTerms")
	return a != nil && hasAliasTerm(a.Value)
}

// answerImages writes the answered images of a v1 class, or the alias of the answered family.
func answerImages(o *Object) {
	family, named := o.Get("spec", "amiFamily"), o.identity().AnswerTo("amiFamily")
	hasTerms := o.isAnswered("amiSelectorTerms")
	switch {
	case answersAlias(o) && family != nil:
		o.Remove(familyPath)
	case answersAlias(o):
	case named != nil:
		o.answer("amiFamily")
	case family != nil && family.Text == o.V1.Ubuntu.Family:
		convertUbuntu(o, false)
	}
	terms := o.Get("spec", "amiSelectorTerms")
	switch {
	case hasTerms:
		o.answer("amiSelectorTerms")
	case o.V1.AMIAliases.Families[named.Value.Text] != "" && (terms == nil || isEmptyList(terms)):
		o.useAlias(named.Value.Text)
	}
}
