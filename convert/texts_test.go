package convert_test

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/internal/testing/fuzz"
	"github.com/karplint/karplint/model"
)

func TestSelects(t *testing.T) {
	const label, command = "a: karpenter.sh/provisioner-name", "kubectl get provisioner"
	for _, c := range []struct {
		path, text string
		want       bool
	}{
		{"a.yaml", label, true},
		{"a.yaml", "provisioner: ebs.csi.aws.com", false},
		{"a.yaml", `"aws:ResourceTag/karpenter.sh/nodepool": "*"`, true},
		{"a.yaml", "key: karpenter.sh/disruption", true},
		{"a.yaml", `path: /metadata/annotations/karpenter.sh~1do-not-evict`, true},
		{"a.yaml", "apiGroups: [karpenter.sh]\nresources: [machines]", true},
		{"a.yaml", "resources: [machines]", false},
		{"kustomization.yaml", "", true},
		{"bin/run.sh", command, true},
		{"bin/run.sh", "kind: NodePool", false}, // a script does not say what there is
		{"Makefile", "kubectl get sc", false},
		{"terraform.tfstate", label, false},
		{"prod/terraform.tfstate.backup", label, false},
		{".terraform.lock.hcl", label, false},
	} {
		if got := convert.Selects(c.path, []byte(c.text)); got != c.want {
			t.Errorf("Selects(%q, %q) is %v", c.path, c.text, got)
		}
	}
}

func TestIsScript(t *testing.T) {
	for path, want := range map[string]bool{
		"run.sh": true, "a/b.bash": true, "Makefile": true, "a/GNUmakefile": true, "rules.mk": true, "Jenkinsfile": true, "ci/Jenkinsfile.prod": true,
		"pool.tpl": true, "a/pool.tftpl": true, "iam.json.tpl": true, "pool.yaml.tpl": false, "pool.yml.j2": false, "pool.tpl.yaml": false,
		"run.yaml": false, "Makefile.yaml": false, ".github/workflows/test.yml": false, "sh": false,
	} {
		if got := convert.IsScript(path); got != want {
			t.Errorf("IsScript(%q) is %v", path, got)
		}
	}
}

// FuzzTexts converts texts inside a manifest, in several styles: nothing may panic, the result must parse, and converting it again
// changes nothing.
func FuzzTexts(f *testing.F) {
	fuzz.Archives(f, func(archive *txtar.Archive) {
		for _, file := range archive.Files {
			if !strings.HasPrefix(file.Name, "want/") && len(file.Data) < 4000 {
				f.Add(string(file.Data))
			}
		}
	}, "../testdata/golden/convert/*.txtar")
	for _, text := range tomls {
		f.Add(text)
	}
	var converters []*convert.Converter
	for _, opts := range []convert.Options{{}, {KarpenterVersion: "0.33.0"}, {To: convert.V1}} {
		c, err := convert.New(opts)
		if err != nil {
			f.Fatal(err)
		}
		converters = append(converters, c)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, c := range converters {
			for _, manifest := range manifests(text) {
				fuzz.Bounded(t, len(manifest), func() { checkText(t, c, []byte(manifest)) })
			}
		}
	})
}

var tomls = []string{
	"[settings.kubernetes.node-labels]\n\"karpenter.sh/provisioner-name\" = \"a\" # b\n",
	"a.node-labels.\"karpenter.sh/provisioner-name\" = 'a'",
	"node-labels = {\"karpenter.sh/provisioner-name\" = \"a\"}\nl = [{key = \"karpenter.sh/provisioner-name\", operator = \"DoesNotExist\"}]\n",
	"--node-labels=a=b,karpenter.sh/provisioner-name={{ .A }},c=d --node-labels 'karpenter.sh/provisioner-name=a'",
}

// manifests returns a manifest for each style that a text may be written in.
func manifests(text string) []string {
	var block strings.Builder
	for line := range strings.Lines(text) {
		block.WriteString("    " + line)
	}
	return []string{
		"kind: ConfigMap\ndata:\n  a: |\n" + block.String() + "\n  b: c\n",
		"kind: ConfigMap\ndata:\n  a: >-\n" + block.String(),
		"kind: ConfigMap\ndata: {a: '" + strings.ReplaceAll(text, "'", "''") + "'}\n",
		"{\"kind\": \"ConfigMap\", \"data\": {\"a\": " + strconv.Quote(text) + "}}",
		"apiVersion: karpenter.k8s.aws/v1alpha1\nkind: AWSNodeTemplate\nspec:\n  role: a\n  userData: |-\n" + block.String(),
	}
}

func checkText(t *testing.T, c *convert.Converter, data []byte) {
	t.Helper()
	for _, out := range c.Files([]*model.File{model.NewFile("a.yaml", data)}) {
		if unread(out.Path, out.After) > unread(out.Path, out.Before) {
			t.Fatalf("does not parse\n%s\nwas\n%s", out.After, data)
		}
		for _, again := range c.Files([]*model.File{model.NewFile("a.yaml", out.After)}) {
			if !bytes.Equal(again.After, out.After) {
				t.Fatalf("again\n%s\nwas\n%s\nof\n%s", again.After, out.After, data)
			}
		}
	}
}
