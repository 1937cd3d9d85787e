package lint

import (
	"context"
	"fmt"
	"slices"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/lint/ignore"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/project"
)

// Side is one state of a repository: a commit, the index, or the files on the disk. Its Files tell with fileset.StateOf which texts are those of
// other sides.
type Side struct {
	Tree
	Settings

	// PathOf returns the path of a file for fingerprints. If the file was renamed since, it is the present path.
	PathOf func(file string) string
}

// Compare returns what linting all files of the present side finds, without the findings that one of the other sides has with the same severity or a
// higher one. Findings have their fingerprints. Only what could differ is linted, on each side.
//
// If a limit ends the run on any side, the only finding is the one about the limit.
func Compare(ctx context.Context, now Side, before ...Side) TreeResult {
	c := &comparison{ctx: ctx}
	for _, side := range append([]Side{now}, before...) {
		if exceeded := c.add(side); exceeded != nil {
			return nothingNew(now, exceeded)
		}
	}
	result, exceeded := limit.Within(ctx, func(context.Context) TreeResult { return c.lint() })
	if exceeded == nil {
		exceeded = limit.Of(ctx)
	}
	if exceeded != nil {
		return nothingNew(now, exceeded)
	}
	return result
}

// nothingNew is the result of a run that a limit ended.
func nothingNew(now Side, exceeded *limit.Exceeded) TreeResult {
	result := stopped(now.Tree.Source, exceeded)
	result.Findings[0].Why += ", so nothing is reported as new"
	return result
}

// comparison lints several sides, the present one first.
type comparison struct {
	ctx   context.Context
	sides []*comparedSide
}

// comparedSide is the run over one side.
type comparedSide struct {
	Side
	*Run
	jobs    []job
	byID    map[jobID]int // the numbers of jobs; -1 for several
	wanted  []int         // the jobs that are not the same on the present side
	results []*Result     // of the jobs that were done
	errors  []error
}

// jobID identifies a job on each side.
type jobID struct{ kind, name, first string }

func (j job) id() jobID {
	id := jobID{kind: j.kind, name: j.name}
	if j.project != nil {
		id.first = j.project.Resources[0].ID // several projects may have the same directory
	}
	return id
}

// add surveys a side, and finds its jobs.
func (c *comparison) add(side Side) *limit.Exceeded {
	former := func(job) []*project.Project { return nil } // rules about two states judge the present side
	if len(c.sides) == 0 {
		former = c.former
	} else {
		side.Tree.Memory = c.sides[0].inventory.Memory
	}
	s, exceeded := newSide(c.ctx, side, former)
	if exceeded == nil {
		c.sides = append(c.sides, s)
	}
	return exceeded
}

// newSide surveys a side, and finds its jobs. For former see Run.
func newSide(ctx context.Context, side Side, former func(job) []*project.Project) (*comparedSide, *limit.Exceeded) {
	s := &comparedSide{Side: side, byID: map[jobID]int{}}
	run, exceeded := limit.Within(ctx, func(context.Context) *Run { return newRun(ctx, side.Tree, side.Settings) })
	if exceeded == nil {
		s.Run, run.former = run, former
		exceeded = run.arrange(side.Files)
	}
	if exceeded == nil {
		s.jobs, exceeded = limit.Within(ctx, func(context.Context) []job { return run.jobs() })
	}
	if exceeded != nil {
		return nil, exceeded
	}
	for i, j := range s.jobs {
		id := j.id()
		if _, several := s.byID[id]; several {
			i = -1
		}
		s.byID[id] = i
	}
	s.results = make([]*Result, len(s.jobs))
	return s, nil
}

// lint lints the jobs that differ, then those that may find something in the same files if that differs, and returns what is new.
func (c *comparison) lint() TreeResult {
	c.markDifferent()
	for _, s := range c.sides {
		s.work(s.wanted)
	}
	changed := c.changedFiles()
	for _, s := range c.sides {
		s.work(s.sharing(changed))
	}
	now := c.sides[0]
	result := now.merged()
	Fingerprints(result.Findings, now.PathOf)
	for _, old := range c.sides[1:] {
		result.Findings = slices.DeleteFunc(result.Findings, old.has())
	}
	result.Findings, result.Errors = now.withConversions(result.Findings, result.Errors)
	return result
}

// has returns whether a finding is also one of the side, with its severity or a higher one.
func (s *comparedSide) has() func(Finding) bool {
	findings := s.merged().Findings
	Fingerprints(findings, s.PathOf)
	known := map[string]rule.Severity{}
	for _, f := range findings {
		known[f.Fingerprint] = f.Severity
	}
	return func(f Finding) bool {
		severity, isKnown := known[f.Fingerprint]
		return isKnown && severity >= f.Severity
	}
}

// work does some jobs, by their numbers.
func (s *comparedSide) work(numbers []int) {
	jobs := make([]job, len(numbers))
	for i, number := range numbers {
		jobs[i] = s.jobs[number]
	}
	_, results, _, errs := s.do(jobs) // a limit is found at the end
	s.errors = append(s.errors, errs...)
	for i, result := range results {
		s.results[numbers[i]] = &result
	}
}

// merged returns the result of the jobs that were done.
func (s *comparedSide) merged() TreeResult {
	var jobs []job
	var results []Result
	for i, result := range s.results {
		if result != nil {
			jobs, results = append(jobs, s.jobs[i]), append(results, *result)
		}
	}
	return s.merge(jobs, results, nil, s.errors)
}

// markDifferent marks the jobs to do: on the present side those that differ from each other side, on the others those with the same id.
func (c *comparison) markDifferent() {
	now := c.sides[0]
	same := make([]bool, len(now.jobs))
	for _, old := range c.sides[1:] {
		p := newPair(now, old)
		for i, j := range now.jobs {
			if other := old.number(j); other >= 0 && now.number(j) >= 0 && p.same(j, old.jobs[other]) {
				same[i] = true
			}
		}
	}
	for i := range now.jobs {
		if !same[i] {
			now.wanted = append(now.wanted, i)
		}
	}
	for _, old := range c.sides[1:] {
		for i, j := range old.jobs {
			if number := now.number(j); number < 0 || old.number(j) < 0 || !same[number] {
				old.wanted = append(old.wanted, i)
			}
		}
	}
}

// number returns the number of the job with the same id; -1 if there is none, or if there are several.
func (s *comparedSide) number(j job) int {
	if i, ok := s.byID[j.id()]; ok {
		return i
	}
	return -1
}

// changedFiles returns the files, by their present paths, about which the jobs that were done tell something else on one side than on another.
func (c *comparison) changedFiles() map[string]bool {
	changed := map[string]bool{}
	told := c.sides[0].told()
	for _, old := range c.sides[1:] {
		before := old.told()
		for _, some := range []map[string][]string{told, before} { // in any order: a set is made
			for file := range some {
				if !slices.Equal(told[file], before[file]) {
					changed[file] = true
				}
			}
		}
	}
	return changed
}

// told returns what the jobs that were done tell about each file, by its present path: findings, and suppressions that were used.
func (s *comparedSide) told() map[string][]string {
	told := map[string][]string{}
	add := func(file string, facts ...any) {
		file = s.PathOf(file)
		told[file] = append(told[file], fmt.Sprint(facts...))
	}
	for _, result := range s.results {
		if result == nil {
			continue
		}
		for i := range result.Findings {
			f := &result.Findings[i]
			add(f.File, "found ", f.Rule, f.Resource, pathText(f.Path), f.Severity, f.unused, f.Text())
		}
		for key := range result.used { // in any order: they are sorted
			add(ignore.FileOf(key), "used ", key)
		}
		for h := range result.hidden { // in any order: likewise
			add(h.file, "hidden ", h.rule, h.message)
		}
	}
	for _, facts := range told {
		slices.Sort(facts)
	}
	return told
}

// sharing returns the numbers of the jobs that were not done and may find something in one of the files. What they find is the same on each side,
// but it may join with what the others find.
func (s *comparedSide) sharing(files map[string]bool) (numbers []int) {
	if len(files) == 0 {
		return nil
	}
	for i, j := range s.jobs {
		if s.results[i] == nil && slices.ContainsFunc(s.covered(j), func(name string) bool { return files[s.PathOf(name)] }) {
			numbers = append(numbers, i)
		}
	}
	return numbers
}

// covered returns the files in which a job may find something.
func (s *comparedSide) covered(j job) []string {
	files := slices.Clone(j.paths)
	switch j.kind {
	case rootJob:
		files = slices.Concat(files, j.root.Files, paths(s.now.Projects.Objects(j.root.Summary.Dir)))
	case manifestJob:
		files = append(files, s.now.ReadFor(j.manifest)...)
	case projectJob:
		for _, r := range j.project.Resources {
			files = append(files, r.ValueFiles...)
			for v := range r.Value.All() { // such as the address of a repository in another file
				if v.Origin != nil && v.Origin.File != nil {
					files = append(files, v.Origin.File.Path)
				}
			}
		}
	case patchesJob:
		for _, m := range s.inventory.Scan.Manifests {
			if s.isPatched(m.Path) {
				files = append(files, m.Path)
			}
		}
	}
	return files
}

// isPatched reports whether a kustomization patches a file, or uses it as a patch.
func (s *comparedSide) isPatched(file string) bool {
	return s.patches.Tree.IsPatched(file) || s.patches.Tree.IsPatch(file)
}
