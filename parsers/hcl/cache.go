package hcl

import (
	"bytes"
	"slices"
	"sync"

	"github.com/karplint/karplint/model"
)

// Cache keeps parsed files, because several roots may call the same module, or several runs read the same root. It is safe for concurrent use.
// Its sources are shared, so nobody may change them.
type Cache struct {
	limit int // the weight of the files that are kept

	mu      sync.Mutex
	size    int
	entries map[string]*cached
	order   []string // the keys of entries, the oldest first
}

type cached struct {
	*Source
	used bool // it was requested again
}

// NewCache returns a cache of files with at most limit bytes of ordinary Terraform in total. Their trees take about 50 times as much
// memory.
func NewCache(limit int) *Cache { return &Cache{limit: limit, entries: map[string]*cached{}} }

// Parse is like the function Parse, but returns the cached source if the file was parsed before. A
// nil Cache keeps nothing.
func (c *Cache) Parse(f *model.File) (*Source, *ParseError) {
	if c == nil {
		return Parse(f)
	}
	if source := c.find(f); source != nil {
		return source, nil
	}
	source, failed := Parse(f)
	if failed == nil {
		f.Lines() // computed on first use; compute it now, before goroutines share the file
		c.keep(source)
	}
	return source, failed
}

func (c *Cache) find(f *model.File) *Source {
	c.mu.Lock()
	defer c.mu.Unlock()
	entry := c.entries[f.Path]
	if entry == nil || !bytes.Equal(entry.File.Data, f.Data) {
		return nil
	}
	entry.used = true
	return entry.Source
}

// weight returns the bytes of ordinary Terraform whose tree takes as much memory. A long text is a small tree.
func (s *Source) weight() int {
	const ordinary = 8 // bytes of a word or mark, with the blanks around it
	return min(len(s.File.Data), ordinary*Words(s.File.Data))
}

// keep adds a source if there is room. To make room, it drops sources that were not requested again.
func (c *Cache) keep(source *Source) {
	c.mu.Lock()
	defer c.mu.Unlock()
	name, size := source.File.Path, source.weight()
	if c.entries[name] != nil {
		c.drop(name) // it has changed
	}
	for _, old := range slices.Clone(c.order) {
		if c.size+size <= c.limit {
			break
		}
		if !c.entries[old].used {
			c.drop(old)
		}
	}
	if c.size+size <= c.limit {
		c.entries[name] = &cached{Source: source}
		c.order = append(c.order, name)
		c.size += size
	}
}

func (c *Cache) drop(name string) {
	c.size -= c.entries[name].weight()
	delete(c.entries, name)
	c.order = slices.DeleteFunc(c.order, func(n string) bool { return n == name })
}
