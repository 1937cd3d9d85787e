package convert_test

import (
	"strings"
	"testing"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/model"
)

// TestTextAtTheEnd checks a block scalar that ends a file without a newline. Helm adds one to what a template renders, so the text has it; in a plain
// file, or where Terraform reads the file, it has none.
func TestTextAtTheEnd(t *testing.T) {
	const class = `apiVersion: karpenter.k8s.aws/v1beta1
kind: EC2NodeClass
metadata: {name: a}
spec:
  amiFamily: AL2023
  role: nodes
  subnetSelectorTerms: [{tags: {a: b}}]
  securityGroupSelectorTerms: [{tags: {a: b}}]
  userData: |
    #!/bin/bash
    echo "{{ .Values.text }}"`
	for _, c := range []struct {
		file, header, other string
	}{
		{"chart/templates/class.yaml", "|", "chart/Chart.yaml"},
		{"chart/templates/classes/class.yaml", "|", "chart/Chart.yaml"},
		{"chart/templates/class.yaml", "|-", "chart/main.tf"},
		{"chart/class.yaml", "|-", "chart/Chart.yaml"},
	} {
		converter, err := convert.New(convert.Options{To: convert.V1, Exists: func(file string) bool { return file == c.other }})
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{class, strings.Replace(class, "{{ .Values.text }}", "text", 1)} {
			out := converter.Files([]*model.File{model.NewFile(c.file, []byte(text))})
			if len(out) != 1 || string(out[0].Before) != text || !strings.HasSuffix(string(out[0].After), "httpPutResponseHopLimit: 2") {
				t.Fatalf("%s beside %s: %s", c.file, c.other, out[0].After)
			}
			if header := "userData: " + c.header + "\n"; !strings.Contains(string(out[0].After), header) {
				t.Errorf("%s beside %s: no %q in %s", c.file, c.other, header, out[0].After)
			}
		}
	}
}
