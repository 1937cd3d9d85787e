package survey

// ChartUse is the installation of a chart that lies in the repository. Its keys are those that the dependencies of that chart take over.
type ChartUse struct {
	Dir      string
	FromRoot bool // dir is named from the root of a repository, which is one of the directories above the file, and not from the file's own
	*Resource
}

// AsUser returns what an installation gives to the dependencies of the chart that it installs.
func (r *Resource) AsUser() *Resource {
	user := New("", r.Address)
	user.SetText("installer", r.Address)
	for _, key := range UseKeys {
		user.Set(key, r.Value.Get(key))
	}
	return user
}

// UseKeys are the keys that a dependency has from the installation of the chart around it.
var UseKeys = []string{"via", "installer", "skip_crds", "install_crds", "upgrade_crds", "sync_wave", "namespace", "clusters"}

// Values of the key via that other files ask for.
const (
	ViaChart  = "Chart"  // a dependency of a chart of which nothing says who installs it
	ViaEksctl = "eksctl" // what an eksctl ClusterConfig makes
)
