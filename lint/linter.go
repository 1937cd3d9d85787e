package lint

import (
	"fmt"
	"io/fs"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/karplint/karplint/lint/rego"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/lint/scan"
	"github.com/karplint/karplint/lint/verdict"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/versions"
)

// Options are the settings of a Linter. The zero value lints with all rules, for an unknown version, without tables of facts.
type Options struct {
	Select, Ignore, On []string        // as in rule.Selection; empty: all rules, none, and no advice
	Target             versions.Target // if unknown, each project has the target of its own files
	Facts              fs.FS           // *.yaml, each as data.karplint.facts.<file name>; read when a rule needs them; nil means none
	DestroyOrder       string          // "controller-last" (also ""), or "controller-first"
	Convert            Converter       // makes fixes by conversion, only in runs over a Tree; nil disables them

	// Planned tells that the files will be upgraded to Target, so that rules about two states compare it with what they install.
	Planned bool
	// Stops returns the releases at which an upgrade stops, for rules about two states, as road.Between does; nil: they get none.
	Stops func(from, to versions.Interval, generation string) []string

	// Show is called, from several goroutines, with what rules see of each resource and each project, whether or not a rule looks at it. Then every
	// file is read. nil: it is not.
	Show func(Seen)

	KubernetesVersion string                    // of the clusters, "" where it is unknown: input.config.kubernetes_version
	Severities        map[string]rule.Severity  // by the rule's id: that of all its findings; without an entry the rule's own
	RuleOptions       map[string]map[string]any // by the rule's id and the option's name, as Option.Value returns them; without an entry the default
}

// Linter evaluates the selected rules. It is safe for concurrent use.
type Linter struct {
	rules    *rule.Rules
	chosen   []rule.Choice
	ready    []*unit // of chosen, in their order
	programs *rule.Programs
	target   versions.Target
	config   *ast.Term // input.config of every rule

	converter Converter
	planned   bool
	stops     func(from, to versions.Interval, generation string) []string
	show      func(Seen)

	needles scan.Needles

	withoutFixes bool // see WithoutFixes
	byTarget     *rulesByTarget
}

// rulesByTarget holds the rules for each target.
type rulesByTarget struct {
	mu    sync.Mutex
	rules map[string]*targetRules
}

// unit is a selected rule, ready to be evaluated.
type unit struct {
	rule.Choice
	severity *rule.Severity // the configured one; nil for the rule's own
	needles  [][]byte
	numbers  bits // of the needles

	// For one target:
	highest     rule.Severity
	targetKnown bool
}

// targetRules contains the rules that may report for one target, and the target as a part of their input.
type targetRules struct {
	target       *ast.Term
	inputs       rego.Inputs // of blocks of Terraform
	units        []*unit     // rules of resources, files and suppressions
	projectUnits []*unit     // rules of projects
}

// New returns a Linter. It returns an error for a selection that matches no rule, and for an option value that
// cannot be passed to rules. Rules are compiled when a file first needs them.
func New(rules *rule.Rules, options Options) (*Linter, error) {
	chosen, err := rules.Select(rule.Selection{Select: options.Select, Ignore: options.Ignore, On: options.On})
	if err != nil {
		return nil, err
	}
	config, err := configTerm(rules.All(), options)
	if err != nil {
		return nil, err
	}
	l := &Linter{
		rules: rules, chosen: chosen,
		programs: rules.Programs(options.Facts),
		target:   options.Target,
		config:   config,
		byTarget: &rulesByTarget{rules: map[string]*targetRules{}},

		converter: options.Convert, planned: options.Planned && options.Target.IsKnown(), stops: options.Stops, show: options.Show,
	}
	l.needles.Everything = options.Show != nil
	for _, choice := range chosen {
		r := choice.Rule
		ready := l.prepare(choice, options.RuleOptions[r.ID])
		if severity, isSet := options.Severities[r.ID]; isSet {
			ready.severity = &severity
		}
		l.ready = append(l.ready, ready)
		if applies, _ := r.Limit(options.Target); applies || !options.Target.IsKnown() {
			l.lookFor(ready)
		}
		if ready.Scope == rule.ProjectScope && ready.AnyKind(survey.Installation, survey.Object) {
			l.needles.Project = append(l.needles.Project, ready.needles...)
		}
	}
	return l, nil
}

// WithoutFixes returns a linter that plans no fixes, so that its findings have none. Merge does not find equal fixes of several roots then.
func (l *Linter) WithoutFixes() *Linter {
	quick := *l
	quick.withoutFixes = true
	return &quick
}

func (l *Linter) prepare(choice rule.Choice, set map[string]any) *unit {
	ready := &unit{Choice: choice}
	for _, needle := range choice.Rule.NeedlesWith(set) {
		ready.needles = append(ready.needles, []byte(needle))
	}
	ready.numbers = needleNumbers.of(ready.needles)
	return ready
}

// together announces that rules will be evaluated together, on one resource or project, so that they are loaded at once.
func (l *Linter) together(units []*unit) {
	if len(units) == 0 {
		return
	}
	rules := make([]*rule.Rule, len(units))
	for i, u := range units {
		rules[i] = u.Rule
	}
	l.programs.Together(rules)
}

// TargetOf returns the target for files with an observed target: the target of the Options if that is
// known, otherwise observed.
func (l *Linter) TargetOf(observed versions.Target) versions.Target {
	if l.target.IsKnown() {
		return l.target
	}
	return observed
}

// clusterOf returns the cluster of a project with the installations among its resources. If an option sets the version, the CRDs
// have that version too.
func (l *Linter) clusterOf(resources []*survey.Resource, observed versions.Target) verdict.Cluster {
	releases := l.TargetOf(observed).Interval
	cluster := verdict.ClusterOf(resources, releases)
	if l.target.IsKnown() {
		cluster.CRDs = releases
	}
	return cluster
}

// rulesFor returns the rules for files with an observed target.
func (l *Linter) rulesFor(observed versions.Target) *targetRules {
	target := l.TargetOf(observed)
	key := target.String()
	l.byTarget.mu.Lock()
	defer l.byTarget.mu.Unlock()
	if a, ok := l.byTarget.rules[key]; ok {
		return a
	}
	a := &targetRules{target: targetTerm(target)}
	for _, ready := range l.ready {
		applies, highest := ready.Limit(target)
		u := *ready // a copy for this target
		u.highest, u.targetKnown = highest, target.IsKnown()
		switch {
		case !applies:
		case ready.Scope == rule.ProjectScope:
			a.projectUnits = append(a.projectUnits, &u)
		default:
			a.units = append(a.units, &u)
		}
	}
	l.byTarget.rules[key] = a
	return a
}

func targetTerm(t versions.Target) *ast.Term {
	fields := [][2]*ast.Term{
		rego.Field("known", ast.InternedTerm(t.IsKnown())), // false if nothing shows the release; then min and max are absent
	}
	if t.Min != nil {
		fields = append(fields, rego.TextField("min", t.Min.String())) // the lowest release, 1.0.8; absent without a lower end
	}
	if t.Max != nil {
		fields = append(fields, rego.TextField("max", t.Max.String())) // the highest; absent without an upper end
	}
	return ast.ObjectTerm(fields...)
}

// configTerm is input.config of every rule.
func configTerm(rules []*rule.Rule, o Options) (*ast.Term, error) {
	options := ast.NewObject()
	for _, rule := range rules {
		if len(rule.Options) == 0 {
			continue
		}
		values := ast.NewObject()
		for _, option := range rule.Options {
			value, set := o.RuleOptions[rule.ID][option.Name]
			if !set {
				value = option.Default
			}
			term, err := ast.InterfaceToValue(value)
			if err != nil {
				return nil, fmt.Errorf("rule %s: option %s: %w", rule.ID, option.Name, err)
			}
			values.Insert(ast.StringTerm(option.Name), ast.NewTerm(term))
		}
		options.Insert(ast.StringTerm(rule.ID), ast.NewTerm(values))
	}
	order := o.DestroyOrder
	if order == "" {
		order = "controller-last"
	}
	return ast.ObjectTerm(
		rego.TextField("destroy_order", order),                    // controller-last or controller-first
		rego.TextField("kubernetes_version", o.KubernetesVersion), // of the clusters; "" if it is not configured
		rego.Field("options", ast.NewTerm(options)),               // the options of rules: input.config.options.ID.NAME, with the default where none is set
	), nil
}

// Target returns the Karpenter versions of the Options.
func (l *Linter) Target() versions.Target { return l.target }

// Rules returns the selected rules, sorted by id.
func (l *Linter) Rules() []rule.Choice { return l.chosen }
