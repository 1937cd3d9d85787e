package hostile

import (
	"fmt"
	"strings"
)

// wideModules are modules with many parts side by side.
var wideModules = []Input{
	{Name: "terraform-templatefile-chain-1000", Write: func(t Tree) error {
		for i := range t.count(1000) {
			if err := t.text(fmt.Sprintf("f%d.tpl", i), fmt.Sprintf("# ${a}\n${templatefile(\"${path.module}/f%d.tpl\", { a = \"${a}x\" })}\n", i+1)); err != nil {
				return err
			}
		}
		return t.text("main.tf", release+"resource \"kubectl_manifest\" \"a\" {\n  yaml_body = templatefile(\"${path.module}/f0.tpl\", { a = \"karpenter.sh\" })\n}\n")
	}},
	terraform("terraform-moved-chain-20000", func(p *printer) {
		for i := range p.count(20000) {
			p.print("moved {\n  from = kubectl_manifest.a%d\n  to   = kubectl_manifest.a%d\n}\n", i, i+1)
		}
	}),
	several("terraform-overrides-20000",
		part{"main.tf", func(p *printer) { p.print("%s", release); p.repeat(20000, "resource \"null_resource\" \"r%d\" {}\n") }},
		part{"a_override.tf", func(p *printer) { p.repeat(20000, "resource \"null_resource\" \"r%d\" {\n  count = 2\n}\n") }}),
	terraform("terraform-kinds-of-blocks-50000", func(p *printer) {
		p.print("resource \"helm_release\" \"k\" {\n  name = \"karpenter\"\n  chart = \"karpenter\"\n")
		p.repeat(25000, "  k%d {}\n  provisioner \"l%d\" {}\n")
		p.print("}\n")
	}),
	{Name: "terraform-root-of-10000-files", Write: func(t Tree) error {
		for i := range t.count(10000) {
			if err := t.text(fmt.Sprintf("f%d.tf", i), fmt.Sprintf("locals {\n  a%d = \"karpenter.sh/provisioner-name\"\n}\n", i)); err != nil {
				return err
			}
		}
		return t.text("main.tf", release)
	}},
	terraform("terraform-depends-on-a-list-of-50000", func(p *printer) {
		p.print("resource \"kubectl_manifest\" \"a\" {\n  yaml_body = \"apiVersion: karpenter.sh/v1\\nkind: NodePool\\nmetadata: {name: a}\"\n  depends_on = [\n")
		p.repeat(50000, "    null_resource.r%d,\n")
		p.print("  ]\n}\n")
	}),
	several("terraform-providers-2000",
		fixed("m/main.tf", strings.Replace(release, "}\n", "  provider = helm.a\n}\n", 1)),
		part{"main.tf", func(p *printer) {
			p.repeat(2000, "provider \"helm\" {\n  alias = \"a%d\"\n}\nmodule \"m%d\" {\n  source = \"./m\"\n  providers = { helm.a = helm.a%d }\n}\n")
		}}),
	terraform("terraform-policy-statements-5000", func(p *printer) {
		p.print("data \"aws_iam_policy_document\" \"a\" {\n")
		p.repeat(5000, "  statement {\n    sid       = \"s%d\"\n    actions   = [\"ec2:RunInstances\"]\n    resources = [\"*\"]\n    condition {\n      test     = \"StringEquals\"\n      variable = \"aws:RequestTag/karpenter.sh/provisioner-name\"\n      values   = [\"a%d\"]\n    }\n  }\n")
		p.print("}\n")
	}),
	terraform("terraform-node-groups-5000", func(p *printer) {
		p.print("module \"eks\" {\n  source  = \"terraform-aws-modules/eks/aws\"\n  version = \"20.0.0\"\n  eks_managed_node_groups = {\n")
		p.repeat(5000, "    g%d = { labels = { \"karpenter.sh/provisioner-name\" = \"a%d\" }, taints = { a = { key = \"karpenter.sh/controller\", value = \"true\", effect = \"NO_SCHEDULE\" } } }\n")
		p.print("  }\n}\n")
	}),
	terraform("terraform-heredoc-of-5000-documents", func(p *printer) {
		p.print("resource \"kubectl_manifest\" \"a\" {\n  yaml_body = <<-E\n")
		p.repeat(5000, "    ---\n    apiVersion: karpenter.sh/v1alpha5\n    kind: Provisioner\n    metadata: {name: p%d}\n    spec: {providerRef: {name: a}, ttlSecondsAfterEmpty: 30}\n")
		p.print("  E\n}\n")
	}),
	several("terraform-file-documents-3000",
		fixed("main.tf", release+"data \"kubectl_file_documents\" \"a\" {\n  content = file(\"${path.module}/pools.yaml\")\n}\nresource \"kubectl_manifest\" \"a\" {\n  for_each  = data.kubectl_file_documents.a.manifests\n  yaml_body = each.value\n}\n"),
		part{"pools.yaml", func(p *printer) {
			p.repeat(3000, "---\n"+strings.Replace(provisioner, "name: default", "name: p%d", 1))
		}}),
	terraform("terraform-a-line-of-5-MB", func(p *printer) {
		p.print("locals { a = [")
		p.repeat(200000, "\"karpenter.sh/a%d\", ")
		p.print("] }\n")
	}),
	terraform("terraform-functions-beside-each-other-20000", func(p *printer) {
		p.print("locals {\n  a = concat(")
		p.repeat(20000, "[upper(\"karpenter-%d\")], ")
		p.print("[])\n}\nresource \"kubectl_manifest\" \"a\" {\n  yaml_body = yamlencode({ apiVersion = \"karpenter.sh/v1\", kind = \"NodePool\", spec = local.a })\n}\n")
	}),
	terraform("terraform-splats-120000", func(p *printer) { p.repeat(120_000, "a%d=x[*]\n") }),
	terraform("terraform-splats-in-a-list", func(p *printer) {
		p.print("locals {\n  karpenter = [")
		p.repeat(100_000, "x[*],")
		p.print("]\n}\n")
	}),
	terraform("terraform-splats-beside-each-other", func(p *printer) {
		for range 2 {
			p.print("locals {\n  karpenter = [")
			p.repeat(80_000, "x[*],")
			p.print("]\n}\n")
		}
	}),
	terraform("terraform-text-of-100000-parts", func(p *printer) {
		p.print("resource \"kubectl_manifest\" \"a\" {\n  yaml_body = <<-E\n    apiVersion: karpenter.sh/v1\n    kind: NodePool\n    metadata: {name: a}\n    spec:\n")
		p.repeat(50000, "      k%d: ${var.a}-${local.b}\n")
		p.print("  E\n}\n")
	}),
}
