package hcl

import (
	"bytes"
	"slices"
	"sync"

	"github.com/karplint/karplint/model"
)

// Cache keeps files of modules parsed for the roots that call them. It is safe for several goroutines. Its sources are shared, so that
// nobody may change them.
type Cache struct {
	limit int // bytes of the files that are kept

	mu      sync.Mutex
	size    int
	entries map[string]*cached
	order   []string // of kept, the oldest first
}

type cached struct {
	*Source
	used bool // a second time
}

// NewCache returns a cache that keeps files of so many bytes together. Their trees take some 50 times as much.
func NewCache(limit int) *Cache { return &Cache{limit: limit, entries: map[string]*cached{}} }

// Parse is Parse, but of a file that was parsed before. A nil Cache keeps nothing.
func (c *Cache) Parse(f *model.File) (*Source, *ParseError) {
	if c == nil {
		return Parse(f)
	}
	if source := c.find(f); source != nil {
		return source, nil
	}
	source, failed := Parse(f)
	if failed == nil {
		f.Lines() // made on first use, which is by one goroutine only
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

// keep keeps a source if there is room, or others that nobody has asked for again can be dropped for it.
func (c *Cache) keep(source *Source) {
	c.mu.Lock()
	defer c.mu.Unlock()
	name, size := source.File.Path, len(source.File.Data)
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
	c.size -= len(c.entries[name].File.Data)
	delete(c.entries, name)
	c.order = slices.DeleteFunc(c.order, func(n string) bool { return n == name })
}
