package convert

import (
	"fmt"

	"github.com/Masterminds/semver/v3"

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
	// Roles maps the name of an AWSNodeTemplate (of a Provisioner with an inline provider) to
	// its role; it wins over Role.
	Roles map[string]string
	// InstanceProfile is given to classes that name none; it wins over Role, not over Roles.
	InstanceProfile string
	// IgnoreDefaults leaves out the requirements that the alpha API added by default.
	IgnoreDefaults bool
}

// Converter converts files with fixed options. It is safe for concurrent use.
type Converter struct {
	opts   Options
	target *semver.Version
}

// New returns a Converter, or an error a user can read where the options make no sense: a
// version that is none or that does not serve v1beta1, Role together with InstanceProfile.
func New(opts Options) (*Converter, error) {
	if opts.KarpenterVersion == "" {
		opts.KarpenterVersion = DefaultVersion
	}
	target, err := semver.NewVersion(opts.KarpenterVersion)
	if err != nil {
		return nil, fmt.Errorf("%q is no version of Karpenter; give it as 0.32.10", opts.KarpenterVersion)
	}
	return &Converter{opts: opts, target: target}, nil
}

// Selects says whether Files could change the file or learn something from it: a byte scan for the alpha
// APIs and the old labels, and the name kustomization.yaml (which says what the files beside it
// are). Files that it refuses need not be given to Files. path uses "/".
func Selects(path string, data []byte) bool {
	panic("TODO")
}

// Files converts all files of one run together, because a pool and its class, or a base and its patches,
// are converted or left together across files. It returns one File for each input that holds an object, a
// change or a note, in the order of the input; a kustomization.yaml that has neither
// is left out. Whatever a file holds, the outcome is a File: what cannot be read or converted
// is a Note. The documents of a file are dropped before the next file is read; what is kept per
// file are the bytes and the names.
func (c *Converter) Files(files []*model.File) []File {
	panic("TODO")
}
