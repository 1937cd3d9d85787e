package runbook

import "encoding/json"

// MarshalJSON returns an installation for the JSON report: its place, tool, version of Kubernetes and objects.
func (i *Installation) MarshalJSON() ([]byte, error) {
	type object struct {
		Place
		APIVersion string `json:"apiVersion"`
		Kind       string `json:"kind"`
		Name       string `json:"name"`
	}
	objects := []object{}
	for _, o := range i.Objects {
		objects = append(objects, object{o.Place, o.APIVersion, o.Kind, o.Name})
	}
	return json.Marshal(struct {
		Place
		Name       string   `json:"name"`
		Tool       string   `json:"tool"`
		Kubernetes int      `json:"kubernetes,omitempty"` // the minor
		Objects    []object `json:"objects"`
	}{i.place(), i.Name, i.tool(), i.Cluster.Minor, objects})
}
