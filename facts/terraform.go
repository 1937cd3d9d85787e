package facts

// terraformModules is the table terraform_modules. That file explains each field and its source.
type terraformModules struct {
	Modules        []TerraformModule `json:"modules"`
	Wrapper        wrapperArguments  `json:"wrapper"`
	OtherProviders []string          `json:"other_providers"`
	HelmProvider   helmProvider      `json:"helm_provider"`
}

// TerraformModule is a module that installs charts or add-ons, or makes a cluster.
type TerraformModule struct {
	Registry   string            `json:"registry"`
	Repository string            `json:"repository"`
	Source     string            `json:"source"`
	Via        string            `json:"via"`
	Release    string            `json:"release"`
	Keys       map[string]string `json:"keys"`
	Addons     []string          `json:"addons"`
	Cluster    string            `json:"cluster"`
	Charts     []ModuleChart     `json:"charts"`
}

// ModuleChart is a chart that a module installs. Chart is empty if the settings name it.
type ModuleChart struct {
	Chart      string         `json:"chart"`
	Enable     string         `json:"enable"`
	Argument   string         `json:"argument"`
	Each       bool           `json:"each"`
	Repository string         `json:"repository"`
	Earlier    *EarlierChart  `json:"earlier"`
	Namespace  string         `json:"namespace"`
	Wait       *bool          `json:"wait"`
	Sets       []string       `json:"sets"`
	Defaults   []DefaultChart `json:"defaults"`

	Identity ModuleIdentity `json:"identity"`
}

// ModuleIdentity is the instance profile that a module makes for nodes and sets as the chart's default, and its role. The zero
// value means none.
type ModuleIdentity struct {
	Settings string       `json:"settings"` // the argument with the settings of profile and role
	Profile  ModuleOutput `json:"profile"`
	Role     ModuleOutput `json:"role"`
}

// ModuleOutput is an output with the name of an object that a module makes.
type ModuleOutput struct {
	Output string `json:"output"` // dotted, if it has several steps
	Unless string `json:"unless"` // a setting; if it is false, the module does not make the object
}

// EarlierChart is the chart repository that earlier versions of a module use. Module is a Terraform version constraint.
type EarlierChart struct {
	Module     string `json:"module"`
	Repository string `json:"repository"`
}

// DefaultChart is the chart version that some versions of a module install. Module is a Terraform version constraint.
type DefaultChart struct {
	Module string `json:"module"`
	Chart  string `json:"chart"`
}

// helmProvider lists the arguments of helm_release that are blocks before a major version of the Helm provider, and arguments from
// it on.
type helmProvider struct {
	Since int      `json:"since"`
	Lists []string `json:"lists"`
	Maps  []string `json:"maps"`
}

// wrapperArguments are the names of arguments in modules that install one chart.
type wrapperArguments struct {
	Chart       []string `json:"chart"`
	Version     []string `json:"version"`
	Repository  []string `json:"repository"`
	Namespace   []string `json:"namespace"`
	SkipCRDs    []string `json:"skip_crds"`
	ForceUpdate []string `json:"force_update"`
	Wait        []string `json:"wait"`
	Objects     []string `json:"objects"`
}

// Terraform returns the table terraform_modules. The caller must not change it.
var Terraform = lazyTable[terraformModules]("terraform_modules")
