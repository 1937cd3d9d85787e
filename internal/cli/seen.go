package cli

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"github.com/urfave/cli/v2"

	"github.com/karplint/karplint/base/printable"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/lint"
)

func inputFlags() []cli.Flag {
	return []cli.Flag{
		versionFlag("Karpenter `VERSION` that the files are for"),
		&cli.StringFlag{Name: "kubernetes-version", Usage: "Kubernetes `VERSION` of the clusters"},
		&cli.StringSliceFlag{Name: "var-file", Usage: "`FILE` of values for Terraform's variables; repeatable"},
		configFlag(), rulesFlag(),
		&cli.StringFlag{Name: "stdin-filename", Usage: "`FILE` that standard input is"},
	}
}

// seenInput is the output of karplint input.
type seenInput struct {
	Version   int            `json:"version"`
	Generator string         `json:"generator"`
	Resources []seenResource `json:"resources"`
	Projects  []seenProject  `json:"projects"`
}

type seenResource struct {
	File    string          `json:"file"`
	Line    int             `json:"line"`
	Address string          `json:"address"`
	Input   json.RawMessage `json:"input"`
}

type seenProject struct {
	Root  string          `json:"root"`
	Input json.RawMessage `json:"input"`
}

// showInput prints what rules see.
func (r *runner) showInput(c *cli.Context) (int, error) {
	var mu sync.Mutex
	var all []lint.Seen
	r.configs.show = func(seen lint.Seen) {
		mu.Lock()
		defer mu.Unlock()
		all = append(all, seen)
	}
	found, err := inTime(r, c, r.lintInput)
	if err != nil {
		return 0, err
	}
	run := &linting{runner: r, in: found.in, roots: newRoots(r.dir), groups: found.groups}
	varFiles, err := run.openFiles(c)
	if err != nil {
		return 0, err
	}
	result := lint.Lint(r.ctx, run.tree(varFiles), run.linters())
	code := exitOK
	for _, f := range result.Findings {
		if f.Rule == parseRule {
			r.printNote("%s:%d:%d: %s", f.File, f.Start.Line, f.Start.Column, f.Text())
			code = exitFound
		}
	}
	mu.Lock()
	defer mu.Unlock()
	if err := printable.JSON(r.out, run.seen(all)); err != nil {
		return 0, err
	}
	return r.reportOutcome(run.in, outcome{result.Files, result.Selected, result.Errors}, code), nil
}

// seen returns what is in requested files, sorted, each once: a manifest may be read for several projects.
func (l *linting) seen(all []lint.Seen) seenInput {
	slices.SortFunc(all, func(a, b lint.Seen) int {
		return cmp.Or(strings.Compare(a.File, b.File), a.Line-b.Line, strings.Compare(a.Address, b.Address), strings.Compare(a.Root, b.Root),
			strings.Compare(string(a.Input), string(b.Input)))
	})
	all = slices.CompactFunc(all, func(a, b lint.Seen) bool {
		return a.File == b.File && a.Line == b.Line && a.Root == b.Root && string(a.Input) == string(b.Input)
	})
	out := seenInput{Version: 1, Generator: filetype.Generator, Resources: []seenResource{}, Projects: []seenProject{}}
	for _, s := range all {
		switch {
		case s.Root != "":
			out.Projects = append(out.Projects, seenProject{s.Root, s.Input})
		case l.isRequested(s.File):
			out.Resources = append(out.Resources, seenResource{s.File, s.Line, s.Address, s.Input})
		}
	}
	return out
}

// isRequested reports whether a file is among those of the command line.
func (l *linting) isRequested(path string) bool {
	f, isListed := l.in.Listed(path)
	return isListed && !f.Context || l.in.IsRequested(path)
}
