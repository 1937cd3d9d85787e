package kustomize

import (
	"strconv"
	"strings"

	"github.com/karplint/karplint/model"
)

// Step is a part of a path in a replacement of kustomize: a key, an index, "*" for all, or [key=value] for the items with that
// field.
type Step struct {
	Raw string // as it is written
	Key string // "" for [key=value]
}

// SplitFieldPath splits a path of a replacement at its dots, except those after a backslash or in brackets.
func SplitFieldPath(text string) (steps []Step) {
	var raw strings.Builder
	depth := 0
	flush := func() {
		s := Step{Raw: raw.String(), Key: strings.ReplaceAll(raw.String(), `\.`, ".")}
		if strings.HasPrefix(s.Raw, "[") && strings.HasSuffix(s.Raw, "]") {
			if s.Key = s.Key[1 : len(s.Key)-1]; strings.Contains(s.Key, "=") {
				s.Key = ""
			}
		}
		steps = append(steps, s)
		raw.Reset()
	}
	for i := range len(text) {
		switch c := text[i]; {
		case c == '.' && depth == 0 && !strings.HasSuffix(raw.String(), `\`):
			flush()
			continue
		case c == '[':
			depth++
		case c == ']':
			depth = max(0, depth-1)
		}
		raw.WriteByte(text[i])
	}
	flush()
	return steps
}

// Resolve returns the paths below v that match the steps. If create is true, keys may be missing.
func Resolve(v *model.Value, steps []Step, create bool) (paths [][]any) {
	if len(steps) == 0 {
		return [][]any{{}}
	}
	resolveBelow := func(step any, in *model.Value) {
		for _, p := range Resolve(in, steps[1:], create) {
			paths = append(paths, append([]any{step}, p...))
		}
	}
	s := steps[0]
	switch {
	case v.Kind == model.List:
		for i, item := range v.Items {
			if s.picks(i, item) {
				resolveBelow(i, item)
			}
		}
	case v.Kind == model.Map && s.Raw == "*":
		for _, e := range v.Entries {
			resolveBelow(e.Key.Text, e.Value)
		}
	case v.Kind == model.Map && s.Key != "":
		if in := v.Get(s.Key); in != nil && in.Kind != model.Null {
			resolveBelow(s.Key, in)
		} else if create {
			resolveBelow(s.Key, model.NewMap())
		}
	}
	return paths
}

// picks reports whether a step matches the i-th item of a list.
func (s Step) picks(i int, item *model.Value) bool {
	if s.Key != "" {
		return s.Raw == "*" || s.Key == strconv.Itoa(i)
	}
	key, value, ok := strings.Cut(strings.Trim(s.Raw, "[]"), "=")
	if !ok {
		return false // an empty step
	}
	if key == "" {
		return item.Text == value
	}
	field := item.Get(key)
	return field != nil && field.Text == value
}

// WithParents returns v with empty maps added where a parent of the path is missing.
func WithParents(v *model.Value, path []any) *model.Value {
	for i := 1; i < len(path); i++ {
		if parent := v.Get(path[:i]...); parent == nil || parent.Kind == model.Null {
			if result, err := Add(v, PointerSteps(path[:i]), model.NewMap()); err == nil {
				v = result
			}
		}
	}
	return v
}
