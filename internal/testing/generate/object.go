package generate

// Map is a mapping in its written order.
type Map []Entry

// Entry is a key and its value.
type Entry struct {
	Key   string
	Value any // Map, []any, string, int, bool, or nil for a null
}

// Object is an object of Kubernetes.
type Object struct {
	APIVersion, Kind, Name string
	Tree                   Map // the complete object
}

// Plain returns the object in the types of a decoder of JSON: maps, slices, strings, bools, nil, and int64 for numbers.
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
		m, _ := v.(Map)
		v = nil
		for _, e := range m {
			if e.Key == key {
				v = e.Value
			}
		}
	}
	return v
}

// Set replaces the value of a key, or appends the key.
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
