package edit

import (
	"fmt"
	"os"
	"testing"
)

func TestDebug(t *testing.T) {
	f := os.Getenv("DEBUG_CASE")
	if f == "" {
		t.Skip("debug")
	}
	in, _ := os.ReadFile(f)
	ops, _ := os.ReadFile(f + ".ops")
	doc := parseAll(t, in)[0]
	tr := newTree(newSource(doc))
	for _, op := range parseOps(t, doc, string(ops)) {
		if err := tr.apply(op); err != nil {
			t.Fatal(err)
		}
	}
	edits := diff(tr.data, tr.start, tr.end, tr.pieces(tr.render()))
	out, err := Apply(in, edits)
	fmt.Println(string(out), err, tr.verify(edits))
}
