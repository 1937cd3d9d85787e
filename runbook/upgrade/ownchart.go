package upgrade

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/helm"
)

// raiseCharts raises the version of each chart of the repository of which a file changes, because Flux and chart repositories take a changed
// chart only with a new version.
func raiseCharts(_ context.Context, r *Repository, outcome *Outcome) error {
	mayChange, dirs := setOf(r.Paths), map[string]bool{}
	for _, f := range outcome.Files {
		if f.Changed() {
			dirs[r.chartAround(f.Path)] = true
		}
	}
	var files []convert.File
	for _, dir := range slices.Sorted(maps.Keys(dirs)) {
		file := path.Join(dir, helm.ChartFile)
		if dir == "" || !mayChange[file] {
			continue
		}
		before, err := r.Tree.Files.ReadFile(file)
		if err != nil {
			return err
		}
		if after := raised(before, outcome); after != nil && !r.isPinned(before) {
			files = append(files, convert.File{Path: file, Before: before, After: after})
		}
	}
	outcome.add(files)
	return nil
}

// chartAround returns the directory of the outermost chart that a file is part of, "" for none: the version of a chart around others is that of all.
func (r *Repository) chartAround(file string) (outermost string) {
	for dir := path.Dir(file); ; dir = path.Dir(dir) {
		if _, err := r.Tree.Files.ReadFile(path.Join(dir, helm.ChartFile)); err == nil {
			outermost = dir
		}
		if dir == "." || dir == "/" {
			return outermost
		}
	}
}

// raised returns the text of a Chart.yaml with the next version: the release of the stop if the version was that of Karpenter, otherwise the
// next patch. It returns nil for a copy of Karpenter's own chart, whose version tells the release, and for a version that is not written out.
func raised(chart []byte, outcome *Outcome) []byte {
	version := helm.VersionOf(chart)
	if version == "" || helm.IsCopy(chart) {
		return nil
	}
	next := nextPatch(version)
	if strings.TrimPrefix(version, "v") == outcome.Stop.From {
		next = strings.Replace(version, outcome.Stop.From, outcome.Stop.Release, 1)
	}
	return helm.WithVersion(chart, next)
}

// nextPatch returns a version with the next patch.
func nextPatch(version string) string {
	steps := patch().FindStringSubmatch(version)
	number, err := strconv.Atoi(steps[2])
	if err != nil {
		return version
	}
	return steps[1] + strconv.Itoa(number+1) + steps[3]
}

var patch = pattern.New(`^(v?\d+\.\d+\.)(\d+)(.*)$`)

// isPinned reports whether another chart of the repository depends on exactly this version of the chart.
func (r *Repository) isPinned(chart []byte) bool {
	name := chartName().FindSubmatch(chart)
	if name == nil {
		return false
	}
	exact := fmt.Sprintf("version: %s", helm.VersionOf(chart))
	return slices.ContainsFunc(r.Paths, func(file string) bool {
		if path.Base(file) != helm.ChartFile {
			return false
		}
		text, err := r.Tree.Files.ReadFile(file)
		isOther := err == nil && !bytes.Equal(text, chart)
		return isOther && bytes.Contains(text, []byte("file://")) && bytes.Contains(text, []byte("name: "+string(name[1]))) &&
			bytes.Contains(text, []byte(exact))
	})
}

var chartName = pattern.New(`(?m)^name:[ \t]*["']?([\w.-]+)`)
