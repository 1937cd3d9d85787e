package facts

// installationSettings is the table settings. That file explains each field and its source.
type installationSettings struct {
	ConfigMap              string              `json:"config_map"`
	DefaultInstanceProfile installationSetting `json:"default_instance_profile"`
	Tags                   installationSetting `json:"tags"`
	Controller             struct {
		Image     string   `json:"image"`
		Copy      string   `json:"copy"`
		Variables []string `json:"variables"`
	} `json:"controller"`
}

// installationSetting lists the places where one setting is written.
type installationSetting struct {
	Values []struct {
		Key string `json:"key"` // of the chart's values, with dots
		Releases
	} `json:"values"`
	ConfigMap string `json:"config_map"`
	Eksctl    string `json:"eksctl"`
}

// Settings returns the table settings. The caller must not change it.
var Settings = lazyTable[installationSettings]("settings")
