package facts

// ToV1 is the table v1beta1_to_v1. That file explains each field and its source.
type ToV1 struct {
	NodeClassRef struct {
		Source        string   `json:"source"`
		MistakenKinds []string `json:"mistaken_kinds"`
	} `json:"node_class_ref"`
	Consolidation struct {
		Source           string            `json:"source"`
		Default          string            `json:"default"`
		Policies         map[string]string `json:"policies"`          // v1beta1 -> v1
		ConsolidateAfter map[string]string `json:"consolidate_after"` // policy of v1beta1 -> value of an absent field
	} `json:"consolidation"`
	ExpireAfter struct {
		Source  string `json:"source"`
		Default string `json:"default"`
	} `json:"expire_after"`
	Duration   pattern `json:"duration"`
	AMIAliases struct {
		Source            string            `json:"source"`
		Families          map[string]string `json:"families"` // amiFamily -> family in an alias
		Version           string            `json:"version"`
		VersionAnnotation string            `json:"version_annotation"`
	} `json:"ami_aliases"`
	AMIFamilies struct {
		Source    string   `json:"source"`
		WithTerms []string `json:"with_terms"`
	} `json:"ami_families"`
	Ubuntu struct {
		Source          string     `json:"source"`
		Family          string     `json:"family"`
		Successor       string     `json:"successor"`
		DeviceName      string     `json:"device_name"` // the root volume
		VolumeSize      string     `json:"volume_size"`
		VolumeType      string     `json:"volume_type"`
		Annotation      string     `json:"annotation"`
		SuccessorDevice string     `json:"successor_device"` // the root volume of the successor
		When            constraint `json:"when"`             // versions that read the annotation
	} `json:"ubuntu"`
	UnregisteredTaint struct {
		Source string `json:"source"`
		Family string `json:"family"`
		Key    string `json:"key"`
		Effect string `json:"effect"`
	} `json:"unregistered_taint"`
	MetadataOptions struct {
		Source    string       `json:"source"`
		Effective []FieldValue `json:"effective"`
	} `json:"metadata_options"`
	CompatibilityAnnotations struct {
		Source  string    `json:"source"`
		Keys    []string  `json:"keys"`
		Kubelet string    `json:"kubelet"` // the annotation with a pool's spec.template.spec.kubelet as JSON
		Read    datedFact `json:"read"`    // versions that read them
	} `json:"compatibility_annotations"`
	RestrictedTags struct {
		Source string          `json:"source"`
		Rules  []RestrictedTag `json:"rules"`
	} `json:"restricted_tags"`
}

// V1beta1ToV1 returns the table v1beta1_to_v1. The caller must not change it.
var V1beta1ToV1 = lazyTable[ToV1]("v1beta1_to_v1")
