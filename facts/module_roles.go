package facts

// moduleRolesTable is the table module_roles. That file explains each field and its source.
type moduleRolesTable struct {
	Modules []RolesModule `json:"modules"`
}

// RolesModule is a Terraform module that makes roles for nodes or pods.
type RolesModule struct {
	Registry   string       `json:"registry"`
	Repository string       `json:"repository"`
	Source     string       `json:"source"`
	Enable     string       `json:"enable"`
	Roles      []ModuleRole `json:"roles"`
}

// ModuleRole is a role that some versions of a module make. Names of arguments and outputs may have dots.
type ModuleRole struct {
	Releases             // of the module
	Of          string   `json:"of"` // node, controller or pods
	Without     []string `json:"without"`
	Instead     string   `json:"instead"`
	Name        string   `json:"name"`
	Default     string   `json:"default"` // with arguments in braces: Karpenter-{cluster_name}
	Prefixed    string   `json:"prefixed"`
	Names       []string `json:"names"`
	ARNs        []string `json:"arns"`
	More        []string `json:"more"`
	Trusts      []Trust  `json:"trusts"`
	Profile     *Made    `json:"profile"`
	Entry       *Made    `json:"entry"`
	Association *Made    `json:"association"`
	Passes      string   `json:"passes"`
}

// Trust is a principal that may assume a role, if the argument With is true or "".
type Trust struct {
	Principal string `json:"principal"`
	With      string `json:"with"`
	Default   bool   `json:"default"`
}

// Made is what a module makes beside a role, if Argument is true. Without a name in Argument it makes none.
type Made struct {
	Argument string   `json:"argument"`
	Default  bool     `json:"default"`
	Names    []string `json:"names"`
	Type     string   `json:"type"`
}

// ModuleRoles returns the table module_roles. The caller must not change it.
var ModuleRoles = lazyTable[moduleRolesTable]("module_roles")
