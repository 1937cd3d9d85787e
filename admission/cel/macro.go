package cel

import (
	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/model"
)

// elements calls visit with each item of a list, or each key of a map, until visit returns false. It returns false if there may be
// further elements.
func (r *run) elements(of *node, visit func(element result, present known.Truth) bool) (isComplete bool) {
	switch of.value.Kind {
	case model.List:
		return r.items(of, visit)
	case model.Map:
		return r.keys(of, visit)
	}
	return false
}

// items visits the items of a list. An unknown item may be a template that writes none or several.
func (r *run) items(of *node, visit func(result, known.Truth) bool) bool {
	items, isComplete := r.in.Items(of.value)
	for _, item := range items {
		n := r.node(item.Value, of, item.Index)
		if item.Value.IsUnknown() {
			isComplete, item.Present = false, known.Maybe
		}
		if !visit(partOf(n), r.present(n, item.Present)) {
			break
		}
	}
	return isComplete
}

func (r *run) keys(of *node, visit func(result, known.Truth) bool) bool {
	fields, isComplete := r.in.Fields(of.value)
	for _, field := range fields {
		n := r.node(field.Value, of, field.Key)
		key := textOf(field.Key)
		key.node = n
		if !visit(key, r.present(n, field.Present)) {
			break
		}
	}
	return isComplete
}

// quantify joins the outcomes of a macro's body for each element. An element that may be absent also contributes neutral. Possible
// further elements can have any outcome.
func (r *run) quantify(e *expr, s *scope, neutral outcomes, join func(a, b outcomes) outcomes) outcomes {
	of := r.eval(e.args[0], s)
	if of.fails() {
		return isError
	}
	joined, decided := neutral, neutral.not()
	inner := &scope{name: e.text, outer: s}
	isComplete := of.kind == part && r.elements(of.node, func(element result, present known.Truth) bool {
		body := r.body(e, inner, element)
		if present == known.Maybe && body&neutral == 0 {
			r.doubt(element.node, present)
			body |= neutral
		}
		joined = join(joined, body)
		return joined != decided
	})
	if !isComplete {
		joined = join(joined, isAny)
	}
	return joined | of.may&isError
}

// body evaluates the body of a macro for an element. Within the body the element counts as present. inner is the scope of the
// body.
func (r *run) body(e *expr, inner *scope, element result) outcomes {
	inner.value = element
	r.assumed = append(r.assumed, element.node)
	outcomes := r.outcomes(e.args[1], inner)
	r.assumed = r.assumed[:len(r.assumed)-1]
	return outcomes
}

func (r *run) all(e *expr, s *scope) outcomes { return r.quantify(e, s, isTrue, outcomes.and) }

func (r *run) exists(e *expr, s *scope) outcomes { return r.quantify(e, s, isFalse, outcomes.or) }

// filter returns the possible number of elements for which the body is true.
func (r *run) filter(e *expr, s *scope) result {
	of := r.eval(e.args[0], s)
	if of.fails() {
		return of
	}
	selected := result{may: isValue, kind: sized}.orError(of.may)
	inner := &scope{name: e.text, outer: s}
	isComplete := of.kind == part && r.elements(of.node, func(element result, present known.Truth) bool {
		body := r.body(e, inner, element)
		selected.count(body, present)
		return true
	})
	if !isComplete {
		selected.may, selected.high = selected.may|isError, unlimited
	}
	return selected
}

// count counts one element, whose body has the given outcomes.
func (r *result) count(body outcomes, present known.Truth) {
	if body&isTrue != 0 {
		r.high++
	}
	if present != known.Yes {
		r.may |= body & isError
		return
	}
	if body == isTrue {
		r.low++
	}
	r.addError(body)
}

// addError adds the error of an element that is present.
func (r *result) addError(body outcomes) {
	if body == isError {
		r.may = isError
	}
	r.may |= body & isError
}
