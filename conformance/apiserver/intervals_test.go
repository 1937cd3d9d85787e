package apiserver

import (
	"slices"
	"strings"
	"testing"

	"github.com/karplint/karplint/admission"
	"github.com/karplint/karplint/internal/testing/golden"
)

// TestIntervals holds the problems of several releases to those of each: reported is the value that each release refuses or drops.
func TestIntervals(t *testing.T) {
	t.Parallel()
	all, failed := kinds(t), 0
	for i := range golden.Draws(3000, 50000) {
		h := &hole{t: t, kind: all[i%len(all)]}
		h.draw(uint64(1)<<40 + uint64(i))
		got := pathsOf(admission.Check(h.object(), h.target))
		want := h.inEach()
		if slices.Equal(got, want) {
			continue
		}
		if failed++; failed <= 10 {
			t.Errorf("%s %s, target %s: problems are at %q, and in each release at %q, of\n%s", h.kind.APIVersion, h.kind.Kind, h.target, got, want,
				shortened([]byte(h.String())))
		}
	}
	if failed > 0 {
		t.Errorf("%d objects differ", failed)
	}
}

// inEach returns the paths of the problems that each release of the target has.
func (h *hole) inEach() (paths []string) {
	for i, s := range h.releases {
		in := pathsOf(admission.Check(h.object(), exactly(h.t, s.Release)))
		if i == 0 {
			paths = in
		}
		paths = slices.DeleteFunc(paths, func(path string) bool { return !slices.Contains(in, path) })
	}
	return paths
}

func pathsOf(problems []admission.Problem) (paths []string) {
	for _, p := range problems {
		path := dotted(p.Path)
		if p.Code == admission.CodeDuplicateKey {
			path += " twice"
		}
		paths = append(paths, strings.TrimSpace(path))
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}
