package lint

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/lint/fixes"
	"github.com/karplint/karplint/lint/rule"
)

// maxRounds bounds how often files are fixed and linted again.
const maxRounds = 25

// TreeFixed is a Tree after its fixes.
type TreeFixed struct {
	TreeResult
	Texts map[string][]byte // the texts of the changed files, by path
	Fixes int               // how many of the findings before the fixes are gone after them
	Notes []string          // the fixes that could not be made, with the reason
}

// Fix applies fixes in a tree until nothing changes, in at most 25 rounds: the safe ones, and if unsafe is true also the others. In each round choose
// selects the findings whose fixes are made; nil selects all. If fixes conflict,
// it applies the first and tries the others in the next round. It does not make fixes that undo each other, nor fixes that change a file in which
// nothing may be reported. It calls save for each changed file, in the order of their paths. If save returns an error, the file and its findings
// count as unchanged.
func Fix(
	ctx context.Context, t Tree, s Settings, unsafe bool, choose func([]Finding) []Finding, save func(path string, before, after []byte) error,
) TreeFixed {
	if choose == nil {
		choose = func(findings []Finding) []Finding { return findings }
	}
	r, exceeded := limit.Within(ctx, func(ctx context.Context) *Run {
		r := newRun(ctx, t, s)
		r.makeFixes(unsafe, choose)
		return r
	})
	if exceeded != nil {
		return TreeFixed{TreeResult: stopped(t.Source, exceeded), Notes: []string{exceeded.Advice("no fix is made")}}
	}
	r.save(save)
	return r.fixed
}

// FixChosen is Fix for the safe and unsafe fixes of the chosen findings. It saves nothing.
func FixChosen(ctx context.Context, t Tree, s Settings, choose func([]Finding) []Finding) TreeFixed {
	return Fix(ctx, t, s, true, choose, func(string, []byte, []byte) error { return nil })
}

// makeFixes makes the fixes in memory.
func (r *Run) makeFixes(unsafe bool, choose func([]Finding) []Finding) {
	r.fixing, r.fixed.Texts, r.before = true, map[string][]byte{}, map[string][]byte{}
	fixed := &r.fixed
	files := fileset.Overlay{Base: r.tree.Files}
	var past history
	endless := map[ruleInFile]bool{}
	for {
		fixed.TreeResult = r.lint(files)
		if len(past) == 0 {
			r.first = countByRule(fixed.Findings)
		}
		wanted := r.withinReach(choose(fixed.Findings), endless)
		round := fixes.Make(proposals(wanted), unsafe, files.ReadFile)
		if loop := past.add(pastRound{textsKey(changed(r.before, files)), round.Applied, len(wanted)}); len(loop) > 0 { // start again without these fixes
			for _, fix := range loop {
				endless[ruleInFile{fix.Rule, fix.Location.File}] = true
			}
			fixed.Notes = append(fixed.Notes, loopNote(loop))
			r.forget(files.Texts)
			files, past = fileset.Overlay{Base: r.tree.Files}, nil
			clear(r.before)
			continue
		}
		if len(round.Changed) == 0 || r.ctx.Err() != nil {
			fixed.Notes = append(fixed.Notes, round.Refused...)
			break
		}
		if len(past) > maxRounds {
			fixed.Notes = append(fixed.Notes, past.unfinished(round))
			break
		}
		r.forget(round.Changed)
		maps.Copy(round.Before, r.before) // of earlier rounds
		r.before = round.Before
		files = files.With(round.Changed)
	}
	fixed.Notes = append(fixed.Notes, r.outOfReach(choose(fixed.Findings), unsafe)...)
	fixed.Texts = changed(r.before, files)
	r.count()
}

// count sets the number of findings that were fixed. Those that a fix revealed do not count, whether they are fixed later or not. Positions and
// resources do not matter, because a fix may change them for findings that remain.
func (r *Run) count() {
	r.fixed.Fixes = 0
	left := countByRule(r.fixed.Findings)
	for key, n := range r.first { // in any order: it is a sum
		r.fixed.Fixes += max(0, n-left[key])
	}
}

// countByRule counts the findings of each rule in each file.
func countByRule(findings []Finding) map[ruleInFile]int {
	counts := map[ruleInFile]int{}
	for _, f := range findings {
		counts[ruleInFile{f.Rule, f.File}]++
	}
	return counts
}

// history records, for each round, the fingerprint of the texts before it and the fixes that it
// made.
type history []pastRound

type pastRound struct {
	texts   [sha256.Size]byte
	fixes   []fixes.Proposal
	fixable int // findings with a fix before the round
}

// ruleInFile identifies the findings and fixes of a rule in a file.
type ruleInFile struct{ rule, file string }

// proposals returns the fixes that findings have.
func proposals(findings []Finding) []fixes.Proposal {
	var fromFindings []fixes.Proposal
	for _, f := range findings {
		if f.Fix != nil {
			fromFindings = append(fromFindings, proposal(f))
		}
	}
	return fromFindings
}

func proposal(f Finding) fixes.Proposal {
	return fixes.Proposal{Rule: f.Rule, Location: f.Location, Fix: f.Fix}
}

// add records the next round. If the texts are the same as before an earlier round, it returns the fixes made since then, because
// they form an endless loop.
func (h *history) add(now pastRound) (loop []fixes.Proposal) {
	for i, past := range *h {
		if past.texts != now.texts {
			continue
		}
		for _, p := range (*h)[i:] {
			loop = append(loop, p.fixes...)
		}
		return loop
	}
	*h = append(*h, now)
	return nil
}

// unfinished describes the changes of the round that exceeds the limit. If each round left fewer findings, it advises to run
// again, because then there were only too many fixes that had to wait for each other.
func (h history) unfinished(next fixes.Round) string {
	text := fmt.Sprintf("%s would still change %s after %d rounds", fixesOf(next.Applied), filesOf(next), maxRounds)
	for i := range h[1:] {
		if h[i+1].fixable >= h[i].fixable {
			return text + "; review their changes, and ignore the rule whose fixes never end"
		}
	}
	return text + ", which one run makes at most; run it again"
}

// textsKey is equal for equal texts.
func textsKey(texts map[string][]byte) [sha256.Size]byte {
	sum := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		fmt.Fprintf(sum, "%q %x\n", name, sha256.Sum256(texts[name]))
	}
	return [sha256.Size]byte(sum.Sum(nil))
}

func loopNote(loop []fixes.Proposal) string {
	var files []string
	for _, fix := range loop {
		files = append(files, fix.Location.File)
	}
	slices.Sort(files)
	return fmt.Sprintf("%s undo each other in %s, so they were not made; ignore one of the rules", fixesOf(loop),
		strings.Join(slices.Compact(files), ", "))
}

// filesOf lists the files that a round changes, for messages.
func filesOf(round fixes.Round) string {
	const most = 10 // that are named
	names := slices.Sorted(maps.Keys(round.Changed))
	if more := len(names) - most; more > 0 {
		names = append(names[:most], fmt.Sprintf("and %d more", more))
	}
	return strings.Join(names, ", ")
}

// fixesOf names the fixes of rules for people.
func fixesOf(applied []fixes.Proposal) string {
	var rules []string
	for _, fix := range applied {
		rules = append(rules, fix.Rule)
	}
	slices.Sort(rules)
	return "the fixes of " + strings.Join(slices.Compact(rules), ", ")
}

// changed returns the texts that differ from those before all fixes.
func changed(before map[string][]byte, files fileset.Overlay) map[string][]byte {
	texts := map[string][]byte{}
	for name, text := range files.Texts {
		if !bytes.Equal(before[name], text) {
			texts[name] = text
		}
	}
	return texts
}

// withinReach returns the findings whose fixes change only requested files, and are not part of an
// endless loop.
func (r *Run) withinReach(findings []Finding, endless map[ruleInFile]bool) []Finding {
	return slices.DeleteFunc(slices.Clone(findings), func(f Finding) bool {
		return f.Fix == nil || r.beyond(f.Fix) != "" || endless[ruleInFile{f.Rule, f.File}]
	})
}

// beyond returns a file that the fix changes and that was not requested, "" if there is none.
func (r *Run) beyond(fix *fixes.Fix) string {
	for _, e := range fix.Edits {
		if r.linterOf(e.File) == nil {
			return e.File
		}
	}
	return ""
}

// outOfReach describes the fixes that are not made because they would change a file that was not requested, one text for each
// such file.
func (r *Run) outOfReach(findings []Finding, unsafe bool) []string {
	var notes []string
	reported := map[string]bool{}
	for _, f := range findings {
		if f.Fix == nil || f.Fix.Safety == rule.Unsafe && !unsafe {
			continue
		}
		if file := r.beyond(f.Fix); file != "" && !reported[file] {
			reported[file] = true
			notes = append(notes, proposal(f).Refusal(fmt.Sprintf("it would change %s; give that path as well", file)))
		}
	}
	return notes
}

// save saves the changed files. If one cannot be saved, the files are linted again.
func (r *Run) save(save func(path string, before, after []byte) error) {
	fixed := &r.fixed
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(fixed.Texts)) {
		if err := save(name, r.before[name], fixed.Texts[name]); err != nil {
			errs = append(errs, err)
			r.forget(map[string][]byte{name: nil})
			delete(fixed.Texts, name)
		}
	}
	if len(errs) == 0 {
		return
	}
	fixed.TreeResult = r.lint(fileset.Overlay{Base: r.tree.Files}.With(fixed.Texts))
	fixed.Errors = append(fixed.Errors, errs...)
	r.count()
}

// forget drops the results for the changed files, and for files that read them.
func (r *Run) forget(changed map[string][]byte) {
	isChanged := func(name string) bool {
		_, ok := changed[name]
		return ok
	}
	patched := r.patches.Tree.ReadsAny(changed)
	for name := range changed {
		patched = patched || r.patches.Tree.IsPatched(name) // findings on a patch depend on its object
	}
	maps.DeleteFunc(r.linted, func(_ lintedBy, linted *lintedFile) bool {
		return patched || slices.ContainsFunc(linted.read, isChanged)
	})
}
