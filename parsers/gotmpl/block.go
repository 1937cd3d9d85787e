package gotmpl

import "github.com/karplint/karplint/model"

// Block is a part of a text that a template renders or omits as a whole: from {{ if }}, {{ with }} or {{ range }} to {{ end }}, or from
// Terraform's %{ if } or %{ for } to its end. The controls are on lines of their own.
type Block struct {
	Open     string // "{{" or "%{"
	Branches []*Branch
	End      model.Span // the whole lines of the end, newline included
}

// Span covers the lines from the first control line to the end.
func (b *Block) Span() model.Span {
	return model.Span{Start: b.Branches[0].Control.Start, End: b.End.End}
}

// Branch is one part of a Block, with the line that begins it.
type Branch struct {
	Control   model.Span // its whole lines, newline included
	Keyword   string     // if, with, range, for or else
	Variables []string   // that it declares
	Condition *Condition // nil for a bare else
	Body      model.Span // the lines down to the next control line of the block
	Blocks    []*Block   // that lie in Body, in order
}

// Repeats reports whether the branch is a loop.
func (b *Branch) Repeats() bool { return b.Keyword == "range" || b.Keyword == "for" }

// Taken maps each block to the index of its branch that is taken, -1 for none. No branch is taken of a block that is
// missing.
type Taken map[*Block]int

// Branch returns the branch of b that is taken, nil for none.
func (t Taken) Branch(b *Block) *Branch {
	if i, ok := t[b]; ok && i >= 0 && i < len(b.Branches) {
		return b.Branches[i]
	}
	return nil
}
