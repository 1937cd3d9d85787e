package upgrade

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/internal/installations"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/inventory"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/versions"
)

// noteStaying adds a decision for each chart that still has its release after a stop that raises it: a substitution, a generator or a patch, which
// karplint does not change, sets the version.
func (r *Repository) noteStaying(ctx context.Context, outcome *Outcome) error {
	stop := outcome.Stop
	if stop.Installed() || !outcome.isDecided() {
		return nil
	}
	charts, after := r.charts(ctx, r.Tree), r.charts(ctx, r.changed(outcome.Files))
	for _, id := range slices.Sorted(maps.Keys(charts)) {
		before := charts[id]
		now, remains := after[id]
		isOfStop := before.Versions.String() != "" && before.Versions.Contains(stop.From)
		isRange := remains && now.Versions.Contains(stop.Release) && !now.Value.Get("version").IsUnknown()
		if !isOfStop || !remains || isRange || now.Versions.Exact() == stop.Release {
			continue
		}
		if err := r.noteStays(before, outcome); err != nil {
			return err
		}
	}
	return nil
}

// charts returns the installations of Karpenter's charts in the files that may change, by an identity that stays the same at a stop.
func (r *Repository) charts(ctx context.Context, tree lint.Tree) map[string]*survey.Resource {
	mayChange, charts := setOf(r.Paths), map[string]*survey.Resource{}
	for _, p := range inventory.New(ctx, tree.Source).Projects() {
		for _, installed := range p.Resources {
			if installed.Role() != "" && installed.File != nil && mayChange[installed.File.Path] {
				charts[p.Root+"\x00"+installed.File.Path+"\x00"+installed.ID] = installed
			}
		}
	}
	return charts
}

// noteStays adds the decision about a chart. It takes the place of the warnings about the same version, and the reason of one that says why it stays.
func (r *Repository) noteStays(chart *survey.Resource, outcome *Outcome) error {
	file := chart.File.Path
	before, err := r.Tree.Files.ReadFile(file)
	if err != nil {
		return err
	}
	at := chart.Value
	if version := chart.Value.Get("version"); version != nil && (version.Origin == nil || version.Origin.File == chart.File) {
		at = version
	}
	note := convert.Note{
		File: file, Line: model.NewFile(file, before).Position(min(at.Span.Start, len(before))).Line,
		Object: chart.Address, Path: "version", Level: convert.Decision, Message: r.advice(chart.Versions, outcome.Stop.Release),
	}
	i := slices.IndexFunc(outcome.Files, func(f convert.File) bool { return f.Path == file })
	if i < 0 {
		outcome.Files = append(outcome.Files, convert.File{Path: file, Before: before, After: before, Notes: []convert.Note{note}})
		return nil
	}
	others := slices.DeleteFunc(outcome.Files[i].Notes, func(n convert.Note) bool {
		isSame := n.Object == note.Object && n.Path == note.Path
		if isSame && n.About == installations.AboutStays {
			note.Message = n.Message
		}
		return isSame
	})
	outcome.Files[i].Notes = append(others, note)
	return nil
}

// advice says how a person raises a version that karplint does not.
func (r *Repository) advice(admitted versions.Interval, release string) string {
	if exact := admitted.Exact(); exact != "" {
		return fmt.Sprintf("the release would stay at %s, because karplint does not change all that sets it; "+
			"set %s%s, and run this again", exact, release, r.where(exact))
	}
	var ends []string
	for _, end := range []string{admitted.Min.String(), admitted.Max.String()} {
		ends = append(ends, end+r.where(end))
	}
	return fmt.Sprintf("the version is one of several, which karplint does not change: %s; bring each to %s, by the stops of its own",
		strings.Join(ends, ", "), release)
}

// mostPlaces is how many places of a version a message names.
const mostPlaces = 6

// where tells where the files have a version, with a blank before it: those that may change, or else those around them; "" if they do not have it.
func (r *Repository) where(version string) string {
	places := r.placesOf(version, false)
	if len(places) == 0 {
		places = r.placesOf(version, true)
	}
	switch more := len(places) - mostPlaces; {
	case len(places) == 0:
		return ""
	case more > 0:
		return fmt.Sprintf(" at %s and %d more", strings.Join(places[:mostPlaces], ", "), more)
	}
	return " at " + strings.Join(places, ", ")
}

// placesOf returns the lines with a version, in files that are context or in the others.
func (r *Repository) placesOf(version string, context bool) (places []string) {
	whole := regexp.MustCompile(`(^|[^0-9.])` + regexp.QuoteMeta(version) + `($|[^0-9.+-])`)
	for _, in := range r.Tree.Inputs {
		data, err := r.Tree.Files.ReadFile(in.Path)
		if err != nil || in.Context != context || !bytes.Contains(data, []byte(version)) {
			continue
		}
		for i, line := range bytes.Split(data, []byte("\n")) {
			if whole.Match(line) {
				places = append(places, fmt.Sprintf("%s:%d", in.Path, i+1))
			}
		}
	}
	return places
}
