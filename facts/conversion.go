package facts

import (
	"encoding/json"
	"fmt"

	"github.com/Masterminds/semver/v3"
)

// Conversion is the table alpha_to_v1beta1. That file explains each field and its source.
type Conversion struct {
	Resources struct {
		Source  string           `json:"source"`
		Changes []resourceChange `json:"changes"`
	} `json:"resources"`
	OtherKinds struct {
		Source string    `json:"source"`
		Kinds  []APIKind `json:"kinds"`
	} `json:"other_kinds"`
	RequirementDefaults requirementDefaults `json:"requirement_defaults"`
	RequirementsMax     struct {
		Source string  `json:"source"`
		Limits []limit `json:"limits"`
	} `json:"requirements_max"`
	RestrictedKeys struct {
		Source string             `json:"source"`
		Rules  []RestrictedDomain `json:"rules"`
	} `json:"restricted_keys"`
	LabelsMax     maximum `json:"labels_max"`
	QualifiedName pattern `json:"qualified_name"`
	LabelValue    pattern `json:"label_value"`
	Quantity      pattern `json:"quantity"`
	Kubelet       struct {
		Source    string   `json:"source"`
		Resources []string `json:"resources"`
		Signals   []string `json:"signals"`
	} `json:"kubelet"`
	AMIFamilies struct {
		Default string           `json:"default"`
		Source  string           `json:"source"`
		Allowed []versionedNames `json:"allowed"`
	} `json:"ami_families"`
	MetadataOptions struct {
		Source    string       `json:"source"`
		Effective []FieldValue `json:"effective"`
	} `json:"metadata_options"`
	InstanceProfile datedFact `json:"instance_profile"`
	RolePlaceholder string    `json:"role_placeholder"`
	Selectors       struct {
		Source        string            `json:"source"`
		MaxTerms      int               `json:"max_terms"`
		MaxTags       int               `json:"max_tags"`
		Keys          map[string]string `json:"keys"` // key of a selector -> field of a term
		OwnerWithTags datedFact         `json:"owner_with_tags"`
		IDs           map[string]string `json:"ids"`
		Default       struct {
			Tag string `json:"tag"` // and the name of the cluster
			datedFact
		} `json:"default"`
	} `json:"selectors"`
	RestrictedTags struct {
		Source string          `json:"source"`
		Rules  []RestrictedTag `json:"rules"`
	} `json:"restricted_tags"`
	BlockDevices      maximum `json:"block_devices"`
	VolumeSize        pattern `json:"volume_size"`
	EvictionThreshold pattern `json:"eviction_threshold"`
	DurationMax       maximum `json:"duration_max"` // in seconds
}

// resourceChange renames a kind in the rules of RBAC, within an API group.
type resourceChange struct {
	Group string `json:"group"`
	Old   string `json:"old"`
	New   string `json:"new"`
}

// datedFact is a fact that is true from or between versions.
type datedFact struct {
	When   constraint `json:"when"`
	Source string     `json:"source"`
}

// requirementDefaults are the requirements that the alpha API added to a Provisioner.
type requirementDefaults struct {
	Source  string                `json:"source"`
	Rules   []DefaultRequirements `json:"rules"`
	Aliases map[string]string     `json:"aliases"`
}

// DefaultRequirements are added to a Provisioner if spec.requirements has none of the keys.
type DefaultRequirements struct {
	IfAbsent []string      `json:"if_absent"`
	Add      []Requirement `json:"add"`
}

// Requirement is an item of spec.requirements.
type Requirement struct {
	Key      string   `json:"key"`
	Operator string   `json:"operator"`
	Values   []string `json:"values"`
}

// limit is a maximum for some versions.
type limit struct {
	When constraint `json:"when"`
	Max  int        `json:"max"`
}

// maximum is a maximum for all versions.
type maximum struct {
	Source string `json:"source"`
	Max    int    `json:"max"`
}

// RestrictedDomain is a domain whose keys are forbidden as labels and in requirements, except for those of ExceptDomains and
// Except.
type RestrictedDomain struct {
	Domain        string           `json:"domain"`
	ExceptDomains []string         `json:"except_domains"`
	Except        []versionedNames `json:"except"`
}

// versionedNames are names that only some versions allow.
type versionedNames struct {
	Names []string   `json:"names"`
	When  constraint `json:"when"`
}

// FieldValue is a field with its default: string or int64.
type FieldValue struct {
	Field string `json:"field"`
	Value any    `json:"value"`
}

// RestrictedTag is a tag key, or a prefix of keys, that a class must not set.
type RestrictedTag struct {
	Key    string     `json:"key"`
	Prefix string     `json:"prefix"`
	When   constraint `json:"when"`
	Why    string     `json:"why"`
}

// pattern is a regular expression that a value must match.
type pattern struct {
	Source  string `json:"source"`
	Pattern string `json:"pattern"`
}

// constraint is a range of Karpenter versions. The zero constraint contains every version.
type constraint struct{ versions *semver.Constraints }

// UnmarshalJSON reads a constraint such as ">=0.32.2 <1.1.0-0", or returns an error.
func (c *constraint) UnmarshalJSON(data []byte) error {
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

// Contains reports whether the version is in the range.
func (c constraint) Contains(v *semver.Version) bool { return c.versions == nil || c.versions.Check(v) }

// String returns the constraint in its own syntax: ">=0.32.2"; "" for the zero constraint.
func (c constraint) String() string {
	if c.versions == nil {
		return ""
	}
	return c.versions.String()
}

// Names is the table labels. That file explains each field.
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
	BothAPIs       datedFact    `json:"both_apis"`
	MigrationTag   struct {
		Tag    string `json:"tag"`
		Source string `json:"source"`
	} `json:"migration_tag"`
	Taints []TaintChange `json:"taints"`
}

// TaintChange is a taint that Karpenter puts on nodes, and its successor in later versions. New has no value.
type TaintChange struct {
	Old    string     `json:"old"`
	Value  string     `json:"value"`
	New    string     `json:"new"`
	When   constraint `json:"when"`
	Source string     `json:"source"`
}

// NameChange is a label or annotation and its successor; New is empty if it has none.
type NameChange struct {
	Old    string `json:"old"`
	New    string `json:"new"`
	Value  string `json:"value"`
	Wider  string `json:"wider"`
	Source string `json:"source"`
}

// AlphaToV1beta1 returns the table alpha_to_v1beta1. The caller must not change it.
var AlphaToV1beta1 = lazyTable[Conversion]("alpha_to_v1beta1")

// Labels returns the table labels. The caller must not change it.
var Labels = lazyTable[Names]("labels")
