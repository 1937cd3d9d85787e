// Package edit has the words for changes of texts that hold located trees: Ops on a tree, edits of bytes, and refusals.
//
// The packages below it make edits of Ops. Nothing is ever printed back whole: an edit replaces a byte range of the original, and every
// byte outside the edits stays as its author left it.
package edit

import "github.com/karplint/karplint/model"

// Action is the kind of an Op.
type Action uint8

// The actions of an Op.
const (
	// Set gives Path the value Value. A missing entry is added after the last entry of its map
	// (missing maps above it are added too), an existing value is replaced in its quotes; a
	// comment beside it stays.
	Set Action = iota
	// Rename gives the entry at Path the key Key, in the quotes it had.
	Rename
	// Delete removes the entry or item at Path. Its comments stay as comment lines at that
	// place. A map that loses its last entry stays as {}, a list as [].
	Delete
	// Move takes the entry at Path to the path To, with the comments above and beside it. Maps
	// and lists missing on the way are added where the first moved entry stood (an index in To
	// makes a list); entries moved into the same new map keep their order. A Move within one map
	// renames. To is read after the entry was taken out. Where To is above Path, the entry takes
	// the place of that ancestor, which must hold nothing else: limits.resources to limits.
	Move
	// Insert adds Value to the list at Path, before the item Index (-1: at the end), in the
	// style of the list. A missing or empty list is added. An item of the document that stays in the list is copied,
	// with the comments above, beside and in it; later Ops change either of the two alone.
	Insert
	// Text replaces Parts of the text at Path where they stand, in the style that the text is written in.
	Text
)

// Op is one change to a tree. Paths start at the document's root (string map keys, int list
// indices) and are those of the tree after the Ops before it.
type Op struct {
	Do    Action
	Path  []any
	To    []any        // Move
	Key   string       // Rename
	Index int          // Insert
	Value *model.Value // Set, Insert: a new value; nodes taken from the document keep their bytes; a Style is respected
	Parts []Edit       // Text: sorted ranges of ScalarText, not of the file
	Note  string       // Set, Insert: a comment to stand beside a new entry, without "#"; left out in flow style and JSON

	// Before is the key, in the same map, in front of which Set puts a new entry. The entry
	// goes to the end where there is no such key.
	Before string

	// DropComments lets a Delete take the comments above, beside and inside the entry with it.
	DropComments bool

	// Shared lets the Op change what is anchored and used again by an alias, for all who use it.
	Shared bool

	// IfThere lets the Op do nothing where the tree has no Path: what is to be done to a whole object can so be done to a part
	// of one.
	IfThere bool
}
