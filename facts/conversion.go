package facts

import (
	"encoding/json"
	"fmt"

	"github.com/Masterminds/semver/v3"
)

// Conversion is the table alpha_to_v1beta1: see that file for what each field means and where
// it comes from.
type Conversion struct {
	Resources struct {
		Source  string           `json:"source"`
		Changes []ResourceChange `json:"changes"`
	} `json:"resources"`
	OtherKinds struct {
		Source string    `json:"source"`
		Kinds  []APIKind `json:"kinds"`
	} `json:"other_kinds"`
	RequirementDefaults RequirementDefaults `json:"requirement_defaults"`
	RequirementsMax     struct {
		Source string  `json:"source"`
		Limits []Limit `json:"limits"`
	} `json:"requirements_max"`
	RestrictedKeys struct {
		Source string             `json:"source"`
		Rules  []RestrictedDomain `json:"rules"`
	} `json:"restricted_keys"`
	LabelsMax     Maximum `json:"labels_max"`
	QualifiedName Pattern `json:"qualified_name"`
	LabelValue    Pattern `json:"label_value"`
	Quantity      Pattern `json:"quantity"`
	Kubelet       struct {
		Source    string   `json:"source"`
		Resources []string `json:"resources"`
		Signals   []string `json:"signals"`
	} `json:"kubelet"`
	AMIFamilies struct {
		Default string         `json:"default"`
		Source  string         `json:"source"`
		Allowed []VersionNames `json:"allowed"`
	} `json:"ami_families"`
	MetadataOptions struct {
		Source    string       `json:"source"`
		Effective []FieldValue `json:"effective"`
	} `json:"metadata_options"`
	InstanceProfile Since  `json:"instance_profile"`
	RolePlaceholder string `json:"role_placeholder"`
	Selectors       struct {
		Source        string            `json:"source"`
		MaxTerms      int               `json:"max_terms"`
		MaxTags       int               `json:"max_tags"`
		Keys          map[string]string `json:"keys"` // key of a selector -> field of a term
		OwnerWithTags Since             `json:"owner_with_tags"`
		IDs           map[string]string `json:"ids"`
	} `json:"selectors"`
	RestrictedTags struct {
		Source string          `json:"source"`
		Rules  []RestrictedTag `json:"rules"`
	} `json:"restricted_tags"`
	BlockDevices      Maximum `json:"block_devices"`
	VolumeSize        Pattern `json:"volume_size"`
	EvictionThreshold Pattern `json:"eviction_threshold"`
	DurationMax       Maximum `json:"duration_max"` // in seconds
}

// ResourceChange is the name of a kind in the rules of RBAC, and that of its successor, in an API group.
type ResourceChange struct {
	Group string `json:"group"`
	Old   string `json:"old"`
	New   string `json:"new"`
}

// Since is a fact that holds from or between versions.
type Since struct {
	When   Constraint `json:"when"`
	Source string     `json:"source"`
}

// RequirementDefaults are the requirements that the alpha API added to a Provisioner.
type RequirementDefaults struct {
	Source  string            `json:"source"`
	Rules   []RequirementRule `json:"rules"`
	Aliases map[string]string `json:"aliases"`
}

// RequirementRule adds requirements where none of the keys stands in spec.requirements.
type RequirementRule struct {
	IfAbsent []string      `json:"if_absent"`
	Add      []Requirement `json:"add"`
}

// Requirement is an item of spec.requirements.
type Requirement struct {
	Key      string   `json:"key"`
	Operator string   `json:"operator"`
	Values   []string `json:"values"`
}

// Limit is a maximum for the versions When holds for.
type Limit struct {
	When Constraint `json:"when"`
	Max  int        `json:"max"`
}

// Maximum is a maximum for all versions.
type Maximum struct {
	Source string `json:"source"`
	Max    int    `json:"max"`
}

// RestrictedDomain is a domain whose keys may be neither labels nor in requirements, but for those of ExceptDomains and Except.
type RestrictedDomain struct {
	Domain        string         `json:"domain"`
	ExceptDomains []string       `json:"except_domains"`
	Except        []VersionNames `json:"except"`
}

// VersionNames are names that are allowed in the versions When holds for.
type VersionNames struct {
	Names []string   `json:"names"`
	When  Constraint `json:"when"`
}

// FieldValue is a field with the value it has by default: string or int64.
type FieldValue struct {
	Field string `json:"field"`
	Value any    `json:"value"`
}

// RestrictedTag is a tag key, or a prefix of keys, that a class must not set.
type RestrictedTag struct {
	Key    string     `json:"key"`
	Prefix string     `json:"prefix"`
	When   Constraint `json:"when"`
	Why    string     `json:"why"`
}

// Pattern is a regular expression that a value must match.
type Pattern struct {
	Source  string `json:"source"`
	Pattern string `json:"pattern"`
}

// Constraint is a range of Karpenter versions; an empty one holds for every version.
type Constraint struct{ versions *semver.Constraints }

// UnmarshalJSON reads a constraint such as ">=0.32.2 <1.1.0-0", or returns an error.
func (c *Constraint) UnmarshalJSON(data []byte) error {
	var text string
	if err := json.Unmarshal(data, &text); err != nil || text == "" {
		return err
	}
	versions, err := semver.NewConstraint(text)
	if err != nil {
		return fmt.Errorf("%q: %w", text, err)
	}
	c.versions = versions
	return nil
}

// Holds reports whether the version lies in the range.
func (c Constraint) Holds(v *semver.Version) bool { return c.versions == nil || c.versions.Check(v) }

// Names is the table labels: see that file for what each field means.
type Names struct {
	Labels         []NameChange `json:"labels"`
	Annotations    []NameChange `json:"annotations"`
	MachineWritten []string     `json:"machine_written"`
	Finalizers     []string     `json:"finalizers"`
	MetadataFields []string     `json:"metadata_fields"`
	NameKeys       []string     `json:"name_keys"`
	NameLists      []string     `json:"name_lists"`
	Given          []string     `json:"given"`
	LabelLists     []string     `json:"label_lists"`
	Prefixes       []string     `json:"prefixes"`
	BothAPIs       Since        `json:"both_apis"`
	MigrationTag   struct {
		Tag    string `json:"tag"`
		Source string `json:"source"`
	} `json:"migration_tag"`
	Taints []TaintChange `json:"taints"`
}

// TaintChange is a taint that Karpenter puts on a node, and what it is from the versions When holds for on: New has no value.
type TaintChange struct {
	Old    string     `json:"old"`
	Value  string     `json:"value"`
	New    string     `json:"new"`
	When   Constraint `json:"when"`
	Source string     `json:"source"`
}

// NameChange is a label or annotation and its successor; New is empty for one that is gone.
type NameChange struct {
	Old    string `json:"old"`
	New    string `json:"new"`
	Value  string `json:"value"`
	Wider  string `json:"wider"`
	Source string `json:"source"`
}

// AlphaToV1beta1 returns the table of that name. The caller must not change it.
var AlphaToV1beta1 = table[Conversion]("alpha_to_v1beta1")

// Labels returns the table labels. The caller must not change it.
var Labels = table[Names]("labels")
