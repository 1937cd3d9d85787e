package report

import (
	"strings"
	"testing"

	"github.com/karplint/karplint/model"
)

// TestLongLine: of a long line, what is near the mark is shown, wherever that is.
func TestLongLine(t *testing.T) {
	const long = 10_000
	for _, test := range []struct {
		name          string
		before, after int
	}{{"start", 0, long}, {"middle", long, long}, {"end", long, 0}} {
		text := strings.Repeat("é", test.before) + "MARK" + strings.Repeat("b", test.after)
		f := model.NewFile("a.yaml", []byte("a: b\n"+text+"\n"))
		lines := snippet(f, model.Position{Line: 2, Column: test.before + 1}, model.Position{Line: 2, Column: test.before + 5}, 120)
		if len(lines) != 2 {
			t.Fatalf("%s: %d lines", test.name, len(lines))
		}
		line := lines[1]
		if marked := string([]rune(line.text)[line.offset : line.offset+line.length]); marked != "MARK" {
			t.Errorf("%s: %q is marked in %q", test.name, marked, line.text)
		}
		if strings.HasPrefix(line.text, "…") != (test.before > 0) || strings.HasSuffix(line.text, "…") != (test.after > 0) {
			t.Errorf("%s: the dots of %q", test.name, line.text)
		}
	}
	short := model.NewFile("a.yaml", []byte("a: b\n"+strings.Repeat("é", 300)+"MARK"+strings.Repeat("b", 300)+"\n"))
	want := snippet(short, model.Position{Line: 2, Column: 301}, model.Position{Line: 2, Column: 305}, 120)[1]
	longer := model.NewFile("a.yaml", []byte("a: b\n"+strings.Repeat("é", long)+"MARK"+strings.Repeat("b", long)+"\n"))
	if got := snippet(longer, model.Position{Line: 2, Column: long + 1}, model.Position{Line: 2, Column: long + 5}, 120)[1]; got != want {
		t.Errorf("%+v of a long line, %+v of a shorter one", got, want)
	}
}

// TestLongLineCost: a finding on a long line costs no more than one on a short line, because a line may have many.
func TestLongLineCost(t *testing.T) {
	f := model.NewFile("a.yaml", []byte(strings.Repeat("\t", 1<<20)+"\n"+strings.Repeat("é", 1<<20)))
	start, end := model.Position{Line: 2, Column: 1 << 19}, model.Position{Line: 2, Column: 1<<19 + 4}
	f.Position(0) // counts the lines
	if n := testing.AllocsPerRun(1, func() { snippet(f, start, end, 120) }); n > 5*maxBytes {
		t.Errorf("%v allocations", n)
	}
}
