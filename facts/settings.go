package facts

// InstallationSettings is the table settings: see that file for what each field means and where it comes from.
type InstallationSettings struct {
	ConfigMap              string              `json:"config_map"`
	DefaultInstanceProfile InstallationSetting `json:"default_instance_profile"`
	Tags                   InstallationSetting `json:"tags"`
}

// InstallationSetting is where one setting is written.
type InstallationSetting struct {
	Values []struct {
		Key string `json:"key"` // of the chart's values, with dots
		Releases
	} `json:"values"`
	ConfigMap string `json:"config_map"`
}

// Settings returns the table settings. The caller must not change it.
var Settings = table[InstallationSettings]("settings")
