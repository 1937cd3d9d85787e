package main

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"
)

// table is the content of table.txt. Package schema documents the format.
type table struct {
	releases []string
	kinds    []*kind
	texts    pool
	nodes    pool
}

// kind is a kind in one version of its API.
type kind struct {
	apiVersion, name, scope string
	schemas                 map[string]string // the node for each release
}

// pool numbers lines. Equal lines have the same number.
type pool struct {
	lines   []string
	numbers map[string]int
}

func newPool(lines ...string) pool {
	p := pool{numbers: map[string]int{}}
	for _, line := range lines {
		p.number(line)
	}
	return p
}

func (p *pool) number(line string) int {
	n, ok := p.numbers[line]
	if !ok {
		n = len(p.lines)
		p.lines, p.numbers[line] = append(p.lines, line), n
	}
	return n
}

func newTable() *table { return &table{texts: newPool(), nodes: newPool()} }

func readTable(path string) (*table, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	parts := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n\n")
	if len(parts) != 3 {
		return nil, fmt.Errorf("%s has %d parts, not 3", path, len(parts))
	}
	t := &table{texts: newPool(strings.Split(parts[1], "\n")...), nodes: newPool(strings.Split(parts[2], "\n")...)}
	for line := range strings.SplitSeq(parts[0], "\n") {
		fields := strings.Split(line, "\t")
		switch fields[0] {
		case "releases":
			t.releases = strings.Split(fields[1], " ")
		case "kind":
			k := t.kind(fields[1], fields[2], fields[3])
			k.readRanges(fields[4], t.releases)
		}
	}
	return t, nil
}

// kind returns the kind, and adds it if it is new.
func (t *table) kind(apiVersion, name, scope string) *kind {
	for _, k := range t.kinds {
		if k.apiVersion == apiVersion && k.name == name {
			return k
		}
	}
	k := &kind{apiVersion, name, scope, map[string]string{}}
	t.kinds = append(t.kinds, k)
	return k
}

func (k *kind) readRanges(text string, releases []string) {
	for entry := range strings.SplitSeq(text, " ") {
		span, node, _ := strings.Cut(entry, "=")
		first, last, isRange := strings.Cut(span, "-")
		if !isRange {
			last = first
		}
		for _, release := range releases[slices.Index(releases, first) : slices.Index(releases, last)+1] {
			k.schemas[release] = node
		}
	}
}

// ranges joins successive releases with the same node.
func (k *kind) ranges(releases []string) string {
	var entries []string
	for i := 0; i < len(releases); {
		node, first := k.schemas[releases[i]], releases[i]
		last := first
		for ; i < len(releases) && k.schemas[releases[i]] == node; i++ {
			last = releases[i]
		}
		switch {
		case node == "":
		case first == last:
			entries = append(entries, first+"="+node)
		default:
			entries = append(entries, first+"-"+last+"="+node)
		}
	}
	return strings.Join(entries, " ")
}

const note = "# Made by make releases from Karpenter's CRDs. Do not edit.\n"

func (t *table) write(path string) error {
	releases := map[string]bool{}
	for _, k := range t.kinds {
		for release := range k.schemas {
			releases[release] = true
		}
	}
	t.releases = slices.SortedFunc(maps.Keys(releases), compareReleases)
	slices.SortFunc(t.kinds, func(a, b *kind) int {
		return strings.Compare(a.apiVersion+" "+a.name, b.apiVersion+" "+b.name)
	})
	var b strings.Builder
	fmt.Fprintf(&b, "%sreleases\t%s\n", note, strings.Join(t.releases, " "))
	for _, k := range t.kinds {
		fmt.Fprintf(&b, "kind\t%s\t%s\t%s\t%s\n", k.apiVersion, k.name, k.scope, k.ranges(t.releases))
	}
	for _, p := range []pool{t.texts, t.nodes} {
		fmt.Fprintf(&b, "\n%s\n", strings.Join(p.lines, "\n"))
	}
	return os.WriteFile(path, []byte(b.String()), 0o644)
}

func compareReleases(a, b string) int { return semver.MustParse(a).Compare(semver.MustParse(b)) }
