package rename

import (
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// tomlKey is a key of a table in a text of TOML, with its value.
type tomlKey struct {
	table  int      // number of the table's header
	inline bool     // it stands in an inline table
	above  []string // the keys that lead to it
	name   string
	key    model.Span
	whole  model.Span // name = value
	value  model.Span // empty for what is no string
	text   string     // of the value
}

// toml converts the old names in a text of TOML: settings of Bottlerocket, of a runner. known is false for a text that is
// none. Positions are those that the parser tells; the result must parse.
func (o *Object) toml(path []any, v *model.Value, text string) (parts []edit.Edit, known bool) {
	if !strings.Contains(text, "=") {
		return nil, false
	}
	keys, comments, ok := readTOML(text)
	if !ok || len(keys) == 0 {
		return nil, false
	}
	rest := text
	for _, c := range comments {
		rest = rest[:c.Start] + blankOut(rest[c.Start:c.End]) + rest[c.End:]
	}
	for _, k := range keys {
		edits, done := o.tomlKey(path, text, k, keys)
		parts = append(parts, edits...)
		if done {
			rest = rest[:k.key.Start] + blankOut(rest[k.key.Start:k.value.Start]) + rest[k.value.Start:]
		}
		if done && !k.value.Empty() && o.Names.Change(k.text) != nil {
			rest = rest[:k.value.Start] + blankOut(rest[k.value.Start:k.value.End]) + rest[k.value.End:]
		}
	}
	slices.SortStableFunc(parts, func(a, b edit.Edit) int { return a.Start - b.Start })
	if after, err := edit.Apply([]byte(text), parts); err != nil || toml.Unmarshal(after, &map[string]any{}) != nil {
		return nil, false
	}
	o.words(path, rest, o.firstLine(v))
	return parts, true
}

// readTOML returns the keys and the comments in a text, and whether it is TOML.
func readTOML(text string) (keys []tomlKey, comments []model.Span, ok bool) {
	if toml.Unmarshal([]byte(text), &map[string]any{}) != nil {
		return nil, nil, false
	}
	p := unstable.Parser{KeepComments: true}
	p.Reset([]byte(text))
	r := &tomlReader{text: text}
	for p.NextExpression() {
		switch e := p.Expression(); e.Kind {
		case unstable.Table, unstable.ArrayTable:
			r.table++
			r.above, _ = keyParts(e.Key())
		case unstable.KeyValue:
			r.keyValue(e, r.above, false)
		case unstable.Comment:
			r.comment(e)
		}
	}
	return r.keys, r.comments, p.Error() == nil
}

type tomlReader struct {
	text     string
	table    int
	above    []string
	keys     []tomlKey
	comments []model.Span
}

func keyParts(it unstable.Iterator) (names []string, last unstable.Range) {
	for it.Next() {
		names = append(names, string(it.Node().Data))
		last = it.Node().Raw
	}
	return names, last
}

func bytesOf(r unstable.Range) model.Span {
	return model.Span{Start: int(r.Offset), End: int(r.Offset) + int(r.Length)}
}

func (r *tomlReader) keyValue(e *unstable.Node, above []string, inline bool) {
	names, raw := keyParts(e.Key())
	if len(names) == 0 {
		return
	}
	n := len(names) - 1
	above = append(slices.Clone(above), names[:n]...)
	k := tomlKey{table: r.table, inline: inline, above: above, name: names[n], key: bytesOf(raw), whole: bytesOf(e.Raw)}
	v := e.Value()
	k.value = model.Span{Start: k.key.End, End: k.key.End}
	if v.Kind == unstable.String {
		k.value, k.text = bytesOf(v.Raw), string(v.Data)
	}
	r.keys = append(r.keys, k)
	r.inside(v, append(slices.Clone(above), k.name))
}

// inside reads the inline tables and the comments in a value. Each table in a list is one of its own.
func (r *tomlReader) inside(v *unstable.Node, above []string) {
	if v.Kind != unstable.InlineTable && v.Kind != unstable.Array {
		return
	}
	for it := v.Children(); it.Next(); {
		switch child := it.Node(); child.Kind {
		case unstable.KeyValue:
			r.keyValue(child, above, true)
		case unstable.Comment:
			r.comment(child)
		default:
			r.table++
			r.inside(child, above)
		}
	}
}

func (r *tomlReader) comment(n *unstable.Node) {
	if s := bytesOf(n.Raw); s.End <= len(r.text) {
		r.comments = append(r.comments, s)
	}
}

// beside returns the key of that name in the same table, or nil.
func (k tomlKey) beside(name string, all []tomlKey) *tomlKey {
	for i, other := range all {
		if other.table == k.table && other.name == name && slices.Equal(other.above, k.above) {
			return &all[i]
		}
	}
	return nil
}

// tomlKey converts a key and the name of a label that may be its value. done is false for what is not known.
func (o *Object) tomlKey(path []any, text string, k tomlKey, all []tomlKey) (parts []edit.Edit, done bool) {
	table := ""
	if len(k.above) > 0 {
		table = k.above[len(k.above)-1]
	}
	if n := o.Names.Label(k.text); n != nil && n.New != "" && slices.Contains(o.Names.NameKeys, tomlName(k.name)) {
		if operator := k.beside("operator", all); operator != nil && operator.text == "DoesNotExist" {
			return nil, false
		}
		return []edit.Edit{renamed(text, k.value, n)}, true
	}
	name := k.name
	if taintLists().MatchString(table) {
		name, _, _ = strings.Cut(name, "=")
	}
	n := o.Names.Label(name)
	if a := o.Names.Annotation(k.name); a != nil && a.Wider == "" {
		n = a
	}
	if n == nil || n.New == "" {
		return nil, false
	}
	both := o.Names.Label(k.name) != nil && slices.Contains(o.Names.Given, table) && o.BothServed()
	beside := k.beside(n.New, all)
	switch {
	case taintLists().MatchString(table):
		if _, old := o.Change(o.Res); !old && facts.IsKarpenter(o.Res.Group()) {
			return nil, true // nothing changes here
		}
		o.See(pages.Names).Warn(path, "the taint %q is not the label of that name, and stays; if you rename the taint, rename it here at the same time", n.Old)
		return nil, true
	case both && beside != nil:
		return nil, true
	case both && k.inline, beside != nil && beside.text != k.text:
		return nil, false
	case both:
		line := text[k.whole.Start:k.whole.End]
		at := k.key.Start - k.whole.Start
		name := strings.Replace(text[k.key.Start:k.key.End], n.Old, n.New, 1)
		indent := text[strings.LastIndexByte(text[:k.whole.Start], '\n')+1 : k.whole.Start]
		o.See(pages.Names).Info(path, "%s is added beside %s, for Karpenter %s serves both APIs", n.New, n.Old, o.Release)
		end := k.whole.Start + len(strings.TrimRight(line, " \t"))
		if i := strings.IndexByte(text[end:], '\n'); i >= 0 {
			end += i // behind a comment
		} else {
			end = len(text)
		}
		added := strings.TrimRight(line[:at]+name+line[at+k.key.End-k.key.Start:], " \t")
		return []edit.Edit{{Start: end, End: end, New: "\n" + indent + added}}, true
	case beside != nil && k.inline:
		return nil, false
	case beside != nil:
		from := strings.LastIndexByte(text[:k.whole.Start], '\n') + 1
		to := len(text)
		if i := strings.IndexByte(text[k.whole.End:], '\n'); i >= 0 {
			to = k.whole.End + i + 1
		}
		o.See(pages.Names).Info(path, "%s and %s stand side by side; %s remains", n.Old, n.New, n.New)
		return []edit.Edit{{Start: from, End: to}}, true
	}
	return []edit.Edit{renamed(text, k.key, n)}, true
}

// renamed replaces the name in a quoted key or text.
func renamed(text string, s model.Span, n *facts.NameChange) edit.Edit {
	start := s.Start + max(0, strings.Index(text[s.Start:s.End], n.Old))
	return edit.Edit{Start: start, End: start + len(n.Old), New: n.New}
}

// tomlName returns the key of a manifest that a key in TOML stands for: topology_key for topologyKey.
func tomlName(name string) string {
	first, rest, found := strings.Cut(name, "_")
	if !found || rest == "" {
		return name
	}
	return first + strings.ToUpper(rest[:1]) + rest[1:]
}
