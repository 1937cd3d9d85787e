package facts

import "slices"

// karpenterChecks is the table karpenter_checks. That file explains each field and its source.
type karpenterChecks struct {
	WebhookEnabled []Releases    `json:"webhook_enabled"`
	Budgets        Releases      `json:"budgets"`
	SchedulesInUTC []Releases    `json:"schedules_in_utc"`
	Outcomes       []outcome     `json:"outcomes"`
	Checks         []check       `json:"checks"`
	Labels         checkedLabels `json:"labels"`
	Operators      []struct {
		Operator string `json:"operator"`
		Releases
	} `json:"operators"`
	Resources []struct {
		Resource string `json:"resource"`
		Group    string `json:"group"`
	} `json:"resources"`
	RestrictedTags []restrictedTagKey `json:"restricted_tags"`
	Sharing        struct {
		Annotation string   `json:"annotation"`
		Values     []string `json:"values"`
	} `json:"sharing"`
}

// outcome is the consequence for an object of a kind that fails a check.
type outcome struct {
	By     string `json:"by"`
	Kind   string `json:"kind"`
	Effect string `json:"effect"`
	Releases
}

// check is one of Karpenter's checks, and the component that runs it.
type check struct {
	ID         string      `json:"id"`
	Controller []checkRuns `json:"controller"`
	Webhook    []checkRuns `json:"webhook"`
}

// checkRuns are the releases that run a check for some kinds.
type checkRuns struct {
	Kinds []string `json:"kinds"`
	Releases
}

// checkedLabels are the labels that Karpenter allows, rejects, or knows all values of.
type checkedLabels struct {
	Restricted      []labelDomain     `json:"restricted"`
	Suffix          Releases          `json:"suffix"`
	Exceptions      []labelDomain     `json:"exceptions"`
	ExactExceptions Releases          `json:"exact_exceptions"`
	Keys            []string          `json:"keys"`
	Pool            string            `json:"pool"`
	WellKnown       []wellKnownLabel  `json:"well_known"`
	Aliases         map[string]string `json:"aliases"`
	KnownValues     []knownValues     `json:"known_values"`
}

type labelDomain struct {
	Domain string `json:"domain"`
	Group  string `json:"group"`
	Releases
}

type wellKnownLabel struct {
	Key   string `json:"key"`
	Group string `json:"group"`
	Releases
}

type knownValues struct {
	Key    string   `json:"key"`
	Group  string   `json:"group"`
	Values []string `json:"values"`
	Releases
}

// restrictedTagKey is the key of a tag, or a prefix of keys.
type restrictedTagKey struct {
	Key    string `json:"key"`
	Prefix string `json:"prefix"`
	Releases
}

// KarpenterChecks returns the table karpenter_checks. The caller must not change it.
var KarpenterChecks = lazyTable[karpenterChecks]("karpenter_checks")

// Runs returns the releases that run a check for a kind, in the given component: "controller" or "webhook".
func (t *karpenterChecks) Runs(id, kind, by string) []Releases {
	var releases []Releases
	for _, c := range t.Checks {
		if c.ID != id {
			continue
		}
		runs := c.Controller
		if by == "webhook" {
			runs = c.Webhook
		}
		for _, r := range runs {
			if slices.Contains(r.Kinds, kind) {
				releases = append(releases, r.Releases)
			}
		}
	}
	return releases
}
