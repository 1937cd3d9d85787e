package rename

import (
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// tomlKey is a key of a table in a text of TOML, with its value.
type tomlKey struct {
	table   int      // number of the table's header
	inline  bool     // it is in an inline table
	parents []string // the keys that lead to it
	name    string
	key     model.Span
	pair    model.Span // name = value
	value   model.Span // empty if it is no string
	text    string     // of the value
}

// convertTOML converts the old names in a text of TOML: settings of Bottlerocket, of a runner. parsed is false for a text that is
// none. Positions are those of the parser; the result must parse.
func (o *Object) convertTOML(path []any, v *model.Value, text string) (parts []edit.Edit, parsed bool) {
	if !strings.Contains(text, "=") {
		return nil, false
	}
	keys, comments, ok := readTOML(text)
	if !ok || len(keys) == 0 || toml.Unmarshal([]byte(text), &map[string]any{}) != nil { // a key occurs twice
		return nil, false
	}
	prose := []byte(text)
	for _, c := range comments {
		blankOutIn(prose, c)
	}
	for _, k := range keys {
		edits, recognised := o.convertKey(path, text, k, keys)
		parts = append(parts, edits...)
		if recognised {
			blankOutIn(prose, model.Span{Start: k.key.Start, End: k.value.Start})
		}
		if recognised && !k.value.Empty() && o.Names.Change(k.text) != nil {
			blankOutIn(prose, k.value)
		}
	}
	slices.SortStableFunc(parts, func(a, b edit.Edit) int { return a.Start - b.Start })
	if result, err := edit.Apply([]byte(text), parts); err != nil || toml.Unmarshal(result, &map[string]any{}) != nil {
		return nil, false
	}
	o.reportText(path, string(prose), o.firstLine(v))
	return parts, true
}

func blankOutIn(text []byte, s model.Span) {
	copy(text[s.Start:s.End], blankOut(string(text[s.Start:s.End])))
}

// readTOML returns the keys and comments in a text. ok is false if the text is not TOML.
func readTOML(text string) (keys []tomlKey, comments []model.Span, ok bool) {
	p := unstable.Parser{KeepComments: true}
	p.Reset([]byte(text))
	r := &tomlReader{text: text}
	for p.NextExpression() {
		e := p.Expression()
		if e.Kind == unstable.Table || e.Kind == unstable.ArrayTable {
			r.table++
			r.parents, _ = keyParts(e.Key())
		} else {
			r.read(e, r.parents, false)
		}
	}
	return r.keys, r.comments, p.Error() == nil
}

type tomlReader struct {
	text     string
	table    int
	parents  []string
	keys     []tomlKey
	comments []model.Span
}

// read reads the keys and comments in a node. Each table in a list is one of its own.
func (r *tomlReader) read(n *unstable.Node, parents []string, inline bool) {
	switch n.Kind {
	case unstable.Comment:
		if s := bytesOf(n.Raw); s.End <= len(r.text) {
			r.comments = append(r.comments, s)
		}
	case unstable.KeyValue:
		names, raw := keyParts(n.Key())
		if len(names) == 0 {
			return
		}
		parents = slices.Concat(parents, names)
		last := len(parents) - 1
		k := tomlKey{table: r.table, inline: inline, parents: parents[:last:last], name: parents[last], key: bytesOf(raw), pair: bytesOf(n.Raw)}
		v := n.Value()
		k.value = model.Span{Start: k.key.End, End: k.key.End}
		if v.Kind == unstable.String {
			k.value, k.text = bytesOf(v.Raw), string(v.Data)
		}
		r.keys = append(r.keys, k)
		r.read(v, parents, true)
	case unstable.InlineTable, unstable.Array:
		for children := n.Children(); children.Next(); {
			child := children.Node()
			if child.Kind != unstable.KeyValue && child.Kind != unstable.Comment {
				r.table++
			}
			r.read(child, parents, true)
		}
	}
}

func keyParts(keys unstable.Iterator) (names []string, last unstable.Range) {
	for keys.Next() {
		names = append(names, string(keys.Node().Data))
		last = keys.Node().Raw
	}
	return names, last
}

func bytesOf(r unstable.Range) model.Span {
	return model.Span{Start: int(r.Offset), End: int(r.Offset) + int(r.Length)}
}

// sibling returns the key of that name in the same table, or nil.
func (k tomlKey) sibling(name string, keys []tomlKey) *tomlKey {
	for i, key := range keys {
		if key.table == k.table && key.name == name && slices.Equal(key.parents, k.parents) {
			return &keys[i]
		}
	}
	return nil
}

// convertKey converts a key and the name of a label that may be its value. recognised is false for other keys.
func (o *Object) convertKey(path []any, text string, k tomlKey, keys []tomlKey) (parts []edit.Edit, recognised bool) {
	isName := slices.Contains(o.Names.NameKeys, tomlName(k.name))
	if n := o.Names.Label(k.text); isName && n != nil && n.New != "" {
		if operator := k.sibling("operator", keys); operator != nil && operator.text == "DoesNotExist" {
			return nil, false
		}
		return []edit.Edit{renamed(text, k.value, n)}, true
	}
	n := k.changeOf(o.Names)
	if n == nil || n.New == "" {
		return nil, false
	}
	addsBoth := o.Names.Label(k.name) != nil && slices.Contains(o.Names.Given, k.innermost()) && o.BothServed()
	sibling := k.sibling(n.New, keys)
	switch {
	case k.isTaint():
		o.keepTaint(path, n)
		return nil, true
	case addsBoth && sibling != nil:
		return nil, true
	case addsBoth && k.inline:
		return nil, false
	case addsBoth:
		o.See(pages.Names).Info(path, "%s is added next to %s, because Karpenter %s serves both APIs", n.New, n.Old, o.Release)
		return []edit.Edit{k.copiedBelow(text, n)}, true
	case sibling != nil && (k.inline || sibling.text != k.text):
		return nil, false
	case sibling != nil:
		o.See(pages.Names).Info(path, "both %s and %s are set; %s remains", n.Old, n.New, n.New)
		return []edit.Edit{k.removedLine(text)}, true
	}
	return []edit.Edit{renamed(text, k.key, n)}, true
}

// innermost returns the name of the table that the key is in.
func (k tomlKey) innermost() string {
	if len(k.parents) == 0 {
		return ""
	}
	return k.parents[len(k.parents)-1]
}

// isTaint reports whether the key is a taint, optionally with a value: key=value.
func (k tomlKey) isTaint() bool { return taintLists().MatchString(k.innermost()) }

// changeOf returns the change of the label or annotation that the key names, or nil.
func (k tomlKey) changeOf(names apis.Names) *facts.NameChange {
	if a := names.Annotation(k.name); a != nil && a.Wider == "" {
		return a
	}
	name := k.name
	if k.isTaint() {
		name, _, _ = strings.Cut(name, "=")
	}
	return names.Label(name)
}

// keepTaint warns about a taint with the name of an old label, unless the object is one that Karpenter adds no taints to.
func (o *Object) keepTaint(path []any, n *facts.NameChange) {
	if _, old := o.Change(o.Res); old || !facts.IsKarpenter(o.Res.Group()) {
		o.See(pages.Names).Warn(path, "the taint %q is not the label of that name and is kept; if you rename the taint, rename it here at the same time",
			n.Old)
	}
}

// copiedBelow adds a line with the new name below that of the key.
func (k tomlKey) copiedBelow(text string, n *facts.NameChange) edit.Edit {
	line := text[k.pair.Start:k.pair.End]
	keyStart := k.key.Start - k.pair.Start
	name := strings.Replace(text[k.key.Start:k.key.End], n.Old, n.New, 1)
	indent := text[strings.LastIndexByte(text[:k.pair.Start], '\n')+1 : k.pair.Start]
	end := k.pair.Start + len(strings.TrimRight(line, " \t"))
	if i := strings.IndexByte(text[end:], '\n'); i >= 0 {
		end += i // behind a comment
	} else {
		end = len(text)
	}
	added := strings.TrimRight(line[:keyStart]+name+line[keyStart+k.key.End-k.key.Start:], " \t")
	return edit.Edit{Start: end, End: end, New: "\n" + indent + added}
}

// removedLine removes the line of the key.
func (k tomlKey) removedLine(text string) edit.Edit {
	from := strings.LastIndexByte(text[:k.pair.Start], '\n') + 1
	to := len(text)
	if i := strings.IndexByte(text[k.pair.End:], '\n'); i >= 0 {
		to = k.pair.End + i + 1
	}
	return edit.Edit{Start: from, End: to}
}

// renamed replaces the name in a quoted key or text.
func renamed(text string, s model.Span, n *facts.NameChange) edit.Edit {
	start := s.Start + max(0, strings.Index(text[s.Start:s.End], n.Old))
	return edit.Edit{Start: start, End: start + len(n.Old), New: n.New}
}

// tomlName returns the key of a manifest for a key in TOML: topologyKey for topology_key.
func tomlName(name string) string {
	first, second, hasUnderscore := strings.Cut(name, "_")
	if !hasUnderscore || second == "" {
		return name
	}
	return first + strings.ToUpper(second[:1]) + second[1:]
}
