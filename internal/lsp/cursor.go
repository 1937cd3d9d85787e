package lsp

import (
	"slices"
	"strings"

	protocol "github.com/tliron/glsp/protocol_3_16"

	"github.com/karplint/karplint/admission/schema"
	"github.com/karplint/karplint/base/pattern"
)

// cursor is a place in an object of Karpenter, found by the indentation of the lines around it and not in a tree, because a text that somebody types
// does not parse most of the time. Terraform and JSON are indented like YAML where their formatters have been, so one way is enough for all three.
// What is written on one line, such as {key: a, operator: In}, is not looked into.
type cursor struct {
	apiVersion, kind string   // "" where the object has none yet
	path             []string // of the map or list that the line is in, below the object; "[]" is any item of a list
	key              string   // of the entry on the line; "" if there is none
	isValue          bool     // the cursor is behind the key
	before           string   // what is typed of the word at the cursor
	start, end       int      // the offsets of this word, of which end is the cursor
	inHeredoc        bool     // the line is YAML in a file of Terraform
	lead             byte     // what is directly before the word, such as a quote, or the colon of the key; 0 at the beginning of the line
	inMap            bool     // the lines around it that are not deeper are entries, comments and actions of templates: the text is no script
	inTemplate       bool     // the cursor is in an action of a template, {{ … }}, or in ${ … }
	span             [2]int   // the offsets of the key, or of the word if there is none

	siblings map[string]string // the entries of the same map, with what is behind their keys
	above    map[string]string // the same for the entry that holds the list of the line
}

// token is a key, or the beginning of an item, on a line.
type token struct {
	depth    int    // where it begins: 2 for each column, and 1 more for an item, which may be below a key in the same column
	key      string // "" for an item
	from, to int    // of the key
	value    string // what is behind the key
	opens    bool   // the value begins a list whose first item begins on the same line: requirements = [{
}

// entry is a key of YAML, JSON or Terraform with what is behind it.
var entry = pattern.New(`^"?([A-Za-z0-9_./-]+)"?(:(?:\s|$)|\s*=(?:[^=>]|$)|"\s*:)(.*)$`)

// tokens returns the tokens of a line from left to right, and where the rest of it begins.
func tokens(line string) (found []token, rest int) {
	at := len(line) - len(strings.TrimLeft(line, " \t"))
	for at < len(line) {
		isItem := strings.HasPrefix(line[at:], "- ") || line[at:] == "-" || line[at] == '{'
		if !isItem {
			break
		}
		found = append(found, token{depth: 2*at + 1})
		at++
		at += len(line[at:]) - len(strings.TrimLeft(line[at:], " \t"))
	}
	m := entry().FindStringSubmatchIndex(line[at:])
	if m == nil || strings.HasPrefix(line[at:], "#") {
		return found, at
	}
	t := token{depth: 2 * at, key: line[at+m[2] : at+m[3]], from: at + m[2], to: at + m[3], value: strings.TrimSpace(line[at+m[6]:])}
	t.opens = strings.HasSuffix(t.value, "[{")
	return append(found, t), at
}

// region is the lines of one document: between separators, or in a heredoc.
type region struct {
	lines       []string
	first, last int // the last one is not in it
	isHeredoc   bool
}

var heredoc = pattern.New(`<<[-~]?"?([A-Za-z_][A-Za-z0-9_]*)"?[)\s]*$`)

// regionOf returns the region of a line. In Terraform, where isTerraform is set, the texts of other heredocs are left out.
func regionOf(all []string, line int, isTerraform bool) region {
	whole := region{lines: all, last: len(all)}
	if isTerraform {
		whole = whole.inOrOutOfHeredoc(line)
	}
	r := whole
	isSeparator := func(line string) bool { return strings.HasPrefix(line, "---") }
	for r.first = line; r.first > whole.first && !isSeparator(r.lines[r.first-1]); {
		r.first--
	}
	for r.last = line; r.last < whole.last && (r.last == line || !isSeparator(r.lines[r.last])); {
		r.last++
	}
	return r
}

// inOrOutOfHeredoc returns the heredoc that a line is in, or the file with empty lines in place of heredocs.
func (r region) inOrOutOfHeredoc(line int) region {
	outside := slices.Clone(r.lines)
	for i := 0; i < len(r.lines); i++ {
		m := heredoc().FindStringSubmatch(r.lines[i])
		if m == nil {
			continue
		}
		end := i + 1
		for end < len(r.lines) && strings.TrimSpace(r.lines[end]) != m[1] {
			outside[end] = ""
			end++
		}
		if i < line && line < end {
			return region{lines: r.lines, first: i + 1, last: end, isHeredoc: true}
		}
		i = end
	}
	return region{lines: outside, last: len(outside)}
}

// blockScalar is the end of a line of YAML below which a text begins.
var blockScalar = pattern.New(`(?:^|[:-]\s+)[|>][-+0-9]*\s*(?:#.*)?$`)

// isInText reports whether a line is in a text of several lines that is a value: a block scalar, or a heredoc without a manifest.
func (l *lines) isInText(number int, isTerraform bool) bool {
	all := l.all()
	r := regionOf(all, number, isTerraform)
	if isObject := func(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), "kind:") }; r.isHeredoc {
		if !slices.ContainsFunc(all[r.first:r.last], isObject) {
			return true
		}
	}
	indent := func(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }
	least := indent(all[number])
	for i := number - 1; i >= r.first && least > 0; i-- {
		if strings.TrimSpace(all[i]) == "" || indent(all[i]) >= least {
			continue
		}
		least = indent(all[i])
		if blockScalar().MatchString(all[i]) {
			return true
		}
	}
	return false
}

// level is a map on the way from the top to the cursor: the line and the depth of one of its keys.
type level struct {
	line, depth int
	steps       []string // from the map above: the key, and perhaps an item
}

// cursorAt returns the place of a position.
func cursorAt(l *lines, p protocol.Position, isTerraform bool) cursor {
	at := l.offset(p)
	number := min(int(p.Line), len(l.starts)-1)
	all := l.all()
	r := regionOf(all, number, isTerraform)
	line, column := all[number], at-l.starts[number]
	found, rest := tokens(line)
	c := cursor{end: at, inHeredoc: r.isHeredoc}
	own := level{line: number, depth: 2 * max(column, 0)}
	if strings.TrimSpace(line) != "" {
		own.depth = 2 * rest
	}
	if n := len(found); n > 0 && found[n-1].key != "" {
		t := found[n-1]
		c.key, c.isValue, c.span = t.key, column > t.to, [2]int{l.starts[number] + t.from, l.starts[number] + t.to}
	} else {
		word := strings.TrimRight(line[min(rest, len(line)):], " \t")
		c.span = [2]int{l.starts[number] + min(rest, len(line)), l.starts[number] + min(rest, len(line)) + len(word)}
	}
	head := line[:min(column, len(line))]
	word := strings.LastIndexAny(head, " \t[,\"'{") + 1
	switch {
	case c.isValue:
		word = max(word, min(found[len(found)-1].to+1, len(head)))
	case len(found) > 0:
		word = max(word, min(rest, len(head)))
	}
	c.before, c.start = head[word:], l.starts[number]+word
	c.inTemplate = strings.LastIndex(head, "{{") > strings.LastIndex(head, "}}") || strings.LastIndex(head, "${") > strings.LastIndex(head, "}")
	if word > 0 {
		c.lead = head[word-1]
	}
	c.inMap = r.isMap(number)
	levels := r.levels(own, found)
	c.takeObject(r, levels)
	return c
}

// isQuoted reports whether a quote is before the word.
func (c *cursor) isQuoted() bool { return c.lead == '"' || c.lead == '\'' }

// isMap reports whether the lines around one that are not deeper are entries, comments and actions of templates.
func (r region) isMap(around int) bool {
	indent := func(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }
	for i, line := range r.lines[r.first:r.last] {
		text := strings.TrimSpace(line)
		isEmpty := text == "" || strings.HasPrefix(text, "#") || strings.HasPrefix(text, "{{")
		found, _ := tokens(line)
		isEntry := len(found) > 0 && found[0].key != ""
		if r.first+i != around && !isEmpty && !isEntry && indent(line) <= indent(r.lines[around]) {
			return false
		}
	}
	return true
}

// levels returns the maps from the one of the cursor to the outermost.
func (r region) levels(own level, found []token) []level {
	levels := []level{own}
	depth := own.depth
	add := func(line int, t token) {
		if t.depth >= depth {
			return
		}
		now := &levels[len(levels)-1]
		switch {
		case t.key == "":
			now.steps = append([]string{"[]"}, now.steps...)
		default:
			if t.opens {
				now.steps = append([]string{"[]"}, now.steps...)
			}
			now.steps = append([]string{t.key}, now.steps...)
			levels = append(levels, level{line: line, depth: t.depth})
		}
		depth = t.depth
	}
	for _, t := range slices.Backward(found) {
		add(own.line, t)
	}
	for line := own.line - 1; line >= r.first && depth > 0; line-- {
		above, _ := tokens(r.lines[line])
		for _, t := range slices.Backward(above) {
			add(line, t)
		}
	}
	return levels
}

// takeObject finds the object among the maps: the innermost that has an apiVersion and a kind of Karpenter, or else the outermost.
func (c *cursor) takeObject(r region, levels []level) {
	for i, l := range levels {
		entries := r.entries(l)
		switch i {
		case 0:
			c.siblings = entries
		case 1:
			c.above = entries
		}
		apiVersion, kind := unquoted(entries["apiVersion"]), unquoted(entries["kind"])
		if schema.Lookup(apiVersion, kind) != nil || i == len(levels)-1 {
			c.apiVersion, c.kind = apiVersion, kind
			for _, below := range levels[:i] {
				c.path = append(slices.Clone(below.steps), c.path...)
			}
			return
		}
	}
}

// entries returns the entries of a map.
func (r region) entries(l level) map[string]string {
	found := map[string]string{}
	// take takes the entry of a line, and tells whether the map goes on beyond it, upwards or downwards.
	take := func(line int, down bool) bool {
		of, _ := tokens(r.lines[line])
		for i, t := range of {
			isItem := t.key == "" && t.depth < l.depth
			switch {
			case t.depth == l.depth && t.key != "":
				if _, isKnown := found[t.key]; !isKnown {
					found[t.key] = t.value
				}
			case t.depth < l.depth && (down || !isItem || i == len(of)-1):
				return false
			}
		}
		return len(of) == 0 || of[0].depth >= l.depth
	}
	goesUp := true
	if of, _ := tokens(r.lines[l.line]); len(of) > 0 {
		goesUp = of[0].depth >= l.depth
		for _, t := range of {
			if t.depth == l.depth && t.key != "" {
				found[t.key] = t.value
			}
		}
	}
	for line := l.line - 1; goesUp && line >= r.first; line-- {
		goesUp = take(line, false)
	}
	for line, goesDown := l.line+1, true; goesDown && line < r.last; line++ {
		goesDown = take(line, true)
	}
	return found
}

var quotes = pattern.New(`^["']?([^"'#]*?)["']?,?\s*(#.*)?$`)

// unquoted returns a scalar without quotes, the comma of JSON, and a comment.
func unquoted(value string) string {
	if m := quotes().FindStringSubmatch(strings.TrimSpace(value)); m != nil {
		return strings.TrimSpace(m[1])
	}
	return value
}
