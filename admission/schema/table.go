// Package schema has the schemas of Karpenter's kinds in every release. It reads them from a table that is part of the program.
//
// The command update makes the table, table.txt, from the CRDs of the releases. It has three parts, separated by empty lines:
// releases and kinds; rules and patterns, one on each line; nodes of schemas, one on each line. Equal nodes are stored once. A node
// refers to texts and other nodes by their line numbers in their parts. A line is parsed when it is first needed.
package schema

import (
	_ "embed"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/karplint/karplint/admission/cel"
)

//go:embed table.txt
var table string

// contents has the lines of the table, and caches the values that were parsed from them.
type contents struct {
	releases []Release
	kinds    []string
	texts    []string
	lines    []string // of nodes

	nodes    []atomic.Pointer[Node]
	rules    []atomic.Pointer[cel.Rule]
	patterns []atomic.Pointer[regexp.Regexp]
}

var read = sync.OnceValue(func() *contents {
	head, rest, _ := strings.Cut(table, "\n\n")
	texts, nodes, _ := strings.Cut(rest, "\n\n")
	c := &contents{
		texts: strings.Split(texts, "\n"),
		lines: strings.Split(strings.TrimSuffix(nodes, "\n"), "\n"),
	}
	for line := range strings.SplitSeq(head, "\n") {
		switch word, rest, _ := strings.Cut(line, "\t"); word {
		case "releases":
			c.releases = parseReleases(rest)
		case "kind":
			c.kinds = append(c.kinds, rest)
		}
	}
	c.nodes = make([]atomic.Pointer[Node], len(c.lines))
	c.rules = make([]atomic.Pointer[cel.Rule], len(c.texts))
	c.patterns = make([]atomic.Pointer[regexp.Regexp], len(c.texts))
	return c
})

// Kind is a kind in one version of its API.
type Kind struct {
	Namespaced bool
	Schemas    []*Node  // each once, ordered by the first release with it
	Served     []Served // the releases that serve the kind, oldest first
}

// Served is a release that serves a kind, with the number of its schema.
type Served struct {
	Release Release
	Schema  int
}

var kinds sync.Map // *Kind, by the start of its line

// Lookup returns a kind; nil if no release in the table serves it in that API version.
func Lookup(apiVersion, kind string) *Kind {
	key := apiVersion + "\t" + kind + "\t"
	if k, ok := kinds.Load(key); ok {
		return k.(*Kind)
	}
	for _, line := range read().kinds {
		if rest, ok := strings.CutPrefix(line, key); ok {
			k, _ := kinds.LoadOrStore(key, parseKind(rest))
			return k.(*Kind)
		}
	}
	return nil
}

// Names returns the API versions and kinds in the order of the table.
func Names() (names [][2]string) {
	for _, line := range read().kinds {
		fields := strings.SplitN(line, "\t", 3)
		names = append(names, [2]string{fields[0], fields[1]})
	}
	return names
}

// parseKind parses the rest of a line: whether the kind is namespaced, and the node for each range of releases that serve it.
func parseKind(rest string) *Kind {
	scope, ranges, _ := strings.Cut(rest, "\t")
	k := &Kind{Namespaced: scope == "Namespaced"}
	releases, i := read().releases, 0
	for entry := range strings.SplitSeq(ranges, " ") {
		span, id, _ := strings.Cut(entry, "=")
		first, last, isRange := strings.Cut(span, "-")
		if !isRange {
			last = first
		}
		schema := k.number(nodeAt(number(id)))
		i += slices.Index(releases[i:], parseRelease(first))
		end := i + slices.Index(releases[i:], parseRelease(last))
		for ; i <= end; i++ {
			k.Served = append(k.Served, Served{releases[i], schema})
		}
	}
	return k
}

// number returns the number of a schema. It adds a new one.
func (k *Kind) number(schema *Node) int {
	i := slices.Index(k.Schemas, schema)
	if i < 0 {
		i = len(k.Schemas)
		k.Schemas = append(k.Schemas, schema)
	}
	return i
}

// at returns the cached value of a slot, and computes it the first time.
func at[T any](slot *atomic.Pointer[T], compute func() *T) *T {
	if known := slot.Load(); known != nil {
		return known
	}
	slot.CompareAndSwap(nil, compute())
	return slot.Load()
}

func number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		panic("the table of schemas is broken: " + err.Error())
	}
	return n
}

func nodeAt(n int) *Node {
	c := read()
	return at(&c.nodes[n], func() *Node { return parseNode(c.lines[n]) })
}

func ruleAt(id string) *cel.Rule {
	c, n := read(), number(id)
	return at(&c.rules[n], func() *cel.Rule { return cel.New(c.texts[n]) })
}

func patternAt(n int) *regexp.Regexp {
	c := read()
	return at(&c.patterns[n], func() *regexp.Regexp { return regexp.MustCompile(c.texts[n]) })
}
