package facts

// ServedAPIs is the table served_apis: see that file for what each field means and where it comes from.
type ServedAPIs struct {
	APIs []struct {
		APIVersion string     `json:"api_version"`
		Kinds      []string   `json:"kinds"`
		Served     []Releases `json:"served"`
	} `json:"apis"`
	Successors  map[string]string `json:"successors"`
	WebhookOnly struct {
		APIVersions []string   `json:"api_versions"`
		Releases    []Releases `json:"releases"`
	} `json:"webhook_only"`
}

// Releases are versions from Since, inclusive, until Until, exclusive; an empty end is open.
type Releases struct {
	Since string `json:"since"`
	Until string `json:"until"`
}

// Served returns the table served_apis. The caller must not change it.
func Served() (*ServedAPIs, error) { return read[ServedAPIs]("served_apis.yaml") }
