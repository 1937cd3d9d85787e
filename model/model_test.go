package model_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/karplint/karplint/model"
)

func TestPosition(t *testing.T) {
	f := model.NewFile("", []byte("\uFEFFa: 😀b\r\n\xffc\n\nlast"))
	for text, want := range map[string]string{"a": "1:1", "b": "1:5", "\r": "1:6", "c": "2:2", "last": "4:1"} {
		if p := f.Position(strings.Index(string(f.Data), text)); fmt.Sprintf("%d:%d", p.Line, p.Column) != want {
			t.Errorf("%q stands at %+v, want %s", text, p, want)
		}
	}
	if p := f.Position(len(f.Data)); p != (model.Position{Line: 4, Column: 5}) {
		t.Errorf("the end stands at %+v", p)
	}
	if n := f.Lines(); n != 4 {
		t.Errorf("%d lines", n)
	}
	if s := f.LineSpan(1); string(f.Data[s.Start:s.End]) != "\uFEFFa: 😀b" {
		t.Errorf("line 1 is %q", f.Data[s.Start:s.End])
	}
	last := strings.Index(string(f.Data), "last")
	if got := f.LineStart(last + 2); got != last {
		t.Errorf("the last line starts at %d, want %d", got, last)
	}
	if n := model.NewFile("", []byte("a\n")).Lines(); n != 1 {
		t.Errorf("a final newline starts a line: %d", n)
	}
}

func entry(key, text string) *model.Entry { return model.NewEntry(key, model.NewString(text)) }

func merge(from ...*model.Value) *model.Entry {
	e := model.NewEntry("<<", model.NewList(from...))
	e.Key.Style = model.Plain
	return e
}

// TestEntry: keys and merge keys override one another in the order of Kubernetes' reader.
func TestEntry(t *testing.T) {
	x, y := model.NewMap(entry("a", "x")), model.NewMap(entry("a", "y"), entry("b", "y"))
	for i, c := range []struct {
		in   *model.Value
		want string
	}{
		{model.NewMap(entry("a", "1"), entry("a", "2")), "2"},
		{model.NewMap(entry("a", "1"), merge(x)), "x"},
		{model.NewMap(merge(x), entry("a", "1")), "1"},
		{model.NewMap(merge(x, y)), "x"},
		{model.NewMap(merge(x), merge(y)), "y"},
		{model.NewMap(entry("<<", "quoted")), ""},
	} {
		if got := c.in.Str("a"); got != c.want {
			t.Errorf("case %d: a is %q, want %q", i, got, c.want)
		}
	}
}

func TestEqual(t *testing.T) {
	a := model.NewMap(entry("a", "1"), entry("b", "2"), entry("b", "3"))
	for want, others := range map[bool][]*model.Value{
		true: {
			a, model.NewMap(entry("b", "3"), entry("b", "2"), entry("a", "1")),
		},
		false: {
			nil, model.NewMap(), model.NewMap(entry("a", "1"), entry("b", "2"), entry("b", "2")),
			model.NewMap(entry("a", "1"), entry("b", "2"), entry("c", "3")), model.NewList(),
			model.NewMap(entry("a", "1"), entry("b", "2"), model.NewEntry("b", model.NewNumber("3"))),
		},
	} {
		for i, b := range others {
			if model.Equal(a, b) != want {
				t.Errorf("%v, case %d: not so", want, i)
			}
		}
	}
}

// TestEqualOfDeepTrees does not end if a comparison looks at each level more than once.
func TestEqualOfDeepTrees(t *testing.T) {
	deep := func(leaf string) *model.Value {
		v := model.NewString(leaf)
		for range 200 {
			v = model.NewMap(model.NewEntry("a", v))
		}
		return v
	}
	if model.Equal(deep("x"), deep("y")) {
		t.Error("the leaves differ")
	}
}

func TestPathText(t *testing.T) {
	for want, path := range map[string][]any{
		"":                         nil,
		"spec.taints[0].value":     {"spec", "taints", 0, "value"},
		`metadata.labels["a.b/c"]`: {"metadata", "labels", "a.b/c"},
		`[0]["two words"][""]`:     {0, "two words", ""},
	} {
		if got := model.PathText(path); got != want {
			t.Errorf("%v is %s, want %s", path, got, want)
		}
	}
	if !model.HasPrefix([]any{"a", 0, "b"}, []any{"a", 0}) || model.HasPrefix([]any{"a"}, []any{"a", 0}) ||
		model.HasPrefix([]any{"a", 1}, []any{"a", 0}) {
		t.Error("a prefix is not told from what is none")
	}
}

// TestPositionsConcurrently: several goroutines may read the positions of one file, as they do for trees that stay in memory.
func TestPositionsConcurrently(t *testing.T) {
	data := []byte(strings.Repeat("a: 1\n", 2000))
	want := model.Position{Line: 2000, Column: 1}
	for range 50 {
		f := model.NewFile("a.yaml", data)
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				if p := f.Position(len(data) - 5); p != want {
					t.Errorf("Position is %v, want %v", p, want)
				}
			})
		}
		wg.Wait()
	}
}

// TestLines compares lines and columns with those that are counted from the start of the file. The texts have long and short lines,
// and invalid code points.
func TestLines(t *testing.T) {
	parts := []string{"\n", "\r\n", "a", "\u00e9", "\U0001f600", "\xff", "\xe2\x82", "\x80", strings.Repeat("b", 3000), strings.Repeat("\x80", 1500),
		strings.Repeat("\n", 1500)}
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		var data []byte
		for range random.IntN(40) {
			data = append(data, parts[random.IntN(len(parts))]...)
		}
		f := model.NewFile("a.yaml", data)
		for offset := 0; offset <= len(data); offset += 1 + random.IntN(50) {
			checkLine(t, f, offset)
		}
	}
}

func checkLine(t *testing.T, f *model.File, offset int) {
	t.Helper()
	before := f.Data[:offset]
	p := f.Position(offset)
	if got, want := f.Offset(p), countedOffset(f, p); got != want {
		t.Fatalf("%+v of %q is offset %d, want %d", p, f.Data, got, want)
	}
	start := bytes.LastIndexByte(before, '\n') + 1
	end := len(f.Data)
	if i := bytes.IndexByte(f.Data[offset:], '\n'); i >= 0 {
		end = offset + i + 1
	}
	want := model.Position{Line: bytes.Count(before, []byte("\n")) + 1, Column: utf8.RuneCount(before[start:]) + 1}
	text := bytes.TrimSuffix(f.Data[start:end], []byte("\n"))
	if len(text) < end-start {
		text = bytes.TrimSuffix(text, []byte("\r"))
	}
	got := f.Position(offset)
	if got != want || f.LineStart(offset) != start || f.LineEnd(offset) != end ||
		f.LineSpan(got.Line) != (model.Span{Start: start, End: start + len(text)}) {
		t.Fatalf("%q, offset %d: %v from %d to %d, line %v; want %v from %d to %d", f.Data, offset, got, f.LineStart(offset), f.LineEnd(offset),
			f.LineSpan(got.Line), want, start, end)
	}
}

// TestColumnsOfLongLines compares columns in long lines with those counted from the start of the line.
func TestColumnsOfLongLines(t *testing.T) {
	long := bytes.Repeat([]byte("a\u00e9\u20ac\U0001f600\xff\xe2\x82"), 1000) // with invalid and cut code points
	data := slices.Concat([]byte("short\n"), long, []byte("\n"), long, []byte("end"))
	f := model.NewFile("a.yaml", data)
	for _, start := range []int{6, 6 + len(long) + 1} {
		for offset := start; offset <= start+len(long); offset += 7 {
			if got, want := f.Position(offset).Column, utf8.RuneCount(data[start:offset])+1; got != want {
				t.Fatalf("offset %d is in column %d, want %d", offset, got, want)
			}
		}
	}
}

// countedOffset is File.Offset, counted from the start of the line.
func countedOffset(f *model.File, p model.Position) int {
	line := f.LineSpan(p.Line)
	offset := line.Start
	for column := 1; column < p.Column && offset < line.End; column++ {
		_, size := utf8.DecodeRune(f.Data[offset:line.End])
		offset += size
	}
	return offset
}
