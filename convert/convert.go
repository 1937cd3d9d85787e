package convert

import (
	"fmt"
	"regexp"
	"sync"

	"github.com/Masterminds/semver/v3"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// DefaultVersion is the Karpenter version that alpha objects are converted for: the last patch
// of the only minor that serves both APIs.
const DefaultVersion = "0.32.10"

// Options steer a conversion. The zero value is the default of the command.
type Options struct {
	// KarpenterVersion is the exact version the output is for, with or without "v". "" means DefaultVersion.
	KarpenterVersion string
	// Role is the IAM role of the nodes, for classes that name neither role nor instance profile.
	Role string
	// Roles maps the name of an AWSNodeTemplate to its role; it wins over Role.
	Roles map[string]string
	// InstanceProfile is given to classes that name none, where Roles names no role for them.
	// A target without instance profiles (0.32.0 and 0.32.1) does without it.
	InstanceProfile string
	// IgnoreDefaults leaves out the requirements that the alpha API added by default.
	IgnoreDefaults bool
}

// Converter converts files with fixed options. It is safe for concurrent use.
type Converter struct {
	opts     Options
	target   *semver.Version
	facts    *facts.Conversion
	names    names
	ids      map[string]*regexp.Regexp // selector -> the form of its ids
	volume   *regexp.Regexp
	eviction *regexp.Regexp
	budgets  facts.Constraint // versions with a default of spec.disruption.budgets
}

// New returns a Converter, or an error a user can read where the options make no sense: a
// version that is none or that does not serve v1beta1, Role together with InstanceProfile.
func New(opts Options) (*Converter, error) {
	if opts.KarpenterVersion == "" {
		opts.KarpenterVersion = DefaultVersion
	}
	target, err := semver.NewVersion(opts.KarpenterVersion)
	if err != nil {
		return nil, fmt.Errorf("%q is no version of Karpenter; give it as %s", opts.KarpenterVersion, DefaultVersion)
	}
	opts.KarpenterVersion = target.String()
	if opts.Role != "" && opts.InstanceProfile != "" {
		return nil, fmt.Errorf("a role (%q) and an instance profile (%q) exclude one another; give one of them", opts.Role, opts.InstanceProfile)
	}
	c := &Converter{opts: opts, target: target}
	if err := c.load(); err != nil {
		return nil, err
	}
	if !c.facts.ServesV1beta1.When.Holds(target) {
		return nil, fmt.Errorf("Karpenter %s does not serve v1beta1; give a version from 0.32.0 to 1.0", target)
	}
	return c, nil
}

// load reads the tables and compiles their patterns.
func (c *Converter) load() error {
	table, err := facts.AlphaToV1beta1()
	if err != nil {
		return err
	}
	labels, err := facts.Labels()
	if err != nil {
		return err
	}
	c.facts, c.names, c.budgets = table, names{labels}, table.DefaultBudgets.When
	if c.volume, err = regexp.Compile(table.VolumeSize.Pattern); err != nil {
		return err
	}
	if c.eviction, err = regexp.Compile(table.EvictionThreshold.Pattern); err != nil {
		return err
	}
	c.ids = map[string]*regexp.Regexp{}
	for selector, pattern := range table.Selectors.IDs {
		if c.ids[selector], err = regexp.Compile(pattern); err != nil {
			return err
		}
	}
	return nil
}

// Files converts all files of one run together, because a pool and its class, or a base and its patches,
// are converted or left together across files. It returns one File for each input that holds an object, a
// change or a note, in the order of the input. Whatever a file holds, the outcome is a File: what
// cannot be read or converted is a Note. The documents of a file are dropped before the next
// file is read; what is kept per file are the bytes and the names.
func (c *Converter) Files(files []*model.File) []File {
	found, results := make([]*survey, len(files)), make([]*result, len(files))
	parallel(len(files), func(i int) {
		found[i] = newSurvey()
		results[i] = c.convertFile(files[i], i, found[i], nil)
	})
	seen := merge(found)
	parallel(len(files), func(i int) {
		if c.concerned(files[i], found[i], seen) { // few are, so most files are read once
			results[i] = c.convertFile(files[i], i, seen, nil)
		}
	})
	held := seen.groups(results)
	parallel(len(files), func(i int) { c.holdBack(files[i], i, seen, results[i], held) })
	var out []File
	for _, r := range results {
		if len(r.Objects) > 0 || len(r.Notes) > 0 || r.Changed() {
			out = append(out, r.File)
		}
	}
	return out
}

// parallel calls do for 0 to n-1, on all processors, and waits.
func parallel(n int, do func(i int)) {
	var wait sync.WaitGroup
	next := make(chan int)
	for range min(n, workers) {
		wait.Go(func() {
			for i := range next {
				do(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wait.Wait()
}
