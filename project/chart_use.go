package project

// chartUse is the installation of a chart that lies in the repository. Its keys are those that the dependencies of that chart take over.
type chartUse struct {
	dir      string
	fromRoot bool // dir is named from the root of a repository, which is one of the directories above the file, and not from the file's own
	*Resource
}

// asUser returns what an installation gives to the dependencies of the chart that it installs.
func (r *Resource) asUser() *Resource {
	user := newResource("", r.Address)
	user.setText("installer", r.Address)
	for _, key := range givenByUse {
		user.set(key, r.Value.Get(key))
	}
	return user
}

// givenByUse are the keys that a dependency has from the installation of the chart around it.
var givenByUse = []string{"via", "installer", "skip_crds", "install_crds", "upgrade_crds", "sync_wave", "namespace", "clusters"}

// Values of the key via that other files ask for.
const (
	chartVia  = "Chart"  // a dependency of a chart of which nothing says who installs it
	eksctlVia = "eksctl" // what an eksctl ClusterConfig makes
)
