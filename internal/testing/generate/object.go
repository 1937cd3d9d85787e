package generate

// Map is a mapping in the order in which it is written.
type Map []Entry

// Entry is a key with its value.
type Entry struct {
	Key   string
	Value any // Map, []any, string, int, bool, or nil for a null
}

// Object is an object of Kubernetes.
type Object struct {
	APIVersion, Kind, Name string
	Tree                   Map // the whole of it
}

// Plain returns the object as a decoder of JSON would: maps, slices, strings, bools, nil, and int64 for numbers.
func (o Object) Plain() map[string]any { return plain(o.Tree).(map[string]any) }

func plain(v any) any {
	switch v := v.(type) {
	case Map:
		m := make(map[string]any, len(v))
		for _, e := range v {
			m[e.Key] = plain(e.Value)
		}
		return m
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = plain(v[i])
		}
		return list
	case int:
		return int64(v)
	}
	return v
}

// Get returns the value at a path of keys, or nil.
func (m Map) Get(path ...string) any {
	var v any = m
	for _, key := range path {
		at, _ := v.(Map)
		v = nil
		for _, e := range at {
			if e.Key == key {
				v = e.Value
			}
		}
	}
	return v
}

// Set puts a value at a key: in the place of the one that stands there, or at the end.
func (m *Map) Set(key string, v any) {
	for i := range *m {
		if (*m)[i].Key == key {
			(*m)[i].Value = v
			return
		}
	}
	m.add(key, v)
}

func (m *Map) add(key string, v any) { *m = append(*m, Entry{key, v}) }
