package lsp

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	protocol "github.com/tliron/glsp/protocol_3_16"

	"github.com/karplint/karplint/base/printable"
	"github.com/karplint/karplint/internal/config"
	"github.com/karplint/karplint/internal/load"
	"github.com/karplint/karplint/internal/report"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/lint/rule"
)

// result is what a run found, with the texts that it is about.
type result struct {
	snapshot
	workspace *workspace
	files     fileset.Files
	state     lint.State
	findings  map[string][]lint.Finding        // by file
	lines     map[string]*lines                // of files; the lock of the server guards it
	decisions map[string][]protocol.Diagnostic // of a conversion since, by file
}

func newResult(w *workspace, now snapshot, files fileset.Files, state lint.State) *result {
	r := &result{snapshot: now, workspace: w, files: files, state: state, findings: map[string][]lint.Finding{}, lines: map[string]*lines{}}
	for _, f := range w.files.Accepted(state.Findings) {
		r.findings[f.File] = append(r.findings[f.File], f)
	}
	return r
}

// linesOf returns the lines of a file as the run read it.
func (r *result) linesOf(path string) *lines {
	if known := r.lines[path]; known != nil {
		return known
	}
	text, _ := r.files.ReadFile(path) // a file that is gone has no lines
	l := newLines(text)
	r.lines[path] = l
	return l
}

// uri returns the address of a file: for an open document the one that the client gave.
func (r *result) uri(path string) string {
	if d := r.documents[path]; d != nil {
		return d.uri
	}
	return r.workspace.uriOf(path)
}

// publish sends the diagnostics that differ from those that were sent before. The files are the open ones, and those of the same projects: in a large
// repository nobody wants to see what is wrong elsewhere.
func (s *server) publish(w *workspace) {
	r := w.result
	projects := map[string]bool{}
	for path := range r.documents { // in any order: a set is made
		for _, dir := range r.state.ProjectsOf(path) {
			projects[dir] = true
		}
	}
	found := map[string][]protocol.Diagnostic{}
	for path := range r.documents { // in any order: they are sorted below
		found[path] = []protocol.Diagnostic{}
	}
	for path, findings := range r.findings { // likewise
		if of := s.workspaceOf(w.full(path)); of != nil && of != w {
			continue // a folder inside
		}
		isNear := slices.ContainsFunc(r.state.ProjectsOf(path), func(dir string) bool { return projects[dir] })
		if r.documents[path] != nil || isNear {
			for i := range findings {
				found[path] = append(found[path], r.diagnostic(&findings[i]))
			}
		}
	}
	for path, of := range r.decisions { // likewise
		found[path] = append(found[path], of...)
	}
	var all []protocol.PublishDiagnosticsParams
	for _, path := range slices.Sorted(maps.Keys(found)) {
		params := protocol.PublishDiagnosticsParams{URI: r.uri(path), Diagnostics: found[path]}
		if d := r.documents[path]; d != nil {
			version := uint32(max(d.version, 0)) //nolint:gosec // it is not negative
			params.Version = &version
			if len(d.text) > load.MaxSize {
				params.Diagnostics = []protocol.Diagnostic{tooLarge()}
			}
		}
		all = append(all, params)
	}
	s.send(w, all)
}

// published is the diagnostics of a file as they were sent last.
type published struct {
	by   *workspace
	text string // JSON; "" if the client has opened the file since, because it may have dropped them
}

// send sends the diagnostics of a workspace, besides those that were sent before, and removes those of other files. It removes them first: the client
// may write the address of a file in another way than uriOf, and then takes both for the same.
func (s *server) send(w *workspace, all []protocol.PublishDiagnosticsParams) {
	now := map[string]bool{}
	for _, params := range all {
		now[params.URI] = true
	}
	for _, uri := range slices.Sorted(maps.Keys(s.published)) {
		if s.published[uri].by == w && !now[uri] {
			delete(s.published, uri)
			s.wire.notify("textDocument/publishDiagnostics", protocol.PublishDiagnosticsParams{URI: uri, Diagnostics: []protocol.Diagnostic{}})
		}
	}
	for _, params := range all {
		text, _ := json.Marshal(params)
		if of := (published{w, string(text)}); s.published[params.URI] != of {
			s.published[params.URI] = of
			s.wire.notify("textDocument/publishDiagnostics", params)
		}
	}
}

// withdraw removes all diagnostics of a workspace.
func (s *server) withdraw(w *workspace) {
	s.send(w, nil)
	w.result = nil
}

var source = "karplint"

// diagnostic returns a finding as the protocol has it.
func (r *result) diagnostic(f *lint.Finding) protocol.Diagnostic {
	severity := severities[f.Severity]
	d := protocol.Diagnostic{
		Range:    r.linesOf(f.File).span(f.Span.Start, f.Span.End),
		Severity: &severity, Code: &protocol.IntegerOrString{Value: f.Rule}, Source: &source, Message: messageOf(f), Tags: tagsOf(f),
	}
	if url := report.RuleURL(f.Rule); url != "" {
		d.CodeDescription = &protocol.CodeDescription{HRef: url}
	}
	for _, related := range f.Related {
		place := protocol.Location{URI: r.uri(related.File), Range: r.linesOf(related.File).span(related.Span.Start, related.Span.End)}
		other := protocol.DiagnosticRelatedInformation{Location: place, Message: printable.Text(related.Message)}
		d.RelatedInformation = append(d.RelatedInformation, other)
	}
	return d
}

var severities = map[rule.Severity]protocol.DiagnosticSeverity{
	rule.Error: protocol.DiagnosticSeverityError, rule.Warning: protocol.DiagnosticSeverityWarning, rule.Info: protocol.DiagnosticSeverityInformation,
}

// messageOf returns the fact, why it matters and what to do, each on a line.
func messageOf(f *lint.Finding) string {
	var parts []string
	for _, part := range []string{f.Message, f.Why, f.Help} {
		if part != "" {
			parts = append(parts, printable.Text(part))
		}
	}
	return strings.Join(parts, "\n")
}

// The rules about what has no effect, and about what Karpenter replaced by something else. Editors show the one faded, the other struck through.
var (
	unnecessary = []string{"unused-suppression", "stale-baseline-entry"}
	deprecated  = []string{"alpha-api", "do-not-evict", "do-not-consolidate", "old-disruption-taint", "provisioner-name-selector",
		"global-settings-configmap", "renamed-chart-value", "module-argument-renamed"}
)

func tagsOf(f *lint.Finding) []protocol.DiagnosticTag {
	switch {
	case slices.Contains(unnecessary, f.Name):
		return []protocol.DiagnosticTag{protocol.DiagnosticTagUnnecessary}
	case slices.Contains(deprecated, f.Name):
		return []protocol.DiagnosticTag{protocol.DiagnosticTagDeprecated}
	}
	return nil
}

// tooLarge is the diagnostic of a document that lint would not read.
func tooLarge() protocol.Diagnostic {
	severity := protocol.DiagnosticSeverityError
	return protocol.Diagnostic{
		Severity: &severity, Code: &protocol.IntegerOrString{Value: "KL000"}, Source: &source,
		Message: fmt.Sprintf("the file is not checked, because it is larger than %d MiB\nsplit it, or exclude it", load.MaxSize>>20),
	}
}

// publishMistake shows a mistake in a configuration, because of which nothing is linted, at its place.
func (s *server) publishMistake(w *workspace, mistake *config.Error) {
	severity := protocol.DiagnosticSeverityError
	at := protocol.Position{Line: uint32(max(mistake.Line-1, 0)), Character: uint32(max(mistake.Column-1, 0))} //nolint:gosec // neither is negative
	d := protocol.Diagnostic{
		Range: protocol.Range{Start: at, End: protocol.Position{Line: at.Line, Character: at.Character + 1}}, Severity: &severity, Source: &source,
		Message: printable.Text(mistake.Message),
	}
	uri := w.uriOf(mistake.Path)
	if open := s.documentAt(w.full(mistake.Path)); open != nil {
		uri = open.uri
	}
	s.send(w, []protocol.PublishDiagnosticsParams{{URI: uri, Diagnostics: []protocol.Diagnostic{d}}})
}
