// Package cel evaluates the rules in Karpenter's CRDs on objects of which parts may be unknown, and finds the value that breaks a rule.
//
// It has the part of the Common Expression Language that these rules use. An answer holds for every value that the unknown
// parts can have: a rule that could be true is not broken.
package cel

import (
	"strings"
	"sync"

	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/model"
)

// Rule is a rule of x-kubernetes-validations. It is parsed when it is first used, and safe for concurrent use.
type Rule struct {
	Source string

	parse func() (*expr, error)

	namesOld bool // it has the word oldSelf
}

// New returns the rule of a source.
func New(source string) *Rule {
	return &Rule{Source: source, parse: sync.OnceValues(func() (*expr, error) { return parse(source) }), namesOld: strings.Contains(source, "oldSelf")}
}

// Err returns why the rule cannot be evaluated, nil if it can be. Such a rule is broken by nothing.
func (r *Rule) Err() error {
	_, err := r.parse()
	return err
}

// Transition reports whether the rule compares an object with what it was before. The creation of an object breaks no such rule.
func (r *Rule) Transition() bool {
	if !r.namesOld {
		return false
	}
	root, err := r.parse()
	return err == nil && root.mentions("oldSelf")
}

// Input is a value that must obey a rule, of a type that its schema allows.
type Input struct {
	Self *model.Value // not nil
	Path []any        // of Self, from the root of the object

	known.Reader

	// Default returns the value that the API server sets for a field that is absent, nil if there is none. The path is that of the field
	// below Self. A nil function has no defaults.
	Default func(path []any) *model.Value
}

// Failure is one way in which a value breaks a rule.
type Failure struct {
	// Path leads from the root of the object to what is wrong. A missing field has the path that it would have.
	Path []any

	// Conditional: the rule is broken whenever an entry or item on the path, or one that it does not go together with, is rendered.
	Conditional bool
}

// Truth returns whether the API server finds that a value obeys the rule. An error of the evaluation is a No, as it is for the API server.
func (r *Rule) Truth(in Input) known.Truth {
	if r.Transition() {
		return known.Maybe
	}
	root, err := r.parse()
	if err != nil {
		return known.Maybe
	}
	run := newRun(in)
	defer run.release()
	return run.truth(root)
}

// Failures returns how a value certainly breaks the rule: at each item of a list that does, else once. It returns nil if the rule may be obeyed.
func (r *Rule) Failures(in Input) []Failure {
	if r.Transition() {
		return nil
	}
	root, err := r.parse()
	if err != nil {
		return nil
	}
	run := newRun(in)
	defer run.release()
	return run.failures(root)
}
