package lsp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"path"
	"slices"
	"strings"
	"time"

	protocol "github.com/tliron/glsp/protocol_3_16"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/base/printable"
	"github.com/karplint/karplint/base/regular"
	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/diff"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/internal/load"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/fixes"
	"github.com/karplint/karplint/lint/ignore"
	"github.com/karplint/karplint/lint/rule"
)

const (
	fixAllKind     = "source.fixAll.karplint"
	convertCommand = "karplint.convert"
)

// patience is how long a request waits for a run over the present texts.
const patience = 10 * time.Second

// await returns a document with the result of a run over its present text, and locks the server; false, without a lock, if there is none in time.
func (s *server) await(uri string) (*document, *result, bool) {
	ended := time.After(patience)
	for {
		s.mu.Lock()
		d := s.documents[uri]
		if d == nil || d.path == "" {
			s.mu.Unlock()
			return nil, nil, false
		}
		if r := s.resultFor(d); r != nil {
			return d, r, true
		}
		if w := s.workspaceOf(d.path); w != nil && w.failure != "" && !w.isDirty { // nothing comes before the next change
			s.mu.Unlock()
			return nil, nil, false
		}
		progress := s.progress
		s.mu.Unlock()
		select {
		case <-progress:
		case <-ended:
			return nil, nil, false
		case <-s.ctx.Done():
			return nil, nil, false
		}
	}
}

// codeActions returns what can be done about the findings in a range, and with the file.
func (s *server) codeActions(p *protocol.CodeActionParams) (any, error) {
	actions := []protocol.CodeAction{}
	d, r, ok := s.await(p.TextDocument.URI)
	if !ok {
		return actions, nil
	}
	isWanted := func(kind string) bool {
		isOf := func(only string) bool { return only == "" || kind == only || strings.HasPrefix(kind, only+".") }
		return len(p.Context.Only) == 0 || slices.ContainsFunc(p.Context.Only, isOf)
	}
	file := r.workspace.display(d.path)
	if isWanted(protocol.CodeActionKindQuickFix) {
		actions = s.quickFixes(r, file, p.Range)
	}
	if isWanted(protocol.CodeActionKindRefactorRewrite) && olderAPI().Match(d.text) {
		kind := protocol.CodeActionKindRefactorRewrite
		actions = append(actions, protocol.CodeAction{Title: convertTitle, Kind: &kind,
			Command: &protocol.Command{Title: convertTitle, Command: convertCommand, Arguments: []any{d.uri}}})
	}
	s.mu.Unlock()
	// Rounds of fixes take a while, so that they are made only if the client asks for them.
	if len(p.Context.Only) > 0 && isWanted(fixAllKind) {
		if edits := s.fixAll(r, file); len(edits) > 0 {
			s.mu.Lock()
			defer s.mu.Unlock()
			if !s.arePresent(r, edits) {
				return actions, nil
			}
			kind := fixAllKind
			actions = append(actions, protocol.CodeAction{Title: "Make all safe fixes in this file", Kind: &kind, Edit: r.workspaceEdit(s.client, edits)})
		}
	}
	return actions, nil
}

const convertTitle = "Convert to v1, with what depends on it"

// olderAPI finds API versions that v1 replaced. NodeOverlay is in karpenter.sh/v1alpha1, which it did not.
var olderAPI = pattern.New(`karpenter\.sh/v1(?:alpha5|beta)|karpenter\.k8s\.aws/v1(?:alpha|beta)`)

// arePresent reports whether the files that edits change are as the run has read them: not all clients compare the versions. If one that is not open
// has changed on the disk, the workspace is read anew.
func (s *server) arePresent(r *result, edits map[string][]edit.Edit) bool {
	for file := range edits { // in any order: all must be
		full, read := r.workspace.full(file), r.linesOf(file).text
		if d := s.documentAt(full); d != nil {
			if !bytes.Equal(d.text, read) {
				return false // a run over the new text comes
			}
			continue
		}
		text, _ := regular.Read(full, load.MaxSize) // a file that is gone has no text
		if !bytes.Equal(text, read) {
			s.readAnew(r.workspace)
			return false
		}
	}
	return true
}

// quickFixes returns the fixes of the findings in the lines of a range, and suppressions for them. Neovim, for one, sends the cursor, which need not
// be on the words of a finding that it shows behind the line.
func (s *server) quickFixes(r *result, file string, in protocol.Range) []protocol.CodeAction {
	actions := []protocol.CodeAction{}
	l := r.linesOf(file)
	start := l.offset(protocol.Position{Line: in.Start.Line})
	end := l.offset(protocol.Position{Line: in.End.Line, Character: math.MaxUint32})
	var ignores []protocol.CodeAction
	for _, f := range r.findings[file] {
		if f.Span.Start > end || f.Span.End < start {
			continue
		}
		d := []protocol.Diagnostic{r.diagnostic(&f)}
		kind := protocol.CodeActionKindQuickFix
		if f.Fix != nil && r.reaches(f.Fix) {
			isSafe := f.Fix.Safety == rule.Safe
			title := upperFirst(f.Fix.Title)
			if !isSafe {
				title += " (unsafe: review what it changes)"
			}
			if edits := editsOf(f.Fix); s.arePresent(r, edits) {
				actions = append(actions, protocol.CodeAction{
					Title: printable.Text(title), Kind: &kind, Diagnostics: d, IsPreferred: &isSafe, Edit: r.workspaceEdit(s.client, edits),
				})
			}
		}
		if comment, ok := r.suppression(&f); ok {
			title := fmt.Sprintf("Ignore %s here, with a reason that you write", f.Rule)
			edits := r.workspaceEdit(s.client, map[string][]edit.Edit{file: {comment}})
			ignores = append(ignores, protocol.CodeAction{Title: title, Kind: &kind, Diagnostics: d, Edit: edits})
		}
	}
	return append(actions, ignores...)
}

func upperFirst(text string) string {
	if text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// reaches reports whether a fix changes only files in the workspace.
func (r *result) reaches(f *fixes.Fix) bool {
	return !slices.ContainsFunc(f.Edits, func(e fixes.FileEdit) bool { return !regular.Contains(r.workspace.dir, r.workspace.full(e.File)) })
}

func editsOf(f *fixes.Fix) map[string][]edit.Edit {
	edits := map[string][]edit.Edit{}
	for _, e := range f.Edits {
		edits[e.File] = append(edits[e.File], e.Edit())
	}
	return edits
}

// suppression returns the edit that writes a suppression above the line of a finding. The reason is a placeholder that suppresses nothing, until a
// person writes one. Text that does not parse, other suppressions, JSON, and texts of several lines in a value have no comments that karplint reads.
func (r *result) suppression(f *lint.Finding) (edit.Edit, bool) {
	l := r.linesOf(f.File)
	line := int(l.position(f.Span.Start).Line)
	isBroken := len(f.Path) > 0 && f.Path[0] == "parse_error" || // a text in another language
		slices.ContainsFunc(r.findings[f.File], func(other lint.Finding) bool { return other.Rule == "KL000" })
	if strings.HasPrefix(f.Rule, "KL00") || isBroken || path.Ext(f.File) == ".json" || l.isInText(line, filetype.IsTerraform(f.File)) {
		return edit.Edit{}, false
	}
	text := l.line(line)
	indent := text[:len(text)-len(strings.TrimLeft(text, " \t"))]
	newline := "\n"
	if bytes.Contains(l.text, []byte("\r\n")) {
		newline = "\r\n"
	}
	at := l.starts[line]
	return edit.Edit{Start: at, End: at, New: fmt.Sprintf("%s# karplint:ignore %s -- %s%s", indent, f.Rule, ignore.Placeholder, newline)}, true
}

// workspaceEdit returns edits of files, for the versions that the run has read.
func (r *result) workspaceEdit(client client, edits map[string][]edit.Edit) *protocol.WorkspaceEdit {
	w := &protocol.WorkspaceEdit{}
	if !client.documentChanges {
		w.Changes = map[string][]protocol.TextEdit{}
	}
	for _, file := range slices.Sorted(maps.Keys(edits)) {
		l := r.linesOf(file)
		var texts []protocol.TextEdit
		for _, e := range edits[file] {
			texts = append(texts, protocol.TextEdit{Range: l.span(e.Start, e.End), NewText: e.New})
		}
		if !client.documentChanges {
			w.Changes[r.uri(file)] = texts
			continue
		}
		of := protocol.TextDocumentEdit{TextDocument: protocol.OptionalVersionedTextDocumentIdentifier{}}
		of.TextDocument.URI = r.uri(file)
		if d := r.documents[file]; d != nil {
			of.TextDocument.Version = &d.version
		}
		for _, text := range texts {
			of.Edits = append(of.Edits, text)
		}
		w.DocumentChanges = append(w.DocumentChanges, of)
	}
	return w
}

// mostRounds bounds how often fixes may make others possible.
const mostRounds = 25

// fixAll returns the edits of the safe fixes in a file, in rounds, as lint --fix makes them.
func (s *server) fixAll(r *result, file string) map[string][]edit.Edit {
	s.linting.Lock()
	defer s.linting.Unlock()
	edits := map[string][]edit.Edit{}
	isFixable := func(f lint.Finding) bool {
		return f.File == file && f.Fix != nil && f.Fix.Safety == rule.Safe && r.reaches(f.Fix)
	}
	if !slices.ContainsFunc(r.state.Findings, isFixable) {
		return edits
	}
	w, texts := r.workspace, maps.Clone(r.texts)
	session := w.session.Fixing(file)
	ctx, stop := limit.Watch(s.ctx, w.files.Limits)
	defer stop()
	for range mostRounds {
		tree := w.tree(texts)
		state, ok := session.Lint(ctx, tree, w.files.Settings)
		if !ok {
			break
		}
		var proposals []fixes.Proposal
		for _, f := range state.Findings {
			if isFixable(f) {
				proposals = append(proposals, fixes.Proposal{Rule: f.Rule, Location: f.Location, Fix: f.Fix})
			}
		}
		round := fixes.Make(proposals, false, tree.Files.ReadFile)
		if len(round.Changed) == 0 {
			break
		}
		maps.Copy(texts, round.Changed)
	}
	for changed, text := range texts { // in any order: a map is made
		before, _ := r.files.ReadFile(changed) // a file that is gone has no text
		if !bytes.Equal(before, text) {
			edits[changed] = diff.LineEdits(before, text)
		}
	}
	return edits
}

// execute converts the objects of a document to v1, and those that are converted together with them or not at all.
func (s *server) execute(p *protocol.ExecuteCommandParams) (any, error) {
	var uri string
	if len(p.Arguments) == 1 {
		uri, _ = p.Arguments[0].(string)
	}
	if p.Command != convertCommand || uri == "" {
		return nil, &rpcError{invalidParams, fmt.Sprintf("the only command is %s, with the address of a document", convertCommand)}
	}
	d, r, ok := s.await(uri)
	if !ok {
		return nil, &rpcError{invalidParams, uri + " is not an open file that karplint checks"}
	}
	s.mu.Unlock()
	file := r.workspace.display(d.path)
	converted, err := s.convert(r)
	if err != nil {
		s.show(protocol.MessageTypeError, "karplint cannot convert: "+err.Error())
		return nil, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.showConversion(r, file, converted)
	return nil, nil
}

func (s *server) convert(r *result) ([]convert.File, error) {
	s.linting.Lock()
	defer s.linting.Unlock()
	ctx, stop := limit.Watch(s.ctx, r.workspace.files.Limits)
	defer stop()
	return r.workspace.files.Convert(ctx, r.texts)
}

// showConversion sends the edits of a conversion, and shows the decisions that it leaves to a person.
func (s *server) showConversion(r *result, file string, converted []convert.File) {
	i := slices.IndexFunc(converted, func(f convert.File) bool { return f.Path == file })
	if i < 0 {
		s.show(protocol.MessageTypeInfo, file+": there is nothing to convert to v1")
		return
	}
	edits, isRead := map[string][]edit.Edit{}, true
	var decisions []string
	r.decisions = map[string][]protocol.Diagnostic{}
	for _, f := range converted {
		if f.Group != converted[i].Group {
			continue
		}
		if f.Changed() && !f.Removed {
			edits[f.Path] = diff.LineEdits(f.Before, f.After)
			isRead = isRead && bytes.Equal(f.Before, r.linesOf(f.Path).text)
		}
		for _, note := range f.Notes {
			if note.Level == convert.Decision {
				decisions = append(decisions, fmt.Sprintf("%s:%d: %s", note.File, note.Line, note.Message))
				r.decisions[note.File] = append(r.decisions[note.File], r.decision(note))
			}
		}
	}
	if !isRead || !s.arePresent(r, edits) {
		s.readAnew(r.workspace)
		s.show(protocol.MessageTypeWarning, "files have changed meanwhile, so nothing is converted yet; convert again")
		return
	}
	if len(edits) > 0 {
		raw, _ := json.Marshal(r.workspaceEdit(s.client, edits)) // it is kept as it is, while further edits are made
		s.wire.request("workspace/applyEdit", map[string]any{"label": convertTitle, "edit": json.RawMessage(raw)})
	}
	const most = 5
	switch n := len(decisions); {
	case n > most:
		decisions = append(decisions[:most], fmt.Sprintf("and %d more", n-most))
		fallthrough
	case n > 0:
		const left = "karplint convert leaves this to you, and objects that depend on it as they are:\n"
		s.show(protocol.MessageTypeWarning, left+strings.Join(decisions, "\n"))
	case len(edits) == 0:
		s.show(protocol.MessageTypeInfo, file+": there is nothing to convert to v1")
	}
	s.publish(r.workspace)
}

// decision returns a decision of convert as a diagnostic, which stays until the next run.
func (r *result) decision(note convert.Note) protocol.Diagnostic {
	severity := protocol.DiagnosticSeverityWarning
	origin := source + " convert"
	l := r.linesOf(note.File)
	line := min(max(note.Line-1, 0), len(l.starts)-1)
	text := l.line(line)
	start := l.starts[line] + len(text) - len(strings.TrimLeft(text, " \t"))
	d := protocol.Diagnostic{Range: l.span(start, l.end(line)), Severity: &severity, Source: &origin, Message: printable.Text(note.Message)}
	if note.See != "" {
		d.Code, d.CodeDescription = &protocol.IntegerOrString{Value: "decision"}, &protocol.CodeDescription{HRef: note.See}
	}
	return d
}
