package convert

import (
	"cmp"
	"fmt"
	"path"
	"strings"

	"github.com/Masterminds/semver/v3"

	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/aside"
	"github.com/karplint/karplint/convert/charts"
	"github.com/karplint/karplint/convert/fields"
	"github.com/karplint/karplint/convert/kubelet"
	"github.com/karplint/karplint/convert/rename"
	"github.com/karplint/karplint/convert/scripts"
	"github.com/karplint/karplint/convert/settings"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// API is a version of Karpenter's API that objects are converted to.
type API = apis.API

// The versions that callers name. apis.Outputs has all of them.
const (
	V1Beta1 = apis.V1Beta1
	V1      = apis.V1
)

// Options steer a conversion. The zero value is the default of the command.
type Options struct {
	// To is the API of the output. "" means V1Beta1.
	To apis.API
	// Keep leaves the alpha objects where they are and adds their twins beside them; labels are added and not renamed. For
	// V1Beta1 only.
	Keep bool
	// Strict means that a conversion must be right for all possible values. Otherwise it is right for the values in the
	// repository.
	Strict bool
	// AsDecided converts what can be converted of objects that need a decision, and of those that wait for them: what a plan shows. Otherwise
	// they stay as they are.
	AsDecided bool
	// KarpenterVersion is the exact version the output is for, with or without "v". "" means the one that Installed names, or
	// else DefaultVersion of the API.
	KarpenterVersion string
	// Installed returns the installation of Karpenter that a file belongs to; nil: none is known.
	Installed func(file string) settings.Installation
	// Evaluated returns the objects that Terraform makes from the map at an offset of a file, with located values; nil if none are
	// known.
	Evaluated func(file string, start int) []*model.Value
	// Charts returns the installations of the chart in a directory; nil if none are known.
	Charts func(dir string) []charts.Installation
	// Role is the IAM role of the nodes, for classes that name neither role nor instance profile.
	Role string
	// Roles maps the name of an AWSNodeTemplate to its role; it wins over Role.
	Roles map[string]string
	// InstanceProfile is given to classes that name none, where Roles names no role for them.
	// A target without instance profiles (0.32.0 and 0.32.1) does without it.
	InstanceProfile string
	// IgnoreDefaults leaves out the requirements that the alpha API added by default.
	IgnoreDefaults bool
	// Answers are decisions about classes, made beforehand. For an object the first one that fits it wins. Roles win over them, and they over Role
	// and InstanceProfile.
	Answers []Answer
	// Exclude has globs of the kind and name of objects that are set aside: they stay as they are, and hold nothing back.
	Exclude []string
	// Exists reports whether a path exists, although it was not read; nil if only the converted files exist.
	Exists func(file string) bool
	// Waits returns the installation for which the objects of a file wait, because they are converted together with it or not at all. The
	// zero Wait, or a nil function, means that they need not wait.
	Waits func(file string) Wait
	// Declares reports whether the Terraform module in a directory declares the name in a reference, such as module.karpenter; nil
	// accepts every name.
	Declares func(dir, name string) bool
	// For returns the settings of a file in place of Role, Roles, InstanceProfile, IgnoreDefaults, Answers and Exclude; nil: these are for all files.
	For func(file string) Settings
}

// Wait is a decision that must be made before the objects that depend on it are written.
type Wait struct{ Name, Place string } // for messages: "helm_release.karpenter", "main.tf:6"

// Settings are the Options that may differ from file to file. Installed is left to the Options.
type Settings = settings.Settings

// Answer has decisions about classes.
type Answer = settings.Answer

// Converter converts files with fixed options. It is safe for concurrent use.
type Converter struct {
	*apis.Goal // with the Release for files whose installation has no other one
	opts       Options
	fixed      bool                          // the user gave the release, so no installation changes it
	settings   *settings.Settings            // of the file under conversion
	tables     map[facts.APIKind]fields.Step // that convert objects of a kind
	charts     *charts.Charts                // of the files of a run
	valueUses  map[units.ID]*charts.Use      // the objects in templates that take their specs, or their requirements, from values
	scripts    map[string]*scripts.Script    // with objects, by path
	aside      *aside.Finder                 // of the file under conversion
	parsed     *units.Files
	above      *kustomizationsAbove
	kubelets   *kubelet.Uses     // that the objects of the file under conversion have
	named      *rename.Named     // in that file
	onParse    func(path string) // is called for each file that is parsed; for tests
}

// New returns a Converter, or an error for the user if the options make no sense: a version that is not a release, not exact, or does
// not serve the API; Role together with InstanceProfile; Keep for another API than V1Beta1.
func New(opts Options) (*Converter, error) { return newConverter(opts, fields.Karpenter()) }

func newConverter(opts Options, r *fields.Registry) (*Converter, error) {
	goal, err := apis.NewGoal(&r.Registry, cmp.Or(opts.To, apis.V1Beta1), opts.Keep)
	if err != nil {
		return nil, err
	}
	goal.Strict = opts.Strict
	c := &Converter{Goal: goal, opts: opts, fixed: opts.KarpenterVersion != "", tables: r.Steps, charts: &charts.Charts{},
		above: &kustomizationsAbove{exists: opts.Exists}}
	c.settings = &settings.Settings{Role: opts.Role, Roles: opts.Roles, InstanceProfile: opts.InstanceProfile, IgnoreDefaults: opts.IgnoreDefaults,
		Answers: opts.Answers, Exclude: opts.Exclude}
	version := strings.TrimPrefix(cmp.Or(opts.KarpenterVersion, c.OutputAPI().Release), "v")
	c.Release, err = semver.StrictNewVersion(version)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%q is not an exact version of Karpenter; write one, such as %s", opts.KarpenterVersion, c.OutputAPI().Release)
	case opts.Role != "" && opts.InstanceProfile != "":
		return nil, fmt.Errorf("a role (%q) and an instance profile (%q) exclude each other; set one of them", opts.Role, opts.InstanceProfile)
	case opts.Keep && !c.Serveable():
		return nil, fmt.Errorf("no version of Karpenter serves both the alpha API and %s; objects can only be kept with v1beta1", c.To)
	case !c.IsServedBy(c.Release):
		return nil, fmt.Errorf("Karpenter %s does not serve %s; set a version %s", c.Release, c.Output(), c.ServedText())
	}
	return c, nil
}

// forFile returns a Converter for the installation that the file belongs to, and with the settings of the file.
func (c *Converter) forFile(file string) *Converter {
	converter, goal, settings := *c, *c.Goal, *c.settings
	converter.Goal, converter.settings, converter.kubelets, converter.named = &goal, &settings, &kubelet.Uses{}, &rename.Named{}
	if c.opts.For != nil {
		settings = c.opts.For(file)
	}
	if c.opts.Installed != nil {
		settings.Installed = c.opts.Installed(file)
	}
	if c.opts.Declares != nil {
		settings.Declares = func(name string) bool { return c.opts.Declares(path.Dir(file), name) }
	}
	version := settings.Installed.Version
	if c.Serves(settings.KarpenterVersion) {
		version = settings.KarpenterVersion
	}
	if v, err := semver.NewVersion(version); err == nil && !c.fixed && c.IsServedBy(v) {
		goal.Release = v
	}
	converter.aside = aside.NewFinder(&settings)
	return &converter
}

// Version returns the Karpenter version that the output of a file is for.
func (c *Converter) Version(file string) string { return c.forFile(file).Release.String() }

// Serves reports whether Karpenter of an exact version serves the API of the output, and with Keep the alpha API as well; false for a
// text that is not a version.
func (c *Converter) Serves(version string) bool {
	v, err := semver.NewVersion(version)
	return err == nil && c.IsServedBy(v)
}

// Output names the APIs of Serves: "v1beta1", or with Keep "the alpha API and v1beta1 side by side".
func (c *Converter) Output() string {
	if c.Keep {
		return "the alpha API and " + string(c.To) + " side by side"
	}
	return string(c.To)
}
