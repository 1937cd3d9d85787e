package fixes_test

import (
	"io/fs"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/karplint/karplint/lint/fixes"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
)

// TestApplyFixes: fixes of several files, each applied only if its files parse as well as before.
func TestApplyFixes(t *testing.T) {
	type change struct {
		file       string
		start, end int
		text       string
	}
	tests := []struct {
		name   string
		unsafe bool
		fixes  [][]change // an unsafe fix begins with an empty change
		want   map[string]string
		made   int
	}{
		{"several files", false, [][]change{{{"a.tf", 4, 5, "2"}, {"b.yaml", 3, 4, "2"}}, {{"c.json", 6, 7, "2"}}},
			map[string]string{"a.tf": "a = 2\n", "b.yaml": "b: 2\n", "c.json": `{"c": 2}`}, 2},
		{"unsafe is left", false, [][]change{{{}, {"a.tf", 4, 5, "2"}}, {{"b.yaml", 3, 4, "2"}}}, map[string]string{"b.yaml": "b: 2\n"}, 1},
		{"unsafe", true, [][]change{{{}, {"a.tf", 4, 5, "2"}}}, map[string]string{"a.tf": "a = 2\n"}, 1},
		{"the same bytes", false, [][]change{{{"a.tf", 4, 5, "2"}}, {{"a.tf", 4, 5, "3"}}}, map[string]string{"a.tf": "a = 2\n"}, 1},
		{"would not parse", false, [][]change{{{"a.tf", 4, 5, "("}}, {{"b.yaml", 3, 4, "["}}, {{"c.json", 6, 7, "2"}}},
			map[string]string{"c.json": `{"c": 2}`}, 1},
		{"would not parse together", false, [][]change{{{"a.tf", 0, 0, "x = [\n"}}, {{"a.tf", 4, 5, "2"}}, {{"b.yaml", 3, 4, "2"}}},
			map[string]string{"a.tf": "a = 2\n", "b.yaml": "b: 2\n"}, 2},
		{"one file of a fix would not parse", false, [][]change{{{"a.tf", 4, 5, "2"}, {"b.yaml", 3, 4, "["}}}, map[string]string{}, 0},
		{"cannot be read", false, [][]change{{{"none.tf", 0, 0, "a"}, {"b.yaml", 3, 4, "2"}}, {{"a.tf", 4, 5, "2"}}},
			map[string]string{"a.tf": "a = 2\n"}, 1},
		{"joined by a third", false, [][]change{{{"a.tf", 4, 5, "("}}, {{"b.yaml", 3, 4, "2"}}, {{"a.tf", 0, 1, "x"}, {"b.yaml", 0, 1, "x"}}},
			map[string]string{"a.tf": "x = 1\n", "b.yaml": "x: 2\n"}, 2},
		{"one of several would not parse", false, [][]change{{{"b.yaml", 3, 4, "2"}}, {{"b.yaml", 0, 0, "["}}, {{"b.yaml", 5, 5, "c: 3\n"}}},
			map[string]string{"b.yaml": "b: 2\nc: 3\n"}, 2},
		{"the same fix of two findings", false, [][]change{{{"a.tf", 4, 5, "2"}}, {{"a.tf", 4, 5, "2"}}}, map[string]string{"a.tf": "a = 2\n"}, 2},
		{"does not parse before", false, [][]change{{{"broken.tf", 1, 2, "b"}}}, map[string]string{"broken.tf": "(b"}, 1},
	}
	texts := map[string]string{"a.tf": "a = 1\n", "b.yaml": "b: 1\n", "c.json": `{"c": 1}`, "broken.tf": "(a"}
	read := func(name string) ([]byte, error) {
		if text, ok := texts[name]; ok {
			return []byte(text), nil
		}
		return nil, fs.ErrNotExist
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var proposals []fixes.Proposal
			for _, changes := range test.fixes {
				fix := &fixes.Fix{Safety: rule.Safe}
				for _, c := range changes {
					if c.file == "" {
						fix.Safety = rule.Unsafe
						continue
					}
					at := place.Location{File: c.file, Span: model.Span{Start: c.start, End: c.end}}
					fix.Edits = append(fix.Edits, fixes.FileEdit{Location: at, New: c.text})
				}
				proposals = append(proposals, fixes.Proposal{Fix: fix})
			}
			done := fixes.Make(proposals, test.unsafe, read)
			got := map[string]string{}
			for name, data := range done.Changed {
				got[name] = string(data)
			}
			if d := cmp.Diff(test.want, got); d != "" || len(done.Applied) != test.made {
				t.Errorf("%d fixes made, want %d; files (-want +got):\n%s", len(done.Applied), test.made, d)
			}
		})
	}
}
