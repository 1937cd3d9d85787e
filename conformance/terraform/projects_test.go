package terraform

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/karplint/karplint/model"
)

// TestProjects asks for each expression of the projects in testdata, and each expression within one, before anything is applied and after.
func TestProjects(t *testing.T) {
	const projects = "testdata/projects"
	entries, err := os.ReadDir(projects)
	if err != nil {
		t.Fatal(err)
	}
	total := &tally{seen: map[string]int{}}
	for _, e := range entries {
		t.Run(e.Name(), func(t *testing.T) {
			compareProject(t, filepath.Join(projects, e.Name()), total)
		})
	}
	total.log(t)
	if !t.Failed() {
		total.checkRows(t)
	}
}

func compareProject(t *testing.T, project string, total *tally) {
	base, root := copyProject(t, project), "."
	if _, err := os.Stat(filepath.Join(base, "root")); err == nil {
		root = "root"
	}
	p := &prober{t: t, base: base, texts: map[string][]string{}}
	expressions := p.expressions(root)
	p.write(root)
	dir := filepath.Join(base, root)
	var args, files []string
	for _, name := range varFiles(t, base, root) {
		args = append(args, "-var-file="+name)
		files = append(files, filepath.Join(root, name))
	}
	if _, err := run(t, dir, "", "init", "-no-color", "-backend=false"); err != nil {
		t.Fatal(err)
	}
	ours := evaluate(t, base, root, expressions, files...)
	before := console(t, dir, expressions, args...)
	after := before
	if _, err := run(t, dir, "", append([]string{"apply", "-auto-approve", "-input=false", "-no-color"}, args...)...); err == nil {
		after = console(t, dir, expressions, args...)
	} else {
		t.Log("not applied: ", err)
	}
	for _, i := range shortestFirst(expressions) {
		total.compare(t, expressions[i], ours[i], before[i], after[i])
	}
}

// shortestFirst returns the indexes of expressions by length, so that parts come before what they are parts of.
func shortestFirst(expressions []string) []int {
	order := make([]int, len(expressions))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(len(expressions[i]), len(expressions[j])) })
	return order
}

// tally counts what comparisons found.
type tally struct {
	compared, equal, unknown, both, failed, refused, applied, different, lacking int
	seen                                                                         map[string]int
	reported                                                                     []report
}

// report is a difference that was reported.
type report struct{ expression, pair string }

// wasReported says whether a part of the expression was reported, or the same values were, so that only the smallest are.
func (c *tally) wasReported(expression string, ours *model.Value, theirs string) bool {
	pair := ours.Text + "\x00" + theirs
	for _, r := range c.reported {
		if strings.Contains(expression, r.expression) || r.pair == pair {
			return true
		}
	}
	c.reported = append(c.reported, report{expression, pair})
	return false
}

// compare holds karplint's value of an expression to what tofu says before and after an apply.
func (c *tally) compare(t *testing.T, expression string, ours *model.Value, before, after string) {
	t.Helper()
	c.compared++
	theirs := before
	if theirs == unknown && after != refused {
		theirs = after
	}
	known := ours.Kind == model.String
	switch {
	case theirs == refused:
		c.refused++
	case known && theirs == unknown:
		c.applied++
	case known && ours.Text != theirs:
		if reason := difference(expression, theirs); reason != "" {
			c.seen[reason]++
			return
		}
		if c.different++; c.wasReported(expression, ours, theirs) {
			return
		}
		t.Errorf("%s\n gives %.300s\n  tofu %.300s", expression, ours.Text, theirs)
	case known:
		c.equal++
	case before == unknown:
		c.both++
	case theirs == failed:
		c.failed++
	default:
		if reason := intended(ours.Text); reason != "" {
			c.seen[reason]++
			c.unknown++
			return
		}
		if c.lacking++; c.wasReported(expression, ours, theirs) {
			return
		}
		t.Errorf("%s\n is unknown: %.200s\n  tofu %.300s", expression, ours.Text, theirs)
	}
}

func (c *tally) log(t *testing.T) {
	t.Helper()
	t.Logf("%d expressions: %d equal, %d unknown to both, %d known to tofu alone, %d fail (unknown here), %d that tofu refuses unseen, %d known here "+
		"alone",
		c.compared, c.equal, c.both, c.unknown, c.failed, c.refused, c.applied)
	t.Logf("%d different, %d unknown here without a reason", c.different, c.lacking)
	for reason, n := range c.seen {
		t.Logf("%6d %s", n, reason)
	}
}
