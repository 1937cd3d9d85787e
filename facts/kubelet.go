package facts

// kubeletTable is the table kubelet. That file explains each field and its source.
type kubeletTable struct {
	Open     Releases            `json:"open"`
	Fields   map[string]string   `json:"fields"`
	Owned    []string            `json:"owned"`
	Signals  []string            `json:"signals"`
	Reserved []string            `json:"reserved"`
	Applied  []string            `json:"applied"`
	Families []string            `json:"families"`
	Whole    []string            `json:"whole"`
	Single   []string            `json:"single"`
	Lacking  map[string][]string `json:"lacking"`
}

// Kubelet returns the table kubelet. The caller must not change it.
var Kubelet = lazyTable[kubeletTable]("kubelet")
