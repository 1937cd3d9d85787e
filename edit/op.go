// Package edit defines changes of texts that were parsed into located trees: Ops on a tree, edits of bytes, and
// refusals.
//
// Its subpackages turn Ops into edits. No document is ever printed from its tree: an edit replaces a byte range of the original, and
// every byte outside the edits stays as its author left it.
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
	// Rename changes the key of the entry at Path to Key, in the same quotes.
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
	// Text replaces Parts of the text at Path, in the style in which the text is written.
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
	Parts []Edit       // Text: sorted ranges of the decoded text (see scalar.Decoded), not of the file
	Note  string       // Set, Insert: a comment to stand beside a new entry, without "#"; left out in flow style and JSON

	// Before is the key, in the same map, in front of which Set puts a new entry. The entry goes to
	// the end if there is no such key. For Move it is the key beside the map that holds the entry afterwards, in front of which that map goes
	// if it is new.
	Before string

	// DropComments makes a Delete remove the comments above, beside and inside the entry too.
	DropComments bool

	// Shared allows the Op to change an anchored value that aliases repeat; it then changes at
	// every alias.
	Shared bool

	// IfThere makes the Op do nothing if the tree has no Path, so that Ops for a whole object can be applied to a part of it.
	IfThere bool
}
