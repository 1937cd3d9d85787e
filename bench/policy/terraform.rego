# The nearest that conftest comes to karplint's rules on Terraform: the same questions, asked of one file, without evaluation.
package main

releases contains {"name": name, "release": release} if {
	some name, blocks in input.resource.helm_release
	some release in blocks
}

controllers contains r if {
	some r in releases
	r.release.chart == "karpenter"
}

crd_charts contains r if {
	some r in releases
	r.release.chart == "karpenter-crd"
}

manifests contains {"name": name, "block": block, "object": object} if {
	some name, blocks in input.resource.kubectl_manifest
	some block in blocks
	yaml.is_valid(block.yaml_body)
	object := yaml.unmarshal(block.yaml_body)
}

depends(block, address) if {
	some d in object.get(block, "depends_on", [])
	contains(d, address)
}

# KL101
deny contains msg if {
	some r in controllers
	count(crd_charts) > 0
	not r.release.skip_crds
	msg := sprintf("helm_release.%s: set skip_crds", [r.name])
}

# KL102
deny contains msg if {
	some r in controllers
	count(crd_charts) == 0
	msg := sprintf("helm_release.%s: no karpenter-crd release", [r.name])
}

# KL103
deny contains msg if {
	some r in crd_charts
	not r.release.force_update
	msg := sprintf("helm_release.%s: no force_update", [r.name])
}

# KL104
deny contains msg if {
	some r in controllers
	some crd in crd_charts
	not depends(r.release, sprintf("helm_release.%s", [crd.name]))
	msg := sprintf("helm_release.%s does not depend on the CRDs", [r.name])
}

# KL105
deny contains msg if {
	some r in controllers
	some crd in crd_charts
	r.release.version != crd.release.version
	msg := sprintf("helm_release.%s: versions %s and %s differ", [r.name, r.release.version, crd.release.version])
}

# KL201
deny contains msg if {
	some pool in manifests
	pool.object.kind == "NodePool"
	some class in manifests
	class.object.kind == "EC2NodeClass"
	not depends(pool.block, sprintf("kubectl_manifest.%s", [class.name]))
	msg := sprintf("kubectl_manifest.%s does not depend on its class", [pool.name])
}

# KL202
deny contains msg if {
	some m in manifests
	m.object.kind in {"NodePool", "EC2NodeClass"}
	some r in controllers
	not depends(m.block, sprintf("helm_release.%s", [r.name]))
	msg := sprintf("kubectl_manifest.%s does not depend on the controller", [m.name])
}

# KL203
deny contains msg if {
	some r in controllers
	some m in manifests
	depends(r.release, sprintf("kubectl_manifest.%s", [m.name]))
	msg := sprintf("helm_release.%s goes before its pools", [r.name])
}

# KL204
deny contains msg if {
	some m in manifests
	m.object.kind == "NodePool"
	not m.block.wait
	msg := sprintf("kubectl_manifest.%s does not wait", [m.name])
}

# KL206
deny contains msg if {
	some type, resources in input.resource
	some name, blocks in resources
	some block in blocks
	depends(block, sprintf("%s.%s", [type, name]))
	msg := sprintf("%s.%s depends on itself", [type, name])
}

# KL301
deny contains msg if {
	some m in manifests
	endswith(m.object.apiVersion, "/v1beta1")
	some r in controllers
	semver.is_valid(r.release.version)
	semver.compare(r.release.version, "1.1.0") >= 0
	msg := sprintf("kubectl_manifest.%s: %s is not served", [m.name, m.object.apiVersion])
}

# KL308
deny contains msg if {
	some r in controllers
	semver.is_valid(r.release.version)
	semver.compare(r.release.version, "0.33.0") >= 0
	msg := sprintf("helm_release.%s: drift is on", [r.name])
}

# KL309
deny contains msg if {
	some r in controllers
	semver.is_valid(r.release.version)
	semver.compare(r.release.version, "1.0.0") < 0
	msg := sprintf("helm_release.%s: below v1", [r.name])
}

# KL403
deny contains msg if {
	some name, blocks in input.module
	some block in blocks
	some group in block.eks_managed_node_groups
	some taint in group.taints
	taint.key == "karpenter.sh/controller"
	addon := block.cluster_addons.coredns
	not addon.configuration_values
	msg := sprintf("module.%s: coredns does not tolerate the taint", [name])
}

# KL701
deny contains msg if {
	some name, blocks in input.data.aws_iam_policy_document
	some block in blocks
	some statement in block.statement
	some condition in statement.condition
	contains(condition.variable, "karpenter.sh/provisioner-name")
	msg := sprintf("data.aws_iam_policy_document.%s: old tag", [name])
}
