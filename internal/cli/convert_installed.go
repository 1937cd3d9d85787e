package cli

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"
	"github.com/urfave/cli/v2"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/internal/config"
	"github.com/karplint/karplint/internal/conversions"
	"github.com/karplint/karplint/internal/load"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/project"
)

// converting is one run of convert.
type converting struct {
	*runner
	in         *input
	cfg        *config.Config
	converter  *convert.Converter
	fixed      bool                                // the version was asked for on the command line
	configured project.Target                      // of the configuration
	installed  func(file string) project.Installed // what the project of a file installs
}

// prepare makes the converter for the files. What their projects install is looked for only where it matters, because it
// takes reading the whole repository.
func (r *converting) prepare(c *cli.Context, options convert.Options, files []*model.File) error {
	place := r.cfg.Place("karpenter-version")
	var err error
	if r.configured, err = project.ParseTarget(r.cfg.KarpenterVersion, place); err != nil {
		return setting[string]{from: place}.wrap(err)
	}
	if r.converter, err = convert.New(options); err != nil {
		return err
	}
	r.fixed = options.KarpenterVersion != ""
	r.installed = func(string) project.Installed { return project.Installed{} }
	if slices.ContainsFunc(files, func(f *model.File) bool { return convert.Matters(f.Path, f.Data, options.To) }) {
		if r.installed, err = r.survey(c); err != nil {
			return err
		}
	}
	if exact := r.configured.Exact(); !r.fixed && r.converter.Serves(exact) {
		options.KarpenterVersion = exact
	}
	options.Installed = r.installation
	r.converter, err = convert.New(options)
	return err
}

// survey looks at everything around the files that were asked for, as lint does, and returns what is installed.
func (r *converting) survey(c *cli.Context) (func(file string) project.Installed, error) {
	o := load.Options{Dir: r.dir, Exclude: r.cfg.Exclude, ExcludeDir: r.cfg.Dir, Terraform: true, Context: true}
	given := map[string][]byte{}
	var around *load.Listing
	for _, f := range r.in.Files {
		if f.IsStdin() {
			given[f.Path] = f.Text()
			var err error
			if around, err = load.Stdin(bytes.NewReader(f.Text()), c.String("stdin-filename"), o); err != nil {
				return nil, err
			}
		}
	}
	if around == nil {
		around = load.List(r.in.paths, o)
	}
	tree := lint.Tree{Files: lint.Overlay{Base: around.Disk()}.With(given)}
	for _, f := range around.Files {
		tree.Inputs = append(tree.Inputs, lint.Input{Path: f.Path, Terraform: f.Terraform, Context: true})
	}
	return lint.Survey(r.ctx, tree).Installed, nil
}

// installation returns what the conversion of a file is to know. What the configuration says of the version wins.
func (r *converting) installation(file string) convert.Installation {
	return conversions.Installation(r.installed(file), r.configured)
}

// versions names the Karpenter versions that the converted objects are for, in order, and if it is one what says so: for
// people; "" where no object became another one.
func (r *converting) versions(converted []convert.File) string {
	from := map[string]string{}
	for i := range converted {
		f := &converted[i]
		if !changesKind(f) {
			continue
		}
		version := r.converter.Version(f.Path)
		if own := r.installation(f.Path); own.Version == version && !r.fixed {
			from[version] = " of " + own.From
		} else if _, known := from[version]; !known {
			from[version] = ""
		}
	}
	all := slices.SortedFunc(maps.Keys(from), func(a, b string) int { return semver.MustParse(a).Compare(semver.MustParse(b)) })
	if len(all) == 1 {
		return all[0] + from[all[0]]
	}
	return strings.Join(all, ", ")
}

// changesKind says whether an object of the file becomes one of another kind or API, or would.
func changesKind(f *convert.File) bool {
	return slices.ContainsFunc(f.Objects, func(o convert.Object) bool { return o.From != o.To })
}

// unserved says which installations do not serve what was written, once for each.
func (r *converting) unserved(converted []convert.File, options convert.Options) []string {
	var notes []string
	for i := range converted {
		f := &converted[i]
		if r.fixed || !changesKind(f) {
			continue
		}
		found := r.installed(f.Path)
		from, version := found.From, found.Version
		if r.configured.Known() {
			from, version = r.configured.From, r.configured.Exact()
		}
		if version == "" || r.converter.Serves(version) {
			continue
		}
		note := fmt.Sprintf("Karpenter %s of %s does not serve %s; %s", version, from, r.converter.Output(), whatInstead(version, options))
		if !slices.Contains(notes, note) {
			notes = append(notes, note)
		}
	}
	return notes
}

// whatInstead says what to do where a version does not serve what was asked for.
func whatInstead(version string, o convert.Options) string {
	switch instead := servedInstead(version, o); {
	case instead == "", o.To == convert.V1:
		return "upgrade before you apply it"
	case o.Keep && instead == convert.V1Beta1:
		return "without --keep it does"
	default:
		return fmt.Sprintf("karplint convert --to %s writes what it serves", instead)
	}
}

// servedInstead returns the API that the version serves, if that is not what was asked for, else "".
func servedInstead(version string, o convert.Options) convert.API {
	for _, api := range []convert.API{convert.V1Beta1, convert.V1} {
		if c, err := convert.New(convert.Options{To: api}); (api != o.To || o.Keep) && err == nil && c.Serves(version) {
			return api
		}
	}
	return ""
}
