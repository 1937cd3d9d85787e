package hcl

import (
	"bytes"
	"slices"
	"sync"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
)

// Cache keeps parsed files, because several roots may call the same module, or several runs read the same root. It is safe for concurrent use.
// Its sources and templates are shared, so nobody may change them.
type Cache struct {
	limit int // the weight of the files that are kept

	mu      sync.Mutex
	size    int
	entries map[string]*cached
	order   []string // the keys of entries, the oldest first
}

// cached is a source, or a template.
type cached struct {
	file     *model.File
	source   *Source
	template hclsyntax.Expression
	used     bool // it was requested again
}

// NewCache returns a cache of files with at most limit bytes of ordinary Terraform in total. Their trees take about 50 times as much
// memory.
func NewCache(limit int) *Cache { return &Cache{limit: limit, entries: map[string]*cached{}} }

// Parse is like the function Parse, but returns the cached source if the file was parsed before. A
// nil Cache keeps nothing.
func (c *Cache) Parse(f *model.File) (*Source, *ParseError) {
	if known := c.find(f.Path, f); known != nil {
		return known.source, nil
	}
	source, failed := Parse(f)
	if failed == nil && c != nil {
		f.Lines() // computed on first use; compute it now, before goroutines share the file
		c.keep(f.Path, &cached{file: f, source: source})
	}
	return source, failed
}

// ParseTemplate is like the function ParseTemplate, but returns the cached template if the file was parsed before. A nil Cache keeps nothing.
func (c *Cache) ParseTemplate(f *model.File) hclsyntax.Expression {
	key := "template " + f.Path
	if known := c.find(key, f); known != nil {
		return known.template
	}
	template := ParseTemplate(f)
	if c != nil {
		c.keep(key, &cached{file: f, template: template})
	}
	return template
}

func (c *Cache) find(key string, f *model.File) *cached {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	entry := c.entries[key]
	if entry == nil || !bytes.Equal(entry.file.Data, f.Data) {
		return nil
	}
	entry.used = true
	return entry
}

// keep adds a file if there is room. To make room, it drops files that were not requested again.
func (c *Cache) keep(key string, added *cached) {
	c.mu.Lock()
	defer c.mu.Unlock()
	size := len(added.file.Data)
	if c.entries[key] != nil {
		c.drop(key) // it has changed
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
		c.entries[key] = added
		c.order = append(c.order, key)
		c.size += size
	}
}

func (c *Cache) drop(key string) {
	c.size -= len(c.entries[key].file.Data)
	delete(c.entries, key)
	c.order = slices.DeleteFunc(c.order, func(k string) bool { return k == key })
}
