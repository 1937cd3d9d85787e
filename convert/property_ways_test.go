package convert_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/internal/testing/generate"
)

// TestKeep converts with --keep: the alpha objects stay as they are, and their twins are what they would have become.
func TestKeep(t *testing.T) {
	check(t, func(t *rapid.T) {
		f := generate.Alpha().Draw(t, "file")
		opts := convert.Options{KarpenterVersion: "0.32.10", Role: "NodeRole"}
		plain := convertText(t, opts, f.Path, f.Text)
		opts.Keep = true
		kept := convertText(t, opts, f.Path, f.Text)
		checkLaws(t, kept.Converter, kept.in, kept.out)
		decided := kept.decided()
		for name := range plain.decided() {
			decided[name] = true
		}
		if len(decided) > 0 {
			return // one object, or an anchor that both would name
		}
		before, after := worldOf(t, string(kept.Before), "alpha"), worldOf(t, string(kept.After), "alpha")
		if diff := cmp.Diff(before, after, cmp.AllowUnexported(world{})); diff != "" {
			t.Errorf("the alpha objects changed (-before +after):\n%s", diff)
		}
		for line := range strings.Lines(f.Text) {
			if oneTree := strings.Contains(f.Text, "items"); oneTree {
				break // brackets may close behind other items now
			}
			if !strings.Contains(string(kept.After), strings.TrimSuffix(line, "\n")) && !strings.Contains(f.Text, "Deployment") {
				t.Errorf("the line %q is not in the output", line)
			}
		}
		twins, converted := worldOf(t, string(kept.After), "v1beta1"), worldOf(t, string(plain.After), "v1beta1")
		if diff := cmp.Diff(converted, twins, cmp.AllowUnexported(world{})); diff != "" {
			t.Errorf("the twins differ from what is converted without --keep (-converted +twins):\n%s", diff)
		}
	})
}

// TestTwoRuns converts from alpha to v1 at once, and with a stop at v1beta1: the objects are the same.
func TestTwoRuns(t *testing.T) {
	check(t, func(t *rapid.T) {
		f := generate.Alpha().Draw(t, "file")
		opts := convert.Options{KarpenterVersion: "1.0.8", To: convert.V1, Role: "NodeRole"}
		once := convertText(t, opts, f.Path, f.Text)
		opts.To = convert.V1Beta1
		half := convertText(t, opts, f.Path, f.Text)
		opts.To = convert.V1
		twice := convertText(t, opts, f.Path, string(half.After))
		if len(once.decided())+len(half.decided())+len(twice.decided()) > 0 {
			return
		}
		if diff := cmp.Diff(worldOf(t, string(once.After), "v1"), worldOf(t, string(twice.After), "v1"), cmp.AllowUnexported(world{})); diff != "" {
			t.Errorf("one run gives something else than two (-one +two):\n%s", diff)
		}
	})
}

// TestRefused converts files with a value that has no equal: it is named, its object stays as it is, and the others do not wait.
func TestRefused(t *testing.T) {
	for _, opts := range []convert.Options{{KarpenterVersion: "0.32.10"}, {KarpenterVersion: "1.0.8", To: convert.V1}} {
		t.Run(opts.KarpenterVersion, func(t *testing.T) {
			check(t, func(t *rapid.T) {
				f := generate.Refused().Draw(t, "file")
				r := convertText(t, opts, f.Path, f.Text)
				checkLaws(t, r.Converter, r.in, r.out)
				named := false
				for _, n := range r.Notes {
					named = named || n.Level == convert.Decision && n.Object == f.Object && n.Path == f.At
				}
				if !named {
					t.Errorf("no decision about %s of %s, but\n%s", f.At, f.Object, notesText(r))
				}
				for _, o := range r.Objects {
					if strings.HasSuffix(o.From, " "+f.Object) && o.Status != convert.Undecided {
						t.Errorf("%s is %s", o.From, o.Status)
					}
				}
				checkStays(t, r, f.Object)
			})
		})
	}
}

// checkStays asserts that --write leaves an object as it is.
func checkStays(t rapid.TB, r *run, name string) {
	t.Helper()
	before, err := readObjects(string(r.Before))
	if err != nil {
		t.Fatalf("%v", err)
	}
	written, err := readObjects(string(r.After))
	if err != nil {
		t.Fatalf("%v", err)
	}
	for _, o := range before {
		if text(o["kind"])+" "+text(Join(o, "metadata")["name"]) != name {
			continue
		}
		for _, w := range written {
			if cmp.Equal(o, w) {
				return
			}
		}
		t.Errorf("--write changes %s", name)
	}
}

func notesText(r *run) string {
	var b strings.Builder
	for _, n := range r.Notes {
		b.WriteString(string(n.Level) + ": " + n.Object + ": " + n.Path + ": " + n.Message + "\n")
	}
	return b.String()
}

func worldOf(t rapid.TB, text, api string) *world {
	t.Helper()
	w, err := newWorld(text, api, "")
	if err != nil {
		t.Fatalf("%v", err)
	}
	return w
}

// TestMistakes converts files with a mistake in an object: nothing fails, every object is accounted for, and the others are converted
// as they are without it.
func TestMistakes(t *testing.T) {
	for _, opts := range []convert.Options{{KarpenterVersion: "0.32.10", Role: "r"}, {KarpenterVersion: "1.0.8", To: convert.V1, Role: "r"}} {
		t.Run(opts.KarpenterVersion, func(t *testing.T) {
			check(t, func(t *rapid.T) {
				f := generate.Mutated().Draw(t, "file")
				r := convertText(t, opts, f.Path, f.Text)
				checkLaws(t, r.Converter, r.in, r.out)
				checkCounted(t, r, len(f.Objects))
				legal := convertText(t, opts, f.Legal.Path, f.Legal.Text)
				if f.Mistake == "two objects with one name" || len(r.decidedAnchors())+len(legal.decidedAnchors()) > 0 {
					return
				}
				checkOthers(t, r, legal, f.Object)
			})
		})
	}
}

// TestBroken converts what is left of a file where something is cut out of it: nothing fails.
func TestBroken(t *testing.T) {
	check(t, func(t *rapid.T) {
		f := generate.Alpha().Draw(t, "file")
		from := rapid.IntRange(0, len(f.Text)).Draw(t, "from")
		to := min(len(f.Text), from+rapid.IntRange(1, 20).Draw(t, "length"))
		opts := rapid.SampledFrom(alphaTargets).Draw(t, "target")
		r := convertText(t, opts, f.Path, f.Text[:from]+f.Text[to:])
		for _, file := range r.out {
			checkComments(t, file, r.out)
			checkObjects(t, file)
		}
	})
}
