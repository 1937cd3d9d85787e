package cli

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"
	"github.com/urfave/cli/v2"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/internal/config"
	"github.com/karplint/karplint/internal/conversions"
	"github.com/karplint/karplint/internal/load"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/lint/inventory"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/versions"
)

// converting is one run of convert.
type converting struct {
	*runner
	*conversions.Run
	in           *input
	options      convert.Options // of the flags
	chartsChange bool            // the conversion changes charts
	files        configurations

	sources   []*model.File
	converted []convert.File // those with an outcome, sorted by path
	outcome   outcome
	err       error // ends the run
}

// configured is the configuration of a file, with the flags that override it.
type configured struct {
	*settings
	conversions.Settings
}

// newConversion converts the files.
func (r *runner) newConversion(ctx context.Context, c *cli.Context, in *input, sources []*model.File, o outcome) *converting {
	run := &converting{runner: r, in: in, sources: sources, outcome: o}
	if run.err = run.prepare(ctx, c); run.err == nil {
		run.err = run.convertAll(ctx)
	}
	return run
}

// notConverted is the outcome of a run that a limit ended: a decision about all files.
func (r *runner) notConverted(in *input, sources []*model.File, o outcome, exceeded *limit.Exceeded) *converting {
	file := convert.File{Path: cmp.Or(exceeded.File, in.paths[0])}
	for _, f := range slices.Backward(sources) { // the one that took longest, or the first
		if file.Path != exceeded.File || f.Path == file.Path {
			file = convert.File{Path: f.Path, Before: f.Data, After: f.Data}
		}
	}
	file.Notes = []convert.Note{{File: file.Path, Line: 1, Level: convert.Decision, Message: exceeded.Advice("none of them is converted")}}
	return &converting{runner: r, in: in, Run: &conversions.Run{}, converted: []convert.File{file}, outcome: o}
}

// prepare makes the conversion for the files.
func (r *converting) prepare(ctx context.Context, c *cli.Context) (err error) {
	if err := r.configure(c); err != nil {
		return err
	}
	r.options.Exists = func(file string) bool { return r.configs.reader.Exists(r.full(file)) }
	r.Run, err = conversions.NewRun(ctx, conversions.Request{
		Options: r.options, Files: r.sources, Piped: r.in.stdin,
		Tree:     func() (lint.Tree, error) { return r.around(c, r.in) },
		Settings: func(file string) conversions.Settings { return r.files.of(file).Settings },
		Check:    func(converted []convert.File) error { return checkRole(c, converted) },
	})
	return err
}

// configure reads the configurations of the files.
func (r *converting) configure(c *cli.Context) (err error) {
	r.files, err = r.in.configurations(func(cfg *config.Config) (convert.Options, error) {
		o, err := convertOptions(c, cfg)
		r.options = convert.Options{To: o.To, Keep: o.Keep, Strict: o.Strict, KarpenterVersion: o.KarpenterVersion}
		return o, err
	})
	return err
}

// configurations maps files to their configurations.
type configurations map[string]*configured

// configurations reads the configurations of the files. options returns the options of a conversion for one of them.
func (in *input) configurations(options func(*config.Config) (convert.Options, error)) (configurations, error) {
	requested, err := in.configs.requestedSettings(in.Files)
	if err != nil {
		return nil, err
	}
	bySettings := map[*settings]*configured{}
	for _, s := range requested {
		o, err := options(s.Config)
		if err != nil {
			return nil, err
		}
		target, err := versions.ParseTarget(s.KarpenterVersion, s.Place("karpenter-version"))
		if err != nil {
			return nil, setting[string]{from: s.Place("karpenter-version")}.wrap(err)
		}
		bySettings[s] = &configured{s, conversions.Settings{Target: target, Settings: convert.Settings{
			KarpenterVersion: target.Exact(), Role: o.Role, Roles: o.Roles, InstanceProfile: o.InstanceProfile, IgnoreDefaults: o.IgnoreDefaults,
			Answers: o.Answers, Exclude: o.Exclude,
		}}}
	}
	files := configurations{}
	for _, f := range in.Files {
		files[f.Path] = bySettings[in.configs.settingsOf(f)]
	}
	return files, nil
}

// of returns the configuration of a file.
func (c configurations) of(file string) *configured {
	if configuration := c[file]; configuration != nil {
		return configuration
	}
	return &configured{settings: &settings{Config: &config.Config{}}}
}

// convertAll converts the files.
func (r *converting) convertAll(ctx context.Context) error {
	result, err := r.Convert(ctx)
	if err != nil {
		return err
	}
	r.in.Notes = append(r.in.Notes, result.Messages...)
	r.outcome.errors = append(r.outcome.errors, result.Errors...)
	if result.Charts != nil {
		r.outcome.selected += len(result.Charts.Texts) + len(result.Charts.Notes)
	}
	r.chartsChange = result.ChangesCharts()
	r.converted = append(result.Files, r.in.unconverted(&r.outcome)...)
	slices.SortStableFunc(r.converted, func(a, b convert.File) int { return strings.Compare(a.Path, b.Path) })
	return nil
}

// around returns the requested files and those around them.
func (r *runner) around(c *cli.Context, in *input) (lint.Tree, error) {
	o := in.configs.loadOptions(load.Options{Terraform: true, Context: true})
	texts := in.stdinTexts()
	var listing *load.Listing
	for _, text := range texts { // in any order: there is one standard input
		var err error
		if listing, err = load.Stdin(bytes.NewReader(text), c.String("stdin-filename"), o); err != nil {
			return lint.Tree{}, err
		}
	}
	if listing == nil {
		listing = r.list(in.paths, o)
	}
	tree := lint.Tree{Source: inventory.Source{Files: fileset.Overlay{Base: in.disk(listing)}.With(texts).With(in.unsaved)}}
	for _, f := range listing.Files {
		tree.Inputs = append(tree.Inputs, inputOf(f))
	}
	return tree, nil
}

// versionsText lists the Karpenter versions that the converted objects are for, in order, and for a single one its source; "" if no
// object and no chart changed.
func (r *converting) versionsText(converted []convert.File) string {
	from := map[string]string{}
	if r.chartsChange {
		from[strings.TrimPrefix(r.options.KarpenterVersion, "v")] = ""
	}
	for i := range converted {
		f := &converted[i]
		if !f.ChangesKind() {
			continue
		}
		version := r.Converter.Version(f.Path)
		if installation := r.Installation(f.Path); installation.Version == version && !r.ChartsToo() {
			from[version] = " of " + installation.From
		} else if _, listed := from[version]; !listed {
			from[version] = ""
		}
	}
	releases := slices.SortedFunc(maps.Keys(from), func(a, b string) int { return semver.MustParse(a).Compare(semver.MustParse(b)) })
	if len(releases) == 1 {
		return releases[0] + from[releases[0]]
	}
	return strings.Join(releases, ", ")
}

// unservedAdvice returns the advice for a version that does not serve the requested API.
func unservedAdvice(version string, o convert.Options) string {
	switch served := servedAPI(version, o); {
	case served == "", isOlder(served, o.To):
		return "upgrade before you apply the result"
	case o.Keep && served == convert.V1Beta1:
		return "convert without --keep"
	default:
		return fmt.Sprintf("convert with --to %s", served)
	}
}

// isOlder reports whether one version of the API comes before another.
func isOlder(api, second convert.API) bool {
	outputs := apis.Outputs()
	return slices.Index(outputs, string(api)) < slices.Index(outputs, string(second))
}
