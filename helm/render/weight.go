package render

import (
	"reflect"
	"strings"
)

// A template can make values that contain themselves (set .Values "a" .), or one value a million times (list $x $x, thirty times). To write those
// would exhaust the stack or the memory, so a value is weighed before a function reads its contents.
const (
	maxWeight = 1 << 20 // bytes of texts, and one for each other value
	maxLevels = 1000    // of maps and lists inside each other
)

// weighFunction returns its argument, or an error if that is too heavy.
const weighFunction = "karplintWeigh"

func (b *budget) weighed(v any) (any, error) {
	if err := b.call(weighFunction, []reflect.Value{reflect.ValueOf(v)}); err != nil {
		return nil, err
	}
	return v, nil
}

// shallow are the functions that do not look into the values of their maps and lists.
var shallow = wordSet(`append mustAppend coalesce concat default dict dig empty first mustFirst get hasKey initial mustInitial keys kindIs kindOf last mustLast list
	omit pick prepend mustPrepend push mustPush rest mustRest set slice mustSlice ternary tuple typeIs typeOf unset values`)

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
	values    int
	levels    int
}

// cost is the weight of the values, in which one takes as long as a text of some length.
func (s *scale) cost() int { return maxWeight - s.remaining + entry*s.values }

// put subtracts the weight of a value from remaining, which becomes negative if the value is too heavy, or deeper than maxLevels.
func (s *scale) put(v reflect.Value) {
	for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	s.values++
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
