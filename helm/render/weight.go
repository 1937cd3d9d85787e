package render

import (
	"reflect"
	"strings"
)

// shallow are the functions that do not look into the values of their maps and lists.
var shallow = wordSet(`append mustAppend coalesce concat default dict dig empty first mustFirst get hasKey initial mustInitial keys kindIs kindOf last
	mustLast list omit pick prepend mustPrepend push mustPush rest mustRest set slice mustSlice ternary tuple typeIs typeOf unset values`)

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(words) {
		set[word] = true
	}
	return set
}

// scale weighs values.
type scale struct {
	remaining int // of maxWeight; negative if the values are heavier
	levels    int
}

// put subtracts the weight of a value from remaining, which becomes negative if the value is too heavy, or deeper than maxLevels.
func (s *scale) put(v reflect.Value) {
	for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if s.remaining--; s.remaining < 0 {
		return
	}
	if s.levels++; s.levels > maxLevels {
		s.remaining = -1
		return
	}
	defer func() { s.levels-- }()
	switch v.Kind() {
	case reflect.String:
		s.remaining -= v.Len()
	case reflect.Slice, reflect.Array:
		for i := 0; i < v.Len() && s.remaining >= 0; i++ {
			s.put(v.Index(i))
		}
	case reflect.Map:
		for entries := v.MapRange(); s.remaining >= 0 && entries.Next(); {
			s.put(entries.Key())
			s.put(entries.Value())
		}
	}
}
