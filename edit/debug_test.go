package edit
import ("testing";"fmt";"os")
func TestDebug(t *testing.T) {
	f := os.Getenv("DEBUG_CASE"); if f == "" { t.Skip("debug") }
	in, _ := os.ReadFile(f); ops, _ := os.ReadFile(f+".ops")
	doc := parseAll(t, in)[0]
	tr := newTree(newSource(doc))
	for _, op := range parseOps(t, doc, string(ops)) { if err := tr.apply(op); err != nil { t.Fatal(err) } }
	for _, p := range tr.pieces(tr.render()) { fmt.Printf("%d-%d %q %q\n", p.start,p.end,p.text, in[p.start:max(p.start,p.end)]) }
 edits := diff(tr.data, tr.start, tr.end, tr.pieces(tr.render()))
	out, err := Apply(in, edits)
	fmt.Println(string(out), err, tr.verify(edits))
}
