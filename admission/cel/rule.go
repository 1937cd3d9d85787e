// Package cel evaluates the rules in Karpenter's CRDs on objects with unknown parts, and finds the value that breaks a rule.
//
// It supports the subset of the Common Expression Language that these rules use. An answer holds for every value that the unknown
// parts can have, so an object breaks a rule only if no such value can fulfil it.
package cel

import (
	"strings"
	"sync"

	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/model"
)

// Rule is a rule of x-kubernetes-validations. It is parsed when first used, and is safe for concurrent use.
type Rule struct {
	Source string

	parse func() (*expr, error)

	namesOld bool // it refers to oldSelf
}

// New returns the rule with a source.
func New(source string) *Rule {
	return &Rule{Source: source, parse: sync.OnceValues(func() (*expr, error) { return parse(source) }), namesOld: strings.Contains(source, "oldSelf")}
}

// Err returns the reason why the rule cannot be evaluated, or nil. An object never breaks a rule with an error.
func (r *Rule) Err() error {
	_, err := r.parse()
	return err
}

// Transition reports whether the rule compares an object with its previous state. Creating an object never breaks it.
func (r *Rule) Transition() bool {
	if !r.namesOld {
		return false
	}
	root, err := r.parse()
	return err == nil && root.mentions("oldSelf")
}

// Input is a value that must obey a rule. Its schema has already accepted its type.
type Input struct {
	Self *model.Value // never nil
	Path []any        // of Self, from the root of the object

	known.Reader

	// Default returns the value that the API server sets for an absent field, nil if there is none. The path starts at Self. A nil
	// function means no defaults.
	Default func(path []any) *model.Value
}

// Failure is one way in which a value breaks a rule.
type Failure struct {
	// Path leads from the root of the object to the wrong value. For a missing field it is the path that the field would have.
	Path []any

	// Conditional means that the rule is broken only if an entry or item is rendered: one on the path, or one that conflicts with
	// it.
	Conditional bool
}

// Truth returns whether the API server accepts the value. An error in the evaluation means No, as in the API server.
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

// Failures returns how a value certainly breaks the rule, with one failure for each broken item of a list. It returns nil if the
// value may obey the rule.
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
