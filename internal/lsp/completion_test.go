package lsp_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	protocol "github.com/tliron/glsp/protocol_3_16"
)

// TestCompletionFromNothing: a person who writes an object from its first line gets the fields and values that come next. | is the cursor.
func TestCompletionFromNothing(t *testing.T) {
	const pool = "apiVersion: karpenter.sh/v1\nkind: NodePool\nspec:\n  template:\n    spec:\n      nodeClassRef:\n"
	const inHCL = "resource \"kubernetes_manifest\" \"pool\" {\n  manifest = {\n"
	const class = "    apiVersion = \"karpenter.k8s.aws/v1\"\n    kind = \"EC2NodeClass\"\n    spec = {\n"
	const types = "    apiVersion = \"karpenter.sh/v1\"\n    kind = \"NodePool\"\n    spec = {\n      template = {\n        spec = {\n" +
		"          requirements = [{\n            key = \"kubernetes.io/arch\"\n            values = [\n"
	const inJSON = "{\n  \"apiVersion\": \"karpenter.sh/v1\",\n  \"kind\": \"NodePool\",\n  \"spec\": {\n"
	for _, c := range []struct{ file, text, want string }{
		{"new.yaml", "|", "apiVersion: ,kind: "},
		{"new.yaml", "api|", "apiVersion: ,kind: "},
		{"new.yaml", "# pools\n---\napiVersion: karpenter.k8s.aws/v1\n|", "kind: "},
		{"new.yaml", "kind: NodePool\n|", "apiVersion: "},
		{"new.yaml", "{{- if .Values.pool }}\n|\n{{- end }}\n", "apiVersion: ,kind: "},
		{"new.yaml", "apiVersion: apps/v1\n|", ""},
		{"new.yaml", "services:\n  web: {}\n|", ""},
		{"new.yaml", "#!/bin/sh\nset -e\n|\n", ""},
		{"new.yaml", "extra:\n  - apiVersion: karpenter.k8s.aws/v1\n    kind: |\n", "EC2NodeClass"},
		{"new.yaml", "apiVersion: apps/v1\nkind: Deployment\nspec:\n  of:\n    kind: |\n", ""},
		{"new.yaml", pool + "        group: |", "karpenter.k8s.aws"},
		{"new.yaml", pool + "        kind: |", "EC2NodeClass"},
		{"new.yaml", pool + "        kind: {{ |", ""},
		{"new.yaml", "apiVersion: karpenter.sh/v1\nkind: NodeClaim\nspec:\n  nodeClassRef:\n    kind: |", "EC2NodeClass"},
		{"new.yaml", "apiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nspec:\n  providerRef:\n    kind: |", "AWSNodeTemplate"},
		{"new.yaml", "apiVersion: karpenter.sh/v1\nkind: NodePool\nspec:\n  disruption:\n    kind: |", ""},
		{"new.yaml", pool + "        kind: {{ .Values.kind }}|", "EC2NodeClass"},
		{"new.json", "{\n  \"kind\": \"|\"\n}\n", "EC2NodeClass,NodeClaim,NodeOverlay,NodePool"},
		{"new.tf", "|", ""},
		{"new.tf", inHCL + "    |\n  }\n}\n", ""},
		{"new.tf", inHCL + "    apiVersion = |\n  }\n}\n", `"karpenter.k8s.aws/v1","karpenter.sh/v1","karpenter.sh/v1alpha1"`},
		{"new.tf", inHCL + "    apiVersion = \"karpenter.sh/v1\"\n    |\n  }\n}\n", "kind = "},
		{"new.tf", inHCL + "    apiVersion = \"karpenter.sh/v1\"\n    kind       = |\n  }\n}\n", `"NodeClaim","NodePool"`},
		{"new.tf", "resource \"x\" \"y\" {\n  subject {\n    kind = |\n  }\n}\n", ""},
		{"new.tf", "resource \"x\" \"y\" {\n  yaml_body = <<-YAML\n    |\n  YAML\n}\n", "apiVersion: ,kind: "},
		{"new.tf", "resource \"x\" \"y\" {\n  user_data = <<-SH\n    set -e\n    |\n  SH\n}\n", ""},
		{"new.tf", inHCL + class + "      associatePublicIPAddress = |\n    }\n  }\n}\n", "false,true"},
		{"new.tf", inHCL + class + "      metadataOptions = {\n        httpPutResponseHopLimit = |\n      }\n    }\n  }\n}\n", "1"},
		{"new.tf", inHCL + class + "      metadataOptions = |\n    }\n  }\n}\n", ""},
		{"new.tf", inHCL + class + "      amiSelectorTerms = [\n        |\n      ]\n    }\n  }\n}\n", ""},
		{"new.tf", inHCL + types + "              |\n            ]\n", `"amd64","arm64"`},
		{"new.tf", inHCL + types + "              \"|\n            ]\n", "amd64,arm64"},
		{"new.json", inJSON + "    \"disruption\": {\n      \"consolidationPolicy\": |\n", `"WhenEmpty","WhenEmptyOrUnderutilized"`},
		{"new.json", inJSON + "    \"disruption\": {\n      |\n", `"budgets": ,"consolidateAfter": ,"consolidationPolicy": `},
		{"new.json", inJSON + "    \"disruption\": {\n      \"con|\n", "budgets,consolidateAfter,consolidationPolicy"},
		{"new.json", inJSON + "    \"disruption\": |\n", ""},
	} {
		client := startClient(t, put(t, map[string]string{".karplint.yaml": "karpenter-version: 1.8.1\n"}), nil)
		before, after, _ := strings.Cut(c.text, "|")
		client.openText(c.file, before+after)
		client.await(c.file)
		line := strings.Count(before, "\n")
		place := at(uint32(line), uint32(len(before)-1-strings.LastIndex(before, "\n"))) //nolint:gosec // the texts are short
		m := client.request("textDocument/completion", map[string]any{"textDocument": map[string]any{"uri": client.uri(c.file)}, "position": place})
		var list struct {
			Items []struct{ TextEdit protocol.TextEdit }
		}
		if err := json.Unmarshal(m.Result, &list); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, item := range list.Items {
			got = append(got, item.TextEdit.NewText)
		}
		if slices.Sort(got); strings.Join(got, ",") != c.want {
			t.Errorf("%q: %q, want %q", c.text, strings.Join(got, ","), c.want)
		}
		client.stop()
	}
}
