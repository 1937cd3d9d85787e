// Package convert rewrites Karpenter's objects from the alpha API to v1beta1 and from there to v1, and the labels and annotations in
// any object with them. New makes a Converter, and Converter.Files converts the files of a run together.
//
// docs/imports.md says what each file does. Differences between versions of Karpenter (defaults, limits, names) are in
// the package facts and not here.
package convert

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/base/parallel"
	"github.com/karplint/karplint/convert/charts"
	"github.com/karplint/karplint/convert/kubelet"
	"github.com/karplint/karplint/convert/patches"
	"github.com/karplint/karplint/convert/sites"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/model"
)

// Files converts all files of one run together, because a pool and its class, or a base and its patches,
// are converted or left together across files. It returns one File for each input that holds an object, a
// change or a note, in the order of the input, on which nothing else depends. Every file has an outcome: text that
// cannot be read or converted becomes a Note. The trees of small files stay in memory between the passes; large ones are parsed for each.
func (c *Converter) Files(files []*model.File) []File {
	position := map[string]int{}
	for i, f := range files {
		position[f.Path] = i
	}
	files = slices.SortedStableFunc(slices.Values(files), func(a, b *model.File) int { return cmp.Compare(a.Path, b.Path) })
	out := c.sortedFiles(files)
	slices.SortStableFunc(out, func(a, b File) int {
		return position[a.Path] - position[b.Path]
	})
	return out
}

// sortedFiles converts files in the order of their paths.
func (c *Converter) sortedFiles(files []*model.File) []File {
	run := *c
	files, ended := run.readEnded(run.readScripts(files))
	run.parsed = units.NewFiles(files, units.Reading{Matters: concerns, MayConvert: mayConvert, OnParse: c.onParse})
	run.charts = charts.New(files, run.parsed.OnlyRoot, c.opts.Charts)
	run.findSpecs(files)
	out := run.files(files)
	restoreEnds(out, ended)
	run.restoreScripts(out)
	return out
}

// files converts the files of a run: it surveys all, makes the decisions that concern several of them, and converts each.
func (c *Converter) files(files []*model.File) []File {
	survey := c.surveyFiles(files)
	survey.builds.Follow(c.Goal, c.parsed, files, func(f *model.File, number int) []*patches.Base { return c.bases(f, number, survey) })
	c.arrange(files, survey)
	results := make([]*result, len(files))
	convert := func(i int) { results[i] = c.convertFile(files[i], i, survey, nil) }
	forEachFile(files, convert)
	affected := survey.withholdKubelets(results)
	forEachFile(files, func(i int) {
		if affected[i] {
			convert(i)
		}
	})
	blocked := survey.groups(results, c)
	forEachFile(files, func(i int) {
		c.noteHeld(survey, results[i])
		c.holdBack(files[i], i, survey, results[i], blocked)
	})
	return filesOf(results)
}

// surveyFiles returns the survey of all files.
func (c *Converter) surveyFiles(files []*model.File) *survey {
	moves := c.Behaves.KubeletInClass && slices.ContainsFunc(files, func(f *model.File) bool { return bytes.Contains(f.Data, []byte("kubelet")) })
	surveys := make([]*survey, len(files))
	forEachFile(files, func(i int) { surveys[i] = c.surveyFile(files[i], i, moves) })
	return merge(surveys, c.Goal)
}

// arrange makes the plans that concern several files.
func (c *Converter) arrange(files []*model.File, survey *survey) {
	for i, f := range files {
		survey.numbers[f.Path] = i
	}
	c.leaveTwins(survey)
	survey.kubelets = kubelet.NewPlan(c.Goal, survey.index, survey.builds, survey.kubeletUses)
	survey.modules = sites.NewModules(c.Goal, c.parsed, files, survey.consumers)
	for i := range survey.index.Members {
		m := &survey.index.Members[i]
		survey.modules.Plan(&m.Origin, c.twin(survey, m))
	}
	for i := range survey.index.Members {
		m := &survey.index.Members[i]
		survey.modules.Reserve(&m.Origin)
	}
}

// filesOf returns the outcomes of the files.
func filesOf(results []*result) []File {
	var out []File
	for _, r := range results {
		if len(r.Objects) > 0 || len(r.Notes) > 0 || r.Changed() {
			out = append(out, r.File)
		}
	}
	return out
}

// forEachFile calls do for every file, on all processors, and waits. If it panics for one, the others are done before each panics.
func forEachFile(files []*model.File, do func(i int)) {
	path := func(f *model.File) string { return f.Path }
	bugs := parallel.Each(context.Background(), 0, files, path, func(i int, _ *model.File) error {
		limit.Point()
		do(i)
		return nil
	})
	if len(bugs) > 0 {
		panic(bugs[0])
	}
}
