package config

import (
	"slices"
	"strconv"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/karplint/karplint/base/nearest"
	"github.com/karplint/karplint/lint/rule"
)

// Words in the settings of a rule besides the names of options.
const (
	severityKey = "severity"
	disabled    = "off"
	enabled     = "on"
)

// ruleLevels are the levels of a rule.
var ruleLevels = append([]string{disabled, enabled}, levels...)

// checkRule returns an error for a wrong entry of select or ignore.
func (p *parser) checkRule(entry string) error {
	rules, err := p.rules()
	if err == nil {
		_, err = rules.Select(rule.Selection{Select: []string{entry}})
	}
	return err
}

// readRules reads the map of single rules.
func (p *parser) readRules(path string, n *yaml.Node, settings *ruleSettings) error {
	rules, err := p.rules()
	if err != nil {
		return err
	}
	*settings = ruleSettings{Severities: map[string]rule.Severity{}, Options: map[string]map[string]any{}, places: map[string]string{}}
	nameByID := map[string]string{} // the name in the file, by the rule's id
	return p.readMap(path, n, func(key, value *yaml.Node) error {
		rule := findRule(rules, key.Value)
		if rule == nil {
			return p.fail(key, "no rule is called %q%s", key.Value, ruleHint(rules, key.Value))
		}
		if earlier := nameByID[rule.ID]; earlier != "" {
			return p.fail(key, "%s and %s are the same rule; write it once", earlier, key.Value)
		}
		nameByID[rule.ID] = key.Value
		settings.places[rule.ID] = p.place(key)
		switch {
		case isNull(value):
			return nil
		case resolve(value).Kind == yaml.MappingNode:
			return p.readRule(join(path, key.Value), value, rule, settings)
		}
		return p.readLevel(join(path, key.Value), value, rule, settings)
	})
}

// readRule reads a map of a rule's severity and options.
func (p *parser) readRule(path string, n *yaml.Node, r *rule.Rule, settings *ruleSettings) error {
	return p.readMap(path, n, func(key, value *yaml.Node) error {
		inside := join(path, key.Value)
		i := slices.IndexFunc(r.Options, func(o rule.Option) bool { return o.Name == key.Value })
		switch {
		case key.Value != severityKey && i < 0:
			return p.fail(key, "rule %s %s has no option %q%s", r.ID, r.Name, key.Value, optionHint(r, key.Value))
		case isNull(value):
			return nil
		case key.Value == severityKey:
			return p.readLevel(inside, value, r, settings)
		}
		set, err := p.readOption(inside, value, r.Options[i])
		if err != nil {
			return err
		}
		if settings.Options[r.ID] == nil {
			settings.Options[r.ID] = map[string]any{}
		}
		settings.Options[r.ID][key.Value] = set
		return nil
	})
}

// readLevel reads off, on, or a severity. A severity also switches advice on.
func (p *parser) readLevel(path string, n *yaml.Node, r *rule.Rule, settings *ruleSettings) error {
	if n = resolve(n); n.Kind != yaml.ScalarNode {
		return p.fail(n, "%s is %s; it can be %s", path, describe(n), strings.Join(ruleLevels, ", "))
	}
	if n.Value == disabled {
		settings.Off = append(settings.Off, r.ID)
		return nil
	}
	settings.On = append(settings.On, r.ID)
	if n.Value == enabled {
		return nil
	}
	severity, err := rule.ParseSeverity(n.Value)
	if err != nil {
		return p.fail(n, "%s is %q%s", path, n.Value, nearest.HintOr("it can be", n.Value, ruleLevels))
	}
	settings.Severities[r.ID] = severity
	return nil
}

// readOption reads the value of a rule's option.
func (p *parser) readOption(path string, n *yaml.Node, o rule.Option) (any, error) {
	switch o.Type {
	case rule.StringsOption:
		texts, err := p.readTexts(path, n, nil)
		list := make([]any, len(texts))
		for i, text := range texts {
			list[i] = text
		}
		return list, err
	case rule.BooleanOption:
		return p.readBool(path, n)
	case rule.IntegerOption:
		n = resolve(n)
		number, err := strconv.Atoi(n.Value)
		isInteger := n.Kind == yaml.ScalarNode && n.ShortTag() == yaml.NodeTagInt && err == nil
		if !isInteger || number < 0 {
			return nil, p.fail(n, "%s is %s, but must be %s", path, describe(n), o.Type.Noun())
		}
		return float64(number), nil
	}
	return p.readScalar(path, n)
}

// findRule returns the rule with the id or the name, nil if there is none.
func findRule(rules *rule.Rules, word string) *rule.Rule {
	for _, rule := range rules.All() {
		if rule.ID == word || rule.Name == word {
			return rule
		}
	}
	return nil
}

// ruleHint suggests the rule that was probably meant.
func ruleHint(rules *rule.Rules, word string) string {
	var words []string
	for _, rule := range rules.All() {
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

// optionHint suggests the option that was probably meant, or lists them.
func optionHint(rule *rule.Rule, word string) string {
	names := []string{severityKey}
	for _, o := range rule.Options {
		names = append(names, o.Name)
	}
	return nearest.HintOr("it has", word, names)
}
