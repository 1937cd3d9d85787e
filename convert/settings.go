package convert

// classSettings are the settings of a file that a conversion needs beside the objects.
type classSettings struct {
	// Role, Roles, InstanceProfile and IgnoreDefaults are those of the Options of a conversion.
	Role            string
	Roles           map[string]string // by the name of the AWSNodeTemplate
	InstanceProfile string
	IgnoreDefaults  bool
	Installed       Installation // of Karpenter, that the file belongs to
}

// Installation is what the project of a file tells the conversion. The zero value tells nothing.
type Installation struct {
	From            string    // for people: "helm_release.karpenter (main.tf:3)"
	Version         string    // the exact version that is installed, "" where it is not known
	InstanceProfile string    // settings.aws.defaultInstanceProfile, which v1beta1 has no more
	ProfileFrom     Reference // that of Terraform that gives the instance profile, known or not
	Tags            []Tag     // settings.aws.tags, which v1beta1 has no more, in the order in which they are written
	// Unknown names the settings that are written, but with a value that cannot be known: "settings.aws.tags".
	Unknown []string
}

// Reference is an expression of Terraform that names the same value in all files of a module.
type Reference struct {
	Text   string // module.karpenter.instance_profile_name
	Module string // the directory whose files may refer to it so
}

// Tag is a tag of EC2.
type Tag struct{ Key, Value string }
