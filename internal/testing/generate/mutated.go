package generate

import (
	"fmt"

	"pgregory.net/rapid"
)

// Mutation is a file with a mistake in one of its objects.
type Mutation struct {
	File           // with the mistake
	Legal   File   // the text without it, perhaps in another style
	Object  string // the name of the object with the mistake
	Mistake string // a description
}

// GoString returns the mistake, and the text.
func (m Mutation) GoString() string { return m.Object + ": " + m.Mistake + " in " + m.File.GoString() }

// Mutated returns a generator of files with a mistake.
func Mutated() *rapid.Generator[Mutation] {
	return rapid.Custom(func(t *rapid.T) Mutation {
		g := &source{t}
		objects := g.alphaObjects()
		m := Mutation{Legal: g.file(objects)}
		m.Legal.Objects = nil // the mistake changes them
		i := g.intn(len(objects))
		m.Object = objects[i].Name
		if g.chance(10) {
			m.Mistake = "two objects with one name"
			objects = append(objects, objects[i])
		} else {
			m.Mistake = g.makeMistake(&objects[i].Tree)
		}
		m.File = g.file(objects)
		return m
	})
}

// makeMistake makes a mistake somewhere below a map, and describes it.
func (g *source) makeMistake(m *Map) string {
	if len(*m) == 0 {
		m.add("unknown", "a")
		return "an unknown field"
	}
	i := g.intn(len(*m))
	e := &(*m)[i]
	if g.chance(70) {
		switch v := e.Value.(type) {
		case Map:
			description := g.makeMistake(&v)
			e.Value = v
			return e.Key + ": " + description
		case []any:
			if len(v) == 0 {
				break
			}
			j := g.intn(len(v))
			if item, ok := v[j].(Map); ok {
				description := g.makeMistake(&item)
				v[j] = item
				return fmt.Sprint(e.Key, "[", j, "]: ", description)
			}
		}
	}
	switch g.intn(6) {
	case 1:
		key := e.Key
		e.Key = pick(g, "x"+key, key+"s", key[:len(key)-1]+"_")
		return "misspelt " + key
	case 2:
		e.Value = pick[any](g, "a text", 7, Map{{"a", "b"}}, []any{"a"}, true, nil, []any{Map{}}, Map{}, []any{nil}, -1, "")
		return "another type of " + e.Key
	case 3:
		e.Value = pick(g, "${VAR}", "<PLACEHOLDER>", "$(VAR)", "{{ .Values.x }}")
		return "a placeholder in " + e.Key
	case 4:
		m.Set("$patch", pick(g, "replace", "delete"))
		return "a directive"
	case 5:
		m.add("unknown", pick[any](g, "a", Map{{"b", 1}}))
		return "an unknown field"
	}
	key := e.Key
	*m = append((*m)[:i:i], (*m)[i+1:]...)
	return "no " + key
}
