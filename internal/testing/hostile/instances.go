package hostile

// instances are resources that count and for_each repeat.
var instances = []Input{
	several("terraform-instances-of-modules-256-by-256",
		fixed("main.tf", "module \"m\" {\n  source   = \"./m\"\n  for_each = toset([for i in range(256) : \"k${i}\"])\n  x        = each.value\n}\n"),
		fixed("m/main.tf", "variable \"x\" {}\nmodule \"n\" {\n  source   = \"../n\"\n  for_each = toset([for i in range(256) : \"k${i}\"])\n  x        = \"${var.x}-${each.value}\"\n}\n"),
		part{"n/main.tf", func(p *printer) {
			p.print("variable \"x\" {}\n")
			p.repeat(50, "resource \"kubectl_manifest\" \"r%d\" {\n  yaml_body = <<-E\n    apiVersion: karpenter.sh/v1alpha5\n    kind: Provisioner\n    metadata: {name: \"${var.x}\"}\n    spec: {providerRef: {name: a}}\n  E\n}\n")
		}}),
	terraform("terraform-instances-with-dynamic-blocks", func(p *printer) {
		p.repeat(10, "resource \"aws_security_group\" \"r%d\" {\n  count = 256\n  name  = \"karpenter-${count.index}\"\n  dynamic \"ingress\" {\n    for_each = range(1000)\n    content {\n      from_port = ingress.value\n      to_port   = count.index\n    }\n  }\n}\n")
	}),
	terraform("terraform-instances-of-blocks", func(p *printer) {
		p.print("resource \"aws_security_group\" \"karpenter\" {\n  count = 256\n")
		p.repeat(20000, "  ingress { from_port = %d }\n")
		p.print("}\n")
	}),
	instancesOf("terraform-instances-of-heredocs", "${count.index}"),
	instancesOf("terraform-instances-of-plain-heredocs", "a"),
}

// instancesOf has 256 instances of each of 12 long texts, each of which has an object named after name.
func instancesOf(title, name string) Input {
	return terraform(title, func(p *printer) {
		for i := range 12 {
			p.print("resource \"kubectl_manifest\" \"r%d\" {\n  count     = 256\n  yaml_body = <<-E\n    apiVersion: karpenter.sh/v1alpha5\n    kind: Provisioner\n    metadata: {name: \"%s\"}\n    spec: {providerRef: {name: a}, ttlSecondsAfterEmpty: 30}\n", i, name)
			p.repeat(2000, "    k%d: \"a b\"\n")
			p.print("  E\n}\n")
		}
	})
}
