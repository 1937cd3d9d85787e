package terraform

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/terraform/modules"
)

const nativeRoot = `
variable "version" {
  type    = string
  default = "1.0.8"
}
variable "sets" {
  default = { a = "1", b = "2" }
}
locals {
  name = "karpenter"
}
data "aws_region" "here" {
  provider = aws.west
}
resource "helm_release" "crd" {
  chart = "karpenter-crd"
}
resource "helm_release" "karpenter" {
  count      = var.version == "" ? 0 : 1
  name       = local.name
  chart      = "karpenter"
  version    = "v${var.version}"
  skip_crds  = true
  values     = [yamlencode({ replicas = 2, region = data.aws_region.here.name }), "a: b\nc: d\n"]
  depends_on = [helm_release.crd]
  set {
    name  = "x"
    value = "1"
  }
  dynamic "set" {
    for_each = var.sets
    content {
      name  = set.key
      value = set.value
    }
  }
  lifecycle {
    ignore_changes = [version]
  }
}
resource "kubernetes_manifest" "pool" {
  for_each = toset(["a", "b"])
  manifest = {
    apiVersion = "karpenter.sh/v1"
    kind       = "NodePool"
    metadata   = { name = each.key }
    spec       = { limits = { cpu = 10 }, tags = [null, -1.5, false] }
  }
}
module "eks" {
  source    = "terraform-aws-modules/eks/aws"
  version   = "20.0.0"
  providers = { aws = aws.west }
  text      = "$${x} 50%"
}
`

const jsonRoot = `{
  "//": "The same in JSON.",
  "variable": {"version": {"type": "string", "default": "1.0.8"}, "sets": {"default": {"a": "1", "b": "2"}}},
  "locals": {"name": "karpenter"},
  "data": {"aws_region": {"here": {"provider": "aws.west"}}},
  "resource": [
    {"helm_release": {
      "crd": {"chart": "karpenter-crd"},
      "karpenter": {
        "count": "${var.version == \"\" ? 0 : 1}",
        "name": "${local.name}",
        "chart": "karpenter",
        "version": "v${var.version}",
        "skip_crds": true,
        "values": ["${yamlencode({ replicas = 2, region = data.aws_region.here.name })}", "a: b\nc: d\n"],
        "depends_on": ["helm_release.crd"],
        "set": {"name": "x", "value": "1"},
        "dynamic": {"set": {"for_each": "${var.sets}", "content": {"name": "${set.key}", "value": "${set.value}"}}},
        "lifecycle": {"ignore_changes": ["version"]}
      }
    }},
    {"kubernetes_manifest": {"pool": {
      "for_each": "${toset([\"a\", \"b\"])}",
      "manifest": {
        "apiVersion": "karpenter.sh/v1", "kind": "NodePool", "metadata": {"name": "${each.key}"},
        "spec": {"limits": {"cpu": 10}, "tags": [null, -1.5, false]}
      }
    }}}
  ],
  "module": {"eks": {"source": "terraform-aws-modules/eks/aws", "version": "20.0.0", "providers": {"aws": "aws.west"}, "text": "$${x} 50%"}}
}`

// TestJSONIsTheSame evaluates one root in both syntaxes.
func TestJSONIsTheSame(t *testing.T) {
	load := func(name, text string) *Root {
		return Load(memory{fstest.MapFS{name: &fstest.MapFile{Data: []byte(text)}}}, ".", modules.Options{})
	}
	native, json := load("main.tf", nativeRoot), load("main.tf.json", jsonRoot)
	if len(native.Errors)+len(json.Errors) > 0 || len(native.Resources) != 6 || len(json.Resources) != 6 {
		t.Fatalf("errors %v %v, %d and %d resources", native.Errors, json.Errors, len(native.Resources), len(json.Resources))
	}
	for _, r := range native.Resources {
		i := slices.IndexFunc(json.Resources, func(o *Resource) bool { return o.Address == r.Address })
		if i < 0 {
			t.Errorf("%s is not in the JSON root", r.Address)
			continue
		}
		o := json.Resources[i]
		if !model.Equal(r.Value, o.Value) || r.Gate != o.Gate || r.Kind != o.Kind || r.Node != o.Node {
			t.Errorf("%s:\n%s\n%s", r.Address, show(r.Value), show(o.Value))
		}
		if a, b := native.Edges[r.Node], json.Edges[r.Node]; !slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))) {
			t.Errorf("%s depends on %q, in JSON on %q", r.Node, a, b)
		}
		if found := o.Source.Document.Root.Get(o.Path...); found == nil || found.Span != o.Span {
			t.Errorf("%s is not at %v of the document", o.Address, o.Path)
		}
	}
}

// show writes a value on one line.
func show(v *model.Value) string {
	var b strings.Builder
	b.WriteString(v.Kind.String() + " " + v.Text)
	for _, item := range v.Items {
		b.WriteString("[" + show(item) + "]")
	}
	for _, e := range v.Entries {
		b.WriteString("{" + e.Key.Text + ": " + show(e.Value) + "}")
	}
	return b.String()
}
