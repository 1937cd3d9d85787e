package facts

// instanceTypes is the table instance_types. That file explains each field and its source.
type instanceTypes struct {
	Families map[string][]string `json:"families"` // by architecture
	Labels   []instanceLabel     `json:"labels"`

	Accelerators []accelerator `json:"accelerators"`
}

// accelerator has the label of the accelerator that all instance types of some families have.
type accelerator struct {
	Releases
	Name     string   `json:"name"`
	Families []string `json:"families"`
}

// instanceLabel is a label with known values, or with values of a known form.
type instanceLabel struct {
	Key    string            `json:"key"`
	Noun   string            `json:"noun"`
	Form   string            `json:"form"`
	Values []string          `json:"values"`
	Meant  map[string]string `json:"meant"`
}

// InstanceTypes returns the table instance_types. The caller must not change it.
var InstanceTypes = lazyTable[instanceTypes]("instance_types")
