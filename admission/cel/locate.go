package cel

import (
	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/model"
)

// failures returns the places where a rule is broken. If templates decide whether it is broken, failures searches for values whose
// presence alone breaks it.
func (r *run) failures(root *expr) []Failure {
	switch r.truth(root) {
	case known.No:
		return r.located(root, nil, map[string]bool{}, false)
	case known.Yes:
		return nil
	}
	var failures []Failure
	seen := map[string]bool{}
	for _, n := range r.doubtful {
		supposed := r.suppose(n)
		if supposed.truth(root) == known.No {
			failures = supposed.located(root, failures, seen, true)
		}
		r.steps = supposed.steps
		supposed.release()
	}
	return failures
}

// located adds the places where the rule is broken, except those whose path below self is in seen.
func (r *run) located(root *expr, failures []Failure, seen map[string]bool, conditional bool) []Failure {
	places := r.why(root, nil, true)
	if len(places) == 0 {
		places = []*node{r.self}
	}
	for _, n := range places {
		path := n.path()
		if text := model.PathText(path); !seen[text] {
			seen[text] = true
			failures = append(failures, Failure{model.Join(r.in.Path, path...), conditional})
		}
	}
	return failures
}

// why returns the places that keep an expression from the wanted result. It returns none if there is no single such place below
// self.
func (r *run) why(e *expr, s *scope, want bool) []*node {
	switch e.op {
	case opNot:
		return r.why(e.args[0], s, !want)
	case opAnd:
		return r.whySides(e, s, want, want)
	case opOr:
		return r.whySides(e, s, want, !want)
	case opIf:
		return r.whyBranch(e, s, want)
	case opAll:
		return r.whyElements(e, s, want, want)
	case opExists:
		if want { // the list lacks the element
			return r.place(e.args[0], s)
		}
		return r.whyElements(e, s, want, true)
	}
	return r.place(e, s)
}

// never reports whether an expression certainly does not have the wanted result.
func (r *run) never(e *expr, s *scope, want bool) bool { return r.outcomes(e, s)&ofBool(want) == 0 }

// whySides explains a conjunction or disjunction. If each side alone breaks it, the first broken side is the reason. If only both
// together break it, the deeper place is reported, or of two fields the later one. So two rules about the same pair of fields
// report the same place.
func (r *run) whySides(e *expr, s *scope, want, eachBreaks bool) []*node {
	var best []*node
	for _, side := range e.args {
		if !r.never(side, s, want) {
			continue
		}
		places := r.why(side, s, want)
		if eachBreaks {
			return places
		}
		if isWritten(places) && (best == nil || !best[0].isAfter(places[0])) {
			best = places
		}
	}
	return best
}

func isWritten(places []*node) bool { return len(places) > 0 && !places[0].absent }

func (n *node) depth() int { return len(n.path()) }

// isAfter reports whether a node is deeper than another one, or is a later field of the same map.
func (n *node) isAfter(other *node) bool {
	if depth, otherDepth := n.depth(), other.depth(); depth != otherDepth || n.parent == nil || n.parent.value != other.parent.value {
		return depth > otherDepth
	}
	return n.order() > other.order()
}

// order returns the index of a field in its map.
func (n *node) order() int {
	key, _ := n.step.(string)
	return n.parent.value.IndexOf(key)
}

func (r *run) whyBranch(e *expr, s *scope, want bool) []*node {
	switch r.outcomes(e.args[0], s) & isValue {
	case isTrue:
		return r.why(e.args[1], s, want)
	case isFalse:
		return r.why(e.args[2], s, want)
	}
	return r.place(e.args[0], s)
}

// whyElements explains a macro. If each element alone breaks it, all broken elements are places, otherwise only the first one.
func (r *run) whyElements(e *expr, s *scope, want, eachBreaks bool) (places []*node) {
	of := r.eval(e.args[0], s)
	if of.kind != part {
		return r.place(e.args[0], s)
	}
	r.elements(of.node, func(element result, present known.Truth) bool {
		inner := &scope{e.text, element, s}
		if present != known.Yes || !r.never(e.args[1], inner, want) {
			return true
		}
		reasons := r.why(e.args[1], inner, want)
		if len(reasons) == 0 || reasons[0].depth() <= of.node.depth() {
			reasons = []*node{element.node}
		}
		places = append(places, reasons...)
		return eachBreaks
	})
	if len(places) == 0 {
		places = []*node{of.node}
	}
	return places
}

// place returns the part of the object that an expression reads first, preferably one that is written.
func (r *run) place(e *expr, s *scope) (best []*node) {
	switch e.op {
	case opField, opIndex, opName, opHas:
		return r.placeOfPart(e, s)
	case opFilter:
		return r.placeOfLast(e, s)
	}
	for _, arg := range e.args {
		places := r.place(arg, s)
		if best == nil || !isWritten(best) && isWritten(places) {
			best = places
		}
	}
	return best
}

func (r *run) placeOfPart(e *expr, s *scope) []*node {
	if e.op == opHas {
		child, _ := r.field(r.eval(e.args[0], s), e.text)
		return placesOf(child)
	}
	return placesOf(r.eval(e, s))
}

func placesOf(of result) []*node {
	if of.node == nil {
		return nil
	}
	return []*node{of.node}
}

// placeOfLast returns the last element that a filter selects.
func (r *run) placeOfLast(e *expr, s *scope) []*node {
	of := r.eval(e.args[0], s)
	if of.kind != part {
		return r.place(e.args[0], s)
	}
	last := of.node
	r.elements(of.node, func(element result, present known.Truth) bool {
		if present == known.Yes && r.outcomes(e.args[1], &scope{e.text, element, s}) == isTrue {
			last = element.node
		}
		return true
	})
	return []*node{last}
}
