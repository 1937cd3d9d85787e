package config

import (
	"slices"
	"strconv"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/karplint/karplint/base/nearest"
	"github.com/karplint/karplint/lint/rule"
)

// What stands beside the names of options in the settings of a rule, and what switches one off.
const (
	severityKey = "severity"
	off         = "off"
)

// ruleLevels are what a rule can be set to.
var ruleLevels = append([]string{off}, levels...)

// checkRule says what is wrong with an entry of select or ignore.
func (p *parser) checkRule(entry string) error {
	all, err := p.rules()
	if err == nil {
		_, err = all.Select([]string{entry}, nil)
	}
	return err
}

// ruleSettings reads the map of single rules.
func (p *parser) ruleSettings(path string, n *yaml.Node, to *Rules) error {
	all, err := p.rules()
	if err != nil {
		return err
	}
	*to = Rules{Severities: map[string]rule.Severity{}, Options: map[string]map[string]any{}}
	seen := map[string]string{} // rules by id, under the name that the file has for them
	return p.mapping(path, n, func(key, value *yaml.Node) error {
		rule := named(all, key.Value)
		if rule == nil {
			return p.fail(key, "no rule is called %q%s", key.Value, ruleHint(all, key.Value))
		}
		if other := seen[rule.ID]; other != "" {
			return p.fail(key, "%s and %s are the same rule; write it once", other, key.Value)
		}
		seen[rule.ID] = key.Value
		switch {
		case isNull(value):
			return nil
		case resolve(value).Kind == yaml.MappingNode:
			return p.ruleMap(join(path, key.Value), value, rule, to)
		}
		return p.level(join(path, key.Value), value, rule, to)
	})
}

// ruleMap reads a map of a rule's severity and options.
func (p *parser) ruleMap(path string, n *yaml.Node, of *rule.Rule, to *Rules) error {
	return p.mapping(path, n, func(key, value *yaml.Node) error {
		inside := join(path, key.Value)
		i := slices.IndexFunc(of.Options, func(o rule.Option) bool { return o.Name == key.Value })
		switch {
		case key.Value != severityKey && i < 0:
			return p.fail(key, "rule %s %s has no option %q%s", of.ID, of.Name, key.Value, optionHint(of, key.Value))
		case isNull(value):
			return nil
		case key.Value == severityKey:
			return p.level(inside, value, of, to)
		}
		set, err := p.option(inside, value, of.Options[i])
		if err != nil {
			return err
		}
		if to.Options[of.ID] == nil {
			to.Options[of.ID] = map[string]any{}
		}
		to.Options[of.ID][key.Value] = set
		return nil
	})
}

// level reads off, or a severity.
func (p *parser) level(path string, n *yaml.Node, of *rule.Rule, to *Rules) error {
	if n = resolve(n); n.Kind != yaml.ScalarNode {
		return p.fail(n, "%s is %s; it can be %s", path, describe(n), strings.Join(ruleLevels, ", "))
	}
	if n.Value == off {
		to.Off = append(to.Off, of.ID)
		return nil
	}
	severity, err := rule.ParseSeverity(n.Value)
	if err != nil {
		return p.fail(n, "%s is %q%s", path, n.Value, nearest.HintOr("it can be", n.Value, ruleLevels))
	}
	to.Severities[of.ID] = severity
	return nil
}

// option reads the value of a rule's option.
func (p *parser) option(path string, n *yaml.Node, o rule.Option) (any, error) {
	switch o.Type {
	case rule.StringsOption:
		texts, err := p.texts(path, n, nil)
		list := make([]any, len(texts))
		for i, text := range texts {
			list[i] = text
		}
		return list, err
	case rule.BooleanOption:
		return p.boolean(path, n)
	case rule.IntegerOption:
		n = resolve(n)
		number, err := strconv.Atoi(n.Value)
		isInteger := n.Kind == yaml.ScalarNode && n.ShortTag() == yaml.NodeTagInt && err == nil
		if !isInteger || number < 0 {
			return nil, p.fail(n, "%s is %s, where %s is expected", path, describe(n), o.Type.Noun())
		}
		return float64(number), nil
	}
	return p.scalar(path, n)
}

// named returns the rule with the id or the name, nil if there is none.
func named(all *rule.Rules, word string) *rule.Rule {
	for _, rule := range all.All() {
		if rule.ID == word || rule.Name == word {
			return rule
		}
	}
	return nil
}

// ruleHint says which rule was probably meant.
func ruleHint(all *rule.Rules, word string) string {
	var words []string
	for _, rule := range all.All() {
		if strings.EqualFold(rule.ID, word) {
			return "; did you mean \"" + rule.ID + "\"?"
		}
		if strings.HasPrefix(rule.ID, word) {
			return "; only select and ignore accept a prefix of ids"
		}
		words = append(words, rule.ID, rule.Name)
	}
	return nearest.Hint(word, words)
}

// optionHint says which option was probably meant, or which there are.
func optionHint(rule *rule.Rule, word string) string {
	known := []string{severityKey}
	for _, o := range rule.Options {
		known = append(known, o.Name)
	}
	return nearest.HintOr("it has", word, known)
}
