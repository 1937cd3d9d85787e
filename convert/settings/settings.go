// Package settings holds the input of a conversion for one file: options, and the installation of Karpenter that the file belongs to.
package settings

import "slices"

// Settings are the options of a conversion for one file.
type Settings struct {
	KarpenterVersion string // the version if the options name none and it serves the API of the output
	Role             string
	Roles            map[string]string // by the name of the AWSNodeTemplate
	InstanceProfile  string
	IgnoreDefaults   bool
	Answers          []Answer               // decisions about classes; the first that fits an object wins
	Exclude          []string               // globs of the kind and name of objects that are set aside: Provisioner/legacy
	Declares         func(name string) bool // reports whether the Terraform module of the file declares the name in a reference; nil accepts every name
	Installed        Installation           // the installation of Karpenter that the file belongs to
}

// Installation holds settings of the installation of Karpenter that a file belongs to. In the zero value nothing is known.
type Installation struct {
	From            string    // for messages: "helm_release.karpenter (main.tf:3)"
	Version         string    // the exact version that is installed; "" if unknown
	InstanceProfile string    // settings.aws.defaultInstanceProfile, which v1beta1 removed
	ProfileFrom     Reference // the Terraform reference that gives the instance profile, whether its value is known or not
	RoleFrom        Reference // the Terraform reference that gives the role of the instance profile
	Tags            []Tag     // settings.aws.tags, which v1beta1 removed, in the order of the author
	// Defaults returns the defaults that the installations of the repository set for a cluster; it may be nil.
	Defaults func(cluster string) []ClusterDefault
	// Unknown lists settings that are written with an unknown value: "settings.aws.tags".
	Unknown []string
}

// IsUnknown reports whether the installation sets something, such as settings.aws.tags, to a value that is unknown.
func (i *Installation) IsUnknown(setting string) bool { return slices.Contains(i.Unknown, setting) }

// ClusterDefault is the instance profile that an installation sets for classes which name none.
type ClusterDefault struct {
	Cluster, InstanceProfile string
	File                     string
	Line                     int // 1-based
}

// Reference is a Terraform template that has the same value in all files of a module.
type Reference struct {
	Text   string // ${module.karpenter.instance_profile_name}
	Module string // the directory of that module
}

// Tag is a tag of EC2.
type Tag struct{ Key, Value string }
