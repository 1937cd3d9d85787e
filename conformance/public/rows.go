package main

import (
	"encoding/csv"
	"fmt"
	"iter"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
)

// row is an object with the verdicts on it.
type row struct {
	repo                      repoName
	commit, path, kind, form  string
	line                      int // the first line of the object
	target, atTarget, because string
	verdicts                  map[string]string // by release
}

// repoName is "owner/name".
type repoName string

func (n repoName) folder() string { return strings.ReplaceAll(string(n), "/", "+") }

// readRows reads the rows of YAML, Terraform and Markdown files.
func readRows(name string) (rows []row, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it was only read
	reader := csv.NewReader(f)
	reader.Comma, reader.LazyQuotes = '\t', true
	table, err := reader.ReadAll()
	if err != nil {
		return nil, err
	}
	for _, cells := range table[1:] {
		r, err := readRow(table[0], cells)
		if err != nil {
			return nil, err
		}
		if slices.Contains([]string{"yaml", "heredoc.tf", "md"}, r.form) {
			rows = append(rows, r)
		}
	}
	return rows, nil
}

func readRow(head, cells []string) (row, error) {
	of := map[string]string{}
	r := row{verdicts: map[string]string{}}
	for i, name := range head {
		of[name] = cells[i]
		if release, isRelease := strings.CutPrefix(name, "v"); isRelease && strings.Count(release, ".") == 2 {
			r.verdicts[release] = cells[i]
		}
	}
	line, err := strconv.Atoi(of["line"])
	if err != nil {
		return row{}, fmt.Errorf("%s %s: %w", of["repo"], of["path"], err)
	}
	r.repo, r.commit, r.path, r.line, r.kind, r.form = repoName(of["repo"]), of["commit"], of["path"], line, of["kind"], of["form"]
	r.target, r.atTarget, r.because = strings.TrimPrefix(of["target"], "v"), of["verdict_at_target"], of["errors_at_target"]
	r.verdicts[r.target] = r.atTarget
	delete(r.verdicts, "-")
	return r, nil
}

func byRepo(rows []row) iter.Seq2[repoName, []row] {
	repos := map[repoName][]row{}
	for _, r := range rows {
		repos[r.repo] = append(repos[r.repo], r)
	}
	return func(yield func(repoName, []row) bool) {
		for _, repo := range slices.Sorted(maps.Keys(repos)) {
			if !yield(repo, repos[repo]) {
				return
			}
		}
	}
}

// isLeftOpen reports whether all errors of the API server are about texts that a tool completes before the object is applied.
func (r row) isLeftOpen() bool {
	if r.because == "" {
		return false
	}
	for reason := range strings.SplitSeq(r.because, " ; ") {
		_, value, hasValue := strings.Cut(reason, "value: ")
		isOpen := hasValue && strings.ContainsAny(value[:min(len(value), 60)], "$<{")
		if !isOpen && !strings.HasPrefix(reason, "dropped:") {
			return false
		}
	}
	return true
}

// isIncomplete reports whether all errors of the API server are about missing fields, as in a patch.
func (r row) isIncomplete() bool {
	for reason := range strings.SplitSeq(r.because, " ; ") {
		if !strings.Contains(reason, "Required value") && !strings.HasPrefix(reason, "dropped:") {
			return false
		}
	}
	return r.because != ""
}
