package main

import (
	"maps"
	"testing"
	"testing/fstest"
)

func TestFieldsOf(t *testing.T) {
	got, err := fieldsOf(`package v1beta1
type Mode string
type KubeletConfiguration struct {
	metav1.TypeMeta `+"`json:\",inline\"`"+`
	MaxPods int32 `+"`json:\"maxPods,omitempty\"`"+`
	Quota *bool `+"`json:\"cpuCFSQuota\"`"+`
	Wait metav1.Duration `+"`json:\"wait\"`"+`
	Sources []Mode `+"`json:\"sources\"`"+`
	Reserved map[string]string `+"`json:\"reserved\"`"+`
	Authorization struct1 `+"`json:\"authorization\"`"+`
}
type struct1 struct { Mode Mode `+"`json:\"mode\"`"+` }
`, "KubeletConfiguration")
	want := map[string]string{
		"apiVersion": "string", "kind": "string", "maxPods": "int32", "cpuCFSQuota": "boolean", "wait": "duration",
		"sources": "list of string", "reserved": "map of string", "authorization.mode": "string",
	}
	if err != nil || !maps.Equal(got, want) {
		t.Errorf("%v, %v", got, err)
	}
}

func TestChartValues(t *testing.T) {
	got, err := chartValues(fstest.MapFS{
		"charts/karpenter/values.yaml": {Data: []byte("settings:\n  name: a\n  gates: {a: null}\nlabels: {}\n")},
		"charts/karpenter/templates/service.yaml": {Data: []byte("{{ .Values.settings.name }}{{ with .Values.podLabels }}{{ end }}{{ " +
			".Values.settings.gates }}")},
	}, "charts/karpenter")
	want := map[string]bool{"settings.name": true, "settings.gates.a": true, "labels": true, "podLabels": true}
	if err != nil || !maps.Equal(got, want) {
		t.Errorf("%v, %v", got, err)
	}
}
