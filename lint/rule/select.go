package rule

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/nearest"
)

// AdviceGroup selects, or ignores, the advice of all rules.
const AdviceGroup = "advice"

// Selection selects the rules to evaluate. The entries are ids, prefixes of ids such as KL5, and names.
type Selection struct {
	Select []string // empty: all rules
	Ignore []string
	On     []string // rules whose advice is switched on wherever the rules are selected
}

// Choice is a selected rule.
type Choice struct {
	*Rule
	Faults bool // its faults are wanted
	Advice bool // its advice is wanted
}

// Select returns the selected rules, sorted by id. The rule about files that do not parse is selected unless it is ignored, because no
// other rule reports such a file. Advice is off unless the rule's id or name, or AdviceGroup, is selected, or the rule is switched on.
// An entry that matches no rule is an error that suggests the nearest name.
func (r *Rules) Select(s Selection) ([]Choice, error) {
	in, err := r.matching(s.Select)
	if err != nil {
		return nil, err
	}
	out, err := r.matching(s.Ignore)
	if err != nil {
		return nil, err
	}
	everything := len(s.Select) == 0
	var choices []Choice
	for _, rule := range r.rules {
		c := Choice{Rule: rule}
		isSelected := everything || in.rules[rule]
		isOn := isSelected && slices.Contains(s.On, rule.ID)
		isAsked := isOn || in.advice || in.named[rule]
		c.Faults = !rule.Advice && (isSelected || slices.Contains(rule.Kinds, FileKind))
		c.Advice = isAsked && !out.advice
		if !out.rules[rule] && (c.Faults || c.Advice) {
			choices = append(choices, c)
		}
	}
	return choices, nil
}

// matches are the rules that match entries of a selection.
type matches struct {
	rules  map[*Rule]bool
	named  map[*Rule]bool // rules whose id or name is an entry
	advice bool           // AdviceGroup is an entry
}

func (r *Rules) matching(entries []string) (matches, error) {
	m := matches{rules: map[*Rule]bool{}, named: map[*Rule]bool{}}
	for _, entry := range entries {
		if entry == AdviceGroup {
			m.advice = true
			continue
		}
		if !m.add(r.rules, entry) {
			return m, fmt.Errorf("no rule has the id, id prefix or name %q%s", entry, nearest.Hint(entry, append(r.words(), AdviceGroup)))
		}
	}
	return m, nil
}

// add adds the rules that an entry matches. isMatch is false if there is none.
func (m matches) add(rules []*Rule, entry string) (isMatch bool) {
	for _, rule := range rules {
		isNamed := strings.EqualFold(rule.ID, entry) || rule.Name == entry
		if entry != "" && (isNamed || strings.HasPrefix(rule.ID, strings.ToUpper(entry))) {
			isMatch = true
			m.rules[rule] = true
			m.named[rule] = m.named[rule] || isNamed
		}
	}
	return isMatch
}
