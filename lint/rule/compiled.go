package rule

import (
	"encoding/binary"
	"encoding/json"
	"errors"

	"github.com/karplint/karplint/versions"
)

// aheadRule writes the METADATA of a rule, or reads it. JSON would take a millisecond of each run.
type aheadRule struct {
	reading bool
	in      string // the rest of the input
	out     []byte
	err     error
}

// Encode returns the METADATA of a rule in the form that decodeRule reads.
func (r *Rule) Encode() ([]byte, error) {
	c := &aheadRule{}
	c.fields(r)
	return c.out, c.err
}

func decodeRule(data string) (*Rule, error) {
	c := &aheadRule{reading: true, in: data}
	r := &Rule{Source: Source{compiled: true}}
	c.fields(r)
	return r, c.err
}

func (c *aheadRule) fields(r *Rule) {
	for _, s := range []*string{
		&r.ID, &r.Name, &r.Title, &r.Description, (*string)(&r.Scope), &r.Fix, &r.When, &r.Notes.Severity, &r.Notes.Fix, &r.Package, &r.Folder,
	} {
		*s = c.text(*s)
	}
	c.bools(&r.Advice, &r.Before)
	c.bools(&r.Relays)
	r.Severity = Severity(c.number(int(r.Severity))) //nolint:gosec // it was one
	r.Kinds, r.Needles, r.APIs = c.list(r.Kinds), c.list(r.Needles), c.list(r.APIs)
	c.links(r)
	c.options(r)
	if c.reading && c.err == nil {
		r.interval, c.err = versions.ParseConstraint(r.When)
	}
}

// bools are the bits of a number.
func (c *aheadRule) bools(all ...*bool) {
	bits := 0
	for i, b := range all {
		if *b {
			bits |= 1 << i
		}
	}
	bits = c.number(bits)
	for i, b := range all {
		*b = bits&(1<<i) != 0
	}
}

func (c *aheadRule) links(r *Rule) {
	if n := c.number(len(r.Links)); c.reading && n > 0 {
		r.Links = make([]Link, n)
	}
	for i := range r.Links {
		l := &r.Links[i]
		l.Title, l.URL = c.text(l.Title), c.text(l.URL)
	}
}

// options are few, and have values of any type.
func (c *aheadRule) options(r *Rule) {
	var data []byte
	if !c.reading && len(r.Options) > 0 {
		data, c.err = json.Marshal(r.Options)
	}
	if text := c.text(string(data)); c.reading && text != "" && c.err == nil {
		c.err = json.Unmarshal([]byte(text), &r.Options)
	}
}

func (c *aheadRule) list(texts []string) []string {
	if n := c.number(len(texts)); c.reading && n > 0 {
		texts = make([]string, n)
	}
	for i := range texts {
		texts[i] = c.text(texts[i])
	}
	return texts
}

func (c *aheadRule) text(s string) string {
	n := c.number(len(s))
	if !c.reading {
		c.out = append(c.out, s...)
		return s
	}
	s, c.in = c.in[:n], c.in[n:]
	return s
}

// number is at most as large as the rest of the input: all are counts, or sizes.
func (c *aheadRule) number(n int) int {
	if !c.reading {
		c.out = binary.AppendUvarint(c.out, uint64(n)) //nolint:gosec // not negative
		return n
	}
	read, size := binary.Uvarint([]byte(c.in[:min(len(c.in), binary.MaxVarintLen64)]))
	if size <= 0 || read > uint64(len(c.in)-size) {
		c.in, c.err = "", errors.New("the rules' METADATA is cut short")
		return 0
	}
	c.in = c.in[size:]
	return int(read) //nolint:gosec // see above
}
