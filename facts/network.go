package facts

// networkTable is the table network. That file explains each field and its source.
type networkTable struct {
	Modules []NetworkModule `json:"modules"`
}

// NetworkModule is a Terraform module that makes subnets or security groups.
type NetworkModule struct {
	Registry   string          `json:"registry"`
	Repository string          `json:"repository"`
	Subnets    []ModuleSubnets `json:"subnets"`
	Groups     []ModuleGroup   `json:"groups"`
}

// ModuleSubnets are the subnets of one kind that a module makes.
type ModuleSubnets struct {
	Given string   `json:"given"`
	Tags  []string `json:"tags"`
	More  string   `json:"more"`
}

// ModuleGroup is a security group that a module makes, or tags.
type ModuleGroup struct {
	Releases          // of the module
	Of       string   `json:"of"` // primary, node, cluster or default
	Without  []string `json:"without"`
	Tags     []string `json:"tags"`
	Owned    bool     `json:"owned"`
	Perhaps  bool     `json:"perhaps"`
	ID       string   `json:"id"`
}

// Network returns the table network. The caller must not change it.
var Network = lazyTable[networkTable]("network")
