package facts

// UpgradeSteps is the table upgrade_steps. That file explains each field and its source.
type UpgradeSteps struct {
	Stops []struct {
		Below   string `json:"below"`
		Beyond  string `json:"beyond"`
		Stop    string `json:"stop"`
		Because string `json:"because"`
	} `json:"stops"`
	Rollbacks []RollbackLine `json:"rollbacks"`
	Returns   []struct {
		To    string `json:"to"`
		Needs string `json:"needs"`
	} `json:"returns"`
	Notes       []UpgradeNote     `json:"notes"`
	Permissions []EarlyPermission `json:"permissions"`
	Early       []struct {
		Minor   string `json:"minor"`
		Patches []int  `json:"patches"`
	} `json:"early"`
}

// UpgradeNote is a change that comes with a release and that no file shows.
type UpgradeNote struct {
	Since string `json:"since"`
	Text  string `json:"text"`
	ApplyCommand
	Tools []string `json:"tools"`
	After bool     `json:"after"`
	Title string   `json:"title"`
	Rolls bool     `json:"rolls"`

	Remedy  []ApplyCommand    `json:"remedy"`
	Settled map[string]string `json:"settled"`
	With    []string          `json:"with"`
	Stack   bool              `json:"stack"`
}

// EarlyPermission is a permission that a release before 1.0 needs and earlier ones did not, and that no rule checks.
type EarlyPermission struct {
	Since    string   `json:"since"`
	Actions  []string `json:"actions"`
	Resource string   `json:"resource"`
	Effect   string   `json:"effect"`
}

// RollbackLine is a range of releases of which only those from Patch on can take over again after an upgrade to To.
type RollbackLine struct {
	Releases
	Patch string `json:"patch"`
	To    string `json:"to"`
	Costs string `json:"costs"` // what an earlier patch does; "" if it cannot run
}

// Upgrades returns the table upgrade_steps. The caller must not change it.
var Upgrades = lazyTable[UpgradeSteps]("upgrade_steps")

// kubernetesVersions is the table kubernetes_versions. That file explains each field and its source.
type kubernetesVersions struct {
	Source string `json:"source"`
	Rows   []struct {
		Releases
		Min string `json:"min"`
		Max string `json:"max"`
	} `json:"rows"`
}

// KubernetesVersions returns the table kubernetes_versions. The caller must not change it.
var KubernetesVersions = lazyTable[kubernetesVersions]("kubernetes_versions")

// chartChanges is the table chart_changes. That file explains each field and its source.
type chartChanges struct {
	Prefixed Releases `json:"prefixed"`
	LastHome struct {
		URL     string `json:"url"`
		Version string `json:"version"`
		Instead string `json:"instead"`
	} `json:"last_home"`
	Instead map[string]string `json:"instead"`
}

// ChartChanges returns the table chart_changes. The caller must not change it.
var ChartChanges = lazyTable[chartChanges]("chart_changes")
