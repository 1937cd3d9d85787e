package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// comparison collects agreements and differences between verdicts.
type comparison struct {
	karplint string
	outcomes map[string]int
	lines    []string // about objects to look at
}

// finding is a finding in karplint's report.
type finding struct {
	Rule, Severity, Message, File string
	Start                         struct{ Line int }
	Path                          []any
}

// subject is an object in a file, with its lines.
type subject struct {
	row
	file        string
	first, last int
}

// compare compares the verdicts on the objects of one repository.
func (c *comparison) compare(r repository, rows []row) error {
	var subjects []subject
	root, err := r.unpack(rows[0].commit)
	if err != nil {
		c.outcomes["repository: "+errMissing.Error()] += len(rows)
		return err
	}
	for _, row := range rows {
		s, err := locate(root, row)
		if err != nil {
			c.outcomes["object: not there"]++
			continue
		}
		subjects = append(subjects, s)
	}
	for release, of := range byRelease(subjects) {
		findings, err := c.lint(release, of)
		if err != nil {
			return err
		}
		for _, s := range of {
			c.judge(s, release, findings)
		}
	}
	return nil
}

// locate finds the object of a row. An object in Markdown is written to a separate file.
func locate(root string, r row) (subject, error) {
	file := filepath.Join(root, r.path)
	text, err := os.ReadFile(file) //nolint:gosec // the folder is what was asked for
	if err != nil {
		return subject{}, err
	}
	if r.form != "md" {
		n, err := length(string(text), r)
		return subject{r, file, r.line, r.line + n}, err
	}
	object, err := excerpt(string(text), r)
	if err != nil {
		return subject{}, err
	}
	dir := filepath.Join(root, fmt.Sprintf("excerpt-%s-%d", strings.ReplaceAll(r.path, "/", "-"), r.line))
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return subject{}, err
	}
	file = filepath.Join(dir, "object.yaml")
	return subject{r, file, 1, strings.Count(object, "\n") + 1}, os.WriteFile(file, []byte(object), 0o600)
}

// byRelease groups the objects by the releases that serve them.
func byRelease(subjects []subject) map[string][]subject {
	all := map[string][]subject{}
	for _, s := range subjects {
		for release, verdict := range s.verdicts {
			if verdict != "-" && verdict != "not-served" {
				all[release] = append(all[release], s)
			}
		}
	}
	return all
}

func (c *comparison) lint(release string, subjects []subject) ([]finding, error) {
	args := []string{"lint", "--format", "json", "--exit-zero", "--karpenter-version", release}
	files := map[string]bool{}
	for _, s := range subjects {
		files[s.file] = true
	}
	run := exec.Command(c.karplint, append(args, slices.Sorted(maps.Keys(files))...)...) //nolint:gosec // the program is what was asked for
	run.Dir = "/"
	output, err := run.Output()
	if err != nil {
		return nil, fmt.Errorf("karplint lint: %w", err)
	}
	var report struct{ Findings []finding }
	return report.Findings, json.Unmarshal(output, &report)
}

// others are rules whose errors are not about rejected or dropped fields.
var others = []string{"KL506", "KL509", "KL511", "KL523", "KL526", "KL543", "KL544"}

// of returns karplint's findings on the object.
func (s subject) of(findings []finding) (all []finding) {
	for _, f := range findings {
		isHere := filepath.Join("/", f.File) == s.file && f.Start.Line >= s.first-1 && f.Start.Line <= s.last
		isSchema := strings.HasPrefix(f.Rule, "KL5") && f.Severity != "info" && !slices.Contains(others, f.Rule)
		if isHere && isSchema {
			all = append(all, f)
		}
	}
	return all
}

func (c *comparison) judge(s subject, release string, findings []finding) {
	all := s.of(findings)
	outcome := s.outcome(release, len(all) > 0)
	c.outcomes[outcome]++
	if strings.HasPrefix(outcome, "agree") {
		return
	}
	line := fmt.Sprintf("%s: %s %s:%d %s in %s, where the API server says %s: %s", outcome, s.repo, s.path, s.line, s.kind, release, s.verdicts[release], s.because)
	for _, f := range all {
		line += fmt.Sprintf("\n    line %d: %s %s: %s", f.Start.Line, f.Severity, f.Rule, f.Message)
	}
	c.lines = append(c.lines, line)
}

// outcome describes how the verdicts compare.
func (s subject) outcome(release string, isReported bool) string {
	verdict := s.verdicts[release]
	isFine := verdict == "ok" || verdict == "namespace-dropped"
	switch {
	case isFine != isReported && isFine:
		return "agree: fine"
	case isFine != isReported:
		return "agree: wrong"
	case isFine:
		return "differ: reported, and accepted"
	case s.isLeftOpen():
		return "agree: silent about what is left open"
	case s.isIncomplete() && s.form != "md":
		return "look: silent about what the object alone lacks"
	}
	return "differ: silent, and refused or pruned"
}
