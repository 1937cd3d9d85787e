package lint

import (
	"context"
	"fmt"
	"slices"

	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/project"
)

// ground is what runs of several parts have in common where they look for the same in the files: the scan, and what the files
// install. Which files are context, and so in which files a run reports anything, has no part in it.
type ground struct {
	*Linter // of one of the runs; the others scan as it does
	Tree    // of that run
	ctx     context.Context
	runs    []*treeRun
	scan    *scanned
	about   scan              // what a manifest that matters to a project contains
	tells   func([]byte) bool // says whether a manifest contains that
	within  bool              // it is part of what the linter looks for: what that does not select, this does not
	errors  []error           // bugs in the scan

	surveyed []*project.Observations // by manifest, nil where that is still to be done
	read     [][]string              // by manifest: the files that it names, such as those with the values of a chart

	names   names
	modules *hcl.Cache // of modules that several roots call

	// Of the texts that are linted now:
	patches *patches // of the kustomizations among the inputs
	known   *survey
	set     *project.Map
}

func newGround(ctx context.Context, l *Linter, t Tree) *ground {
	return &ground{Linter: l, Tree: t, ctx: ctx, names: names{known: map[string]string{}}, modules: hcl.NewCache(sharedSize)}
}

// newTreeRuns begins the runs of the parts: it scans their files.
func newTreeRuns(ctx context.Context, parts []Part) treeRuns {
	var runs treeRuns
	var grounds []*ground
	bySight := map[string]*ground{}
	for _, p := range parts {
		sight := p.Linter.sight()
		g := bySight[sight]
		if g == nil {
			g = newGround(ctx, p.Linter, p.Tree)
			bySight[sight] = g
			grounds = append(grounds, g)
		}
		r := newTreeRun(ctx, p, g)
		g.runs = append(g.runs, r)
		runs = append(runs, r)
	}
	for _, g := range grounds {
		g.lookForProjects()
		g.scan = g.scanAll()
		for _, r := range g.runs {
			r.count()
		}
	}
	return runs
}

// sight tells linters apart that do not look for the same in the bytes of files.
func (l *Linter) sight() string {
	var about scan
	l.addProjects(&about)
	return fmt.Sprint(l.unscanned, l.manifests.key(), l.terraform.key(), about.key())
}

// lookForProjects makes the ground look for what projects are made of.
func (g *ground) lookForProjects() {
	g.addProjects(&g.about)
	g.tells = g.about.selects
	g.within = g.manifests.covers(&g.about)
}

// addProjects adds to about what a manifest that matters to a project contains.
func (l *Linter) addProjects(about *scan) {
	about.add([][]byte{chart, []byte(project.Variables)})
	for _, rule := range l.ready {
		if rule.Scope == ProjectScope && rule.anyKind(project.Installation, project.Object) {
			about.add(rule.needles)
		}
	}
}

// begin surveys and arranges the files with the texts that they have now.
func (g *ground) begin(files hcl.Files) {
	tree := g.kustomizations(files)
	g.patches = newPatches(tree)
	g.known = g.survey(files)
	observations := g.known.observations()
	observations.Patches = tree
	g.set = project.Arrange(observations)
}

// asks says whether one of the runs reports what it finds in the input.
func (g *ground) asks(path string) bool {
	return slices.ContainsFunc(g.runs, func(r *treeRun) bool { return r.asked[path] })
}

// reports says whether one of the runs wants findings in the file.
func (g *ground) reports(file string) bool { return g.asks(file) || treeRuns(g.runs).reports(file) }

// forget drops what is known of the files, and of those that read them, and returns for each manifest whether it is one.
func (g *ground) forget(changed map[string][]byte) (forgotten []bool) {
	isChanged := func(name string) bool {
		_, is := changed[name]
		return is
	}
	patched := g.patches != nil && g.patches.tree.ReadsAny(changed)
	forgotten = make([]bool, len(g.scan.manifests))
	for i, m := range g.scan.manifests {
		linted := func(r *treeRun) bool { return slices.ContainsFunc(r.linted[i].read, isChanged) }
		if patched || isChanged(m.path) || slices.ContainsFunc(g.read[i], isChanged) || slices.ContainsFunc(g.runs, linted) {
			g.surveyed[i] = nil
			forgotten[i] = true
		}
	}
	return forgotten
}
