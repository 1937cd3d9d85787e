package facts

// queues is the table queues. That file explains each field and its source.
type queues struct {
	Spot struct {
		Source     string `json:"source"`
		DetailType string `json:"detail_type"`
	} `json:"spot"`
	Service    string        `json:"service"`
	Unreadable string        `json:"unreadable"`
	Modules    []QueueModule `json:"modules"`
}

// QueueModule is a Terraform module that makes an interruption queue for Karpenter, with its policy and its rules.
type QueueModule struct {
	Registry   string `json:"registry"`
	Repository string `json:"repository"`
	Releases          // of the module
	Switches   []struct {
		Argument string `json:"argument"`
		Default  bool   `json:"default"`
	} `json:"switches"`
	Settings string `json:"settings"`
	Name     string `json:"name"`
	Prefix   string `json:"prefix"`
	Key      string `json:"key"`
	Managed  string `json:"managed"`
	Output   string `json:"output"`
	Passes   bool   `json:"passes"`
}

// Queues returns the table queues. The caller must not change it.
var Queues = lazyTable[queues]("queues")
