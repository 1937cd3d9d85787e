package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/base/regular"
	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/internal/config"
	"github.com/karplint/karplint/internal/conversions"
	"github.com/karplint/karplint/internal/load"
	"github.com/karplint/karplint/internal/report"
	"github.com/karplint/karplint/internal/terminal"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/inventory"
	"github.com/karplint/karplint/runbook"
	"github.com/karplint/karplint/runbook/road"
	"github.com/karplint/karplint/runbook/upgrade"
	"github.com/karplint/karplint/versions"
)

func upgradeFlags() []cli.Flag {
	return []cli.Flag{
		releaseFlag("to", "`VERSION` of Karpenter to upgrade to: 1.0.8"),
		&cli.BoolFlag{Name: "all", Usage: "take all stops, instead of the next one"},
		&cli.BoolFlag{Name: "diff", Usage: "show the changes as a unified diff (default)"},
		&cli.BoolFlag{Name: "write", Aliases: []string{"w"}, Usage: "change the files"},
		&cli.StringFlag{Name: "role", Usage: "IAM role `NAME` for node classes that have none"},
		&cli.StringFlag{Name: "instance-profile", Usage: "instance profile `NAME` for node classes that have none"},
		strategyFlag(),
		configFlag(),
		colorFlag(),
	}
}

func strategyFlag() cli.Flag {
	return oneOf("strategy", "`WAY` to replace the nodes of alpha pools", string(runbook.Drift), string(runbook.Delete), string(runbook.Manual))
}

func checkStrategy(c *cli.Context) error {
	return checkOneOf(c, "strategy", c.String("strategy"))
}

// upgrading is one run of upgrade.
type upgrading struct {
	*runner
	in             *input
	stdout, stderr terminal.Terminal

	repository *upgrade.Repository // as the stops so far have made it
	files      []convert.File      // all changed files, after the last stop that can be written
	releases   []string            // of the stops that were taken
	pending    []convert.File      // the changes of a stop at which something is open
	outcome    outcome
	isOpen     bool

	byRelease map[string]lint.Settings // what linters returned
}

func (r *runner) upgrade(c *cli.Context) (int, error) {
	to, err := upgradeTarget(c)
	if err != nil {
		return 0, err
	}
	run, err := inTime(r, c, r.newUpgrade)
	if err != nil {
		return 0, err
	}
	if err := run.takeRoads(c, to); err != nil {
		return 0, err
	}
	if err := run.write(c); err != nil {
		return 0, err
	}
	code := exitOK
	if run.isOpen {
		code = exitFound
	}
	return r.reportOutcome(run.in, run.outcome, code), nil
}

// upgradeTarget returns the release of --to.
func upgradeTarget(c *cli.Context) (string, error) {
	if err := checkExclusive(c, [][2]string{{"write", "diff"}, {"role", "instance-profile"}}...); err != nil {
		return "", err
	}
	if err := checkStrategy(c); err != nil {
		return "", err
	}
	if !c.IsSet("to") {
		return "", usage(c, "--to is missing: the release of Karpenter to upgrade to, such as %s", road.Newest())
	}
	if c.Args().First() == "-" {
		return "", usage(c, "upgrade changes files that belong together, and cannot read standard input")
	}
	to, err := road.ParseTarget(c.String("to"))
	if err != nil {
		return "", usage(c, "--to: %v", err)
	}
	return to, nil
}

// newUpgrade finds the files, and their configurations.
func (r *runner) newUpgrade(c *cli.Context) (*upgrading, error) {
	in, err := r.findInput(c, load.Options{Terraform: true, Also: isConvertedToo, Manifests: true})
	if err != nil {
		return nil, err
	}
	in = in.requested()
	run := &upgrading{runner: r, in: in, byRelease: map[string]lint.Settings{}}
	if run.stdout, err = terminalOf(c, r.stdout); err != nil {
		return nil, err
	}
	if run.stderr, err = terminalOf(c, r.stderr); err != nil {
		return nil, err
	}
	tree, err := r.around(c, in)
	if err != nil {
		return nil, err
	}
	files, err := in.configurations(func(cfg *config.Config) (convert.Options, error) { return roleOptions(c, cfg), nil })
	if err != nil {
		return nil, err
	}
	run.repository = &upgrade.Repository{
		Tree: tree, Drift: c.String("strategy") == string(runbook.Drift),
		Exists:   func(file string) bool { return regular.Exists(filepath.FromSlash(file)) },
		Settings: func(file string) conversions.Settings { return files.of(file).Settings },
		Linters:  func(release versions.Target) (lint.Settings, error) { return run.linters(c, release) },
	}
	run.repository.Tree.Reports = in.IsRequested
	run.repository.Tree.Memory = inventory.NewMemory()
	for _, f := range in.Files {
		run.repository.Paths = append(run.repository.Paths, f.Path)
	}
	run.outcome.read = len(in.Files)
	return run, nil
}

// linters returns the linters of the configurations for a release. They are the same each time, because they remember what they found out.
func (u *upgrading) linters(c *cli.Context, release versions.Target) (lint.Settings, error) {
	if known, ok := u.byRelease[release.String()]; ok {
		return known, nil
	}
	groups, err := newGroups(c, u.in, release)
	if err != nil {
		return lint.Settings{}, err
	}
	run := &linting{runner: u.runner, in: u.in, groups: groups}
	u.byRelease[release.String()] = run.linters()
	return u.byRelease[release.String()], nil
}

// takeRoads takes the next stop of each road, or all stops, until something is left to a person.
func (u *upgrading) takeRoads(c *cli.Context, to string) error {
	roads, unclear, err := u.roads(to)
	if exceeded := (*limit.Exceeded)(nil); errors.As(err, &exceeded) {
		u.isOpen = true
		u.outcome.selected++
		u.printNote("%s", exceeded.Advice("no stop is taken"))
		return nil
	}
	for _, subject := range unclear {
		u.isOpen = true
		u.outcome.selected++
		u.printNote("%s", subject)
	}
	for _, line := range u.repository.Outside {
		u.outcome.selected++
		u.printNote("%s", line)
	}
	for _, way := range roads {
		u.outcome.selected++
		if way.Start.Release == "" {
			u.isOpen = true
			u.printDoubts(way)
			continue
		}
		if limit.Of(u.ctx) != nil { // the decision for an earlier road says so
			continue
		}
		if err := u.takeRoad(c, way); err != nil {
			return err
		}
	}
	return err
}

// roads returns the roads to a release. The error may also be a *limit.Exceeded.
func (u *upgrading) roads(to string) ([]*upgrade.Road, []upgrade.Unclear, error) {
	type result struct {
		roads   []*upgrade.Road
		unclear []upgrade.Unclear
		err     error
	}
	found, exceeded := limit.Within(u.ctx, func(ctx context.Context) result {
		roads, unclear, err := u.repository.Roads(ctx, to)
		return result{roads, unclear, err}
	})
	if exceeded != nil {
		return nil, nil, exceeded
	}
	return found.roads, found.unclear, found.err
}

// take takes a stop in memory. The error may also be a *limit.Exceeded.
func (u *upgrading) take(way *upgrade.Road, stop road.Stop) (*upgrade.Outcome, error) {
	type result struct {
		outcome *upgrade.Outcome
		err     error
	}
	taken, exceeded := limit.Within(u.ctx, func(ctx context.Context) result {
		outcome, err := u.repository.On(way).Take(ctx, stop)
		return result{outcome, err}
	})
	if exceeded != nil {
		return nil, exceeded
	}
	return taken.outcome, taken.err
}

// printDoubts prints why the release where a road starts is uncertain or unknown.
func (u *upgrading) printDoubts(way *upgrade.Road) {
	for _, line := range way.Doubts() {
		u.printNote("%s", line)
	}
}

// takeRoad takes the next stop of a road that changes something, or all stops.
func (u *upgrading) takeRoad(c *cli.Context, way *upgrade.Road) error {
	changes := false
	u.printDoubts(way)
	for i, stop := range way.Stops {
		if reason := way.Blocked(stop); reason != "" {
			u.isOpen = true
			u.printNote("%s: %s; no further stop is taken", heading(way, i), reason)
			return nil
		}
		o, err := u.take(way, stop)
		if exceeded := (*limit.Exceeded)(nil); errors.As(err, &exceeded) {
			u.isOpen = true
			u.printNote("%s: %s", heading(way, i), exceeded.Advice("no further stop is taken"))
			return nil
		}
		if err != nil {
			return err
		}
		u.outcome.errors = append(u.outcome.errors, o.Errors...)
		u.in.Notes = append(u.in.Notes, o.Messages...)
		if !o.Changes() && !o.IsOpen() {
			continue
		}
		changes = true
		if err := u.report(c, way, i, o); err != nil {
			return err
		}
		if o.IsOpen() {
			u.isOpen = true
			u.pending = append(u.pending, o.Files...)
			u.printNote("nothing of this stop is written until this is settled; then run the command again")
			return nil
		}
		u.accept(o)
		if !stop.Installed() {
			u.printConfigured(way, stop)
		}
		if !c.Bool("all") {
			u.printNext(way, i+1)
			return nil
		}
	}
	if !changes {
		u.printUnchanged(way, c.String("to"))
	}
	return nil
}

// printConfigured prints the settings that have to name the release of a stop once it runs.
func (u *upgrading) printConfigured(way *upgrade.Road, stop road.Stop) {
	for _, place := range way.Configured {
		u.printNote("%s: set karpenter-version to %s when that release runs", place, stop.Release)
	}
}

// printUnchanged prints the reason why nothing changes.
func (u *upgrading) printUnchanged(way *upgrade.Road, to string) {
	to = strings.TrimPrefix(strings.TrimSpace(to), "v")
	if len(way.From) > 0 && len(way.Stops) == 0 {
		u.printNote("nothing to upgrade: %s is at Karpenter %s%s", strings.Join(way.From, ", "), way.Start.Release, road.NewerNote(way.Start.Release, to))
		return
	}
	if len(way.From) > 0 { // their versions are not written out
		var releases []string
		for _, stop := range way.Stops {
			releases = append(releases, stop.Release)
		}
		u.isOpen = true
		u.printNote("nothing to change: no file writes the version out (%s: Karpenter %s); make sure that it becomes %s",
			strings.Join(way.From, ", "), way.Start.Release, strings.Join(slices.Compact(releases), ", then "))
		return
	}
	u.printNote("nothing to change: the files are written for Karpenter %s already", to)
}

// printNext prints the next stop, if there is one.
func (u *upgrading) printNext(way *upgrade.Road, index int) {
	if index < len(way.Stops) {
		u.printNote("the next stop is Karpenter %s; apply this one first, then run the command again", title(way.Stops[index]))
	}
}

// accept keeps the changes of a stop.
func (u *upgrading) accept(o *upgrade.Outcome) {
	u.repository = u.repository.After(o)
	u.releases = append(u.releases, o.Stop.Release)
	indexes := map[string]int{}
	for i, f := range u.files {
		indexes[f.Path] = i
	}
	for _, f := range o.Files {
		if !f.Changed() {
			continue
		}
		i, isKnown := indexes[f.Path]
		if !isKnown {
			i = len(u.files)
			indexes[f.Path] = i
			u.files = append(u.files, convert.File{Path: f.Path, Before: f.Before})
		}
		u.files[i].After, u.files[i].Removed = f.After, f.Removed
	}
}

// report prints the notes of a stop, and the findings that it leaves.
func (u *upgrading) report(c *cli.Context, way *upgrade.Road, index int, o *upgrade.Outcome) error {
	u.printNote("%s", heading(way, index))
	rep := &report.Convert{Files: o.Files, Read: o.Read, Written: c.Bool("write") && !o.IsOpen(), For: o.Stop.Release, Terminal: u.stderr}
	if err := report.WriteNotes(u.err, rep); err != nil {
		return err
	}
	return report.WriteLeft(u.err, o.Untold(), u.stderr)
}

// heading names a stop, with the reasons for it.
func heading(way *upgrade.Road, index int) string {
	stop := way.Stops[index]
	text := fmt.Sprintf("stop %d of %d: Karpenter %s", index+1, len(way.Stops), title(stop))
	if len(stop.Because) > 0 {
		text += "; " + strings.Join(stop.Because, "; ")
	}
	return text
}

// title returns the release of a stop, and names the objects that it keeps or removes.
func title(stop road.Stop) string {
	switch {
	case stop.Keeps != "":
		return stop.Release + ", with the " + stop.Keeps + " objects beside their successors"
	case stop.Removes != "":
		return stop.Release + ", without the " + stop.Removes + " objects"
	}
	return stop.Release
}

// write writes the files, or prints the changes.
func (u *upgrading) write(c *cli.Context) error {
	if !c.Bool("write") {
		files := append(slices.Clone(u.files), u.pending...)
		slices.SortStableFunc(files, func(a, b convert.File) int { return strings.Compare(a.Path, b.Path) })
		return report.WriteDiff(u.out, &report.Convert{Files: files, Terminal: u.stdout})
	}
	u.unwatch()
	u.in.Notes = append(u.in.Notes, removeLeftovers(u.in.Files)...)
	for i := range u.files { // one group, so that all files are written or none
		u.files[i].Group = 0
	}
	u.sortVersionsLast()
	u.outcome.errors = append(u.outcome.errors, u.saveAll(u.in.Files, u.files)...)
	return nil
}

// sortVersionsLast sorts files that get the release of a stop behind all others: if the process is killed while it writes, the next run takes the
// same stop again.
func (u *upgrading) sortVersionsLast() {
	getsRelease := func(f convert.File) bool {
		return slices.ContainsFunc(u.releases, func(release string) bool {
			return bytes.Count(f.After, []byte(release)) > bytes.Count(f.Before, []byte(release))
		})
	}
	slices.SortStableFunc(u.files, func(a, b convert.File) int {
		switch first, second := getsRelease(a), getsRelease(b); {
		case first == second:
			return 0
		case second:
			return -1
		}
		return 1
	})
}
