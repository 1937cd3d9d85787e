package karplint.rules.user_data_for_family_test

import data.karplint.lib.given
import data.karplint.rules.user_data_for_family

class(spec) := given.resource({"apiVersion": "karpenter.k8s.aws/v1", "kind": "EC2NodeClass", "metadata": {"name": "default"}, "spec": spec}, "1.8.1")

reports(spec) := found if {
	found := user_data_for_family.report with input as class(spec)
}

of(alias, text) := {"amiSelectorTerms": [{"alias": alias}], "userData": text}

nodeconfig := "apiVersion: node.eks.aws/v1alpha1\nkind: NodeConfig\nspec: {}\n"

mime := "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=\"//\"\n\n--//\nContent-Type: application/node.eks.aws\n\n"

test_other_form if {
	every case in [
		["bottlerocket@latest", "#!/bin/bash\necho"],
		["bottlerocket@latest", nodeconfig],
		["bottlerocket@latest", concat("", [mime, nodeconfig])],
		["bottlerocket@latest", "/etc/eks/bootstrap.sh shop"],
		["bottlerocket@latest", base64.encode("[settings.kubernetes]\nmax-pods = 50\n")],
		["al2@latest", nodeconfig],
		["al2@latest", "# pods\n[settings.kubernetes]\nmax-pods = 50\n"],
		["al2@latest", base64.encode("#!/bin/bash\necho")],
		["al2023@latest", "#cloud-config\nruncmd: [ls]\n"],
		["al2023@latest", "[settings.kubernetes]\nmax-pods = 50\n"],
		["al2023@latest", "<powershell>\n</powershell>"],
		["windows2022@latest", base64.encode("<powershell>")],
	] {
		count(reports(of(case[0], case[1]))) == 1
	}
}

test_right_form if {
	every case in [
		["bottlerocket@latest", "[settings.kubernetes]\nmax-pods = 50\n"],
		["bottlerocket@latest", "settings.kubernetes.max-pods = 50\n"],
		["al2@latest", "#!/bin/bash\n/etc/eks/bootstrap.sh shop"],
		["al2@latest", "#cloud-config\nruncmd: [ls]\n"],
		["al2023@latest", nodeconfig],
		["al2023@latest", concat("", [mime, nodeconfig])],
		["al2023@latest", "#!/bin/bash\necho"],
		["windows2022@latest", "Write-Host hello"],
		["own@latest", "#!/bin/bash"],
		["al2023@latest", "some words"],
	] {
		reports(of(case[0], case[1])) == set()
	}
}

test_words if {
	some found in reports(of("bottlerocket@latest", "#!/bin/bash"))
	found.message == "userData is a script, and Bottlerocket takes TOML"
	found.why == "Karpenter answers \"invalid UserData\", and starts no node"
	found.help == "write TOML"
	some other in reports(of("al2023@latest", "#cloud-config\n"))
	other.why == "Karpenter passes it on as a NodeConfig, nodeadm refuses it, and the node does not join"
	other.help == "make it a part of MIME with the type text/cloud-config"
}

test_bootstrap if {
	every line in ["/etc/eks/bootstrap.sh shop", "  sudo -E /etc/eks/bootstrap.sh", "exec /etc/eks/bootstrap.sh shop"] {
		some found in reports(of("al2023@latest", sprintf("#!/bin/bash\n%s\n", [line])))
		found.word == "/etc/eks/bootstrap.sh"
	}
	every line in [
		"# /etc/eks/bootstrap.sh shop",
		"sed -i s/a/b/ /etc/eks/bootstrap.sh",
		"if [ -x /etc/eks/bootstrap.sh ]; then\n  /etc/eks/bootstrap.sh shop\nfi",
		"cat > /etc/eks/bootstrap.sh\n/etc/eks/bootstrap.sh",
		"echo bootstrap.sh",
	] {
		reports(of("al2023@latest", sprintf("#!/bin/bash\n%s\n", [line]))) == set()
	}
}

test_part_for_another_family if {
	some found in reports(of("al2@latest", concat("", [mime, nodeconfig])))
	found.word == "NodeConfig"
}

# amiFamily decides before the alias.
test_family if {
	reports(object.union(of("bottlerocket@latest", "#!/bin/bash"), {"amiFamily": "Custom"})) == set()
	reports({"amiFamily": {"$unknown": "var.family"}, "amiSelectorTerms": [{"alias": "al2@latest"}], "userData": nodeconfig}) == set()
	reports({"$open": true, "amiSelectorTerms": [{"alias": "al2@latest"}], "userData": nodeconfig}) == set()
	count(reports({"amiFamily": "AL2", "amiSelectorTerms": [{"id": "ami-1"}], "userData": nodeconfig})) == 1
}

test_templates if {
	count(reports(of("bottlerocket@latest", {"$unknown": "<<-EOT\n#!/bin/bash\necho ${var.name}\nEOT"}))) == 1
	count(reports(of("bottlerocket@latest", {"$unknown": "\"#!/bin/bash\\necho ${var.name}\""}))) == 1
	count(reports(of("al2023@latest", {"$unknown": "|\n  #!/bin/bash\n  /etc/eks/bootstrap.sh {{ .Values.cluster }}\n"}))) == 1
	count(reports(of("al2023@latest", {"$unknown": "base64encode(templatefile(\"x\"))"}))) == 1
	count(reports(of("al2@latest", {"$unknown": "|-\n    apiVersion: node.eks.aws/v1alpha1\n    kind: NodeConfig\n    spec: {{ .Values.x }}"}))) == 1
	every text in [
		"file(\"user-data.sh\")",
		"{{ .Values.userData }}",
		"|\n#!/bin/bash\n{{- if .Values.old }}\n/etc/eks/bootstrap.sh\n{{- end }}\n",
		"<<-EOT\n#!/bin/bash\n%{ if var.old }\n/etc/eks/bootstrap.sh\n%{ endif }\nEOT",
	] {
		reports(of("al2023@latest", {"$unknown": text})) == set()
	}
}

custom(term) := {
	"amiFamily": "Custom",
	"amiSelectorTerms": [term],
	"subnetSelectorTerms": [{"id": "subnet-1"}],
	"securityGroupSelectorTerms": [{"id": "sg-1"}],
}

test_custom if {
	some found in reports(custom({"name": "bottlerocket-aws-k8s-1.32-x86_64-v1.40*", "owner": "amazon"}))
	found.help == "set amiFamily: Bottlerocket, or write userData"
	some other in reports(custom({"alias": "al2@latest"}))
	other.message == "amiFamily is Custom without userData, and alias \"al2@latest\" needs some to join"
}

test_custom_images_of_ones_own if {
	every term in [{"name": "shop-*"}, {"id": "ami-1"}, {"name": "amazon-eks-node-1.32-*", "owner": "self"}, {"name": "amazon-eks-node-1.32-*", "tags": {"a": "b"}}] {
		reports(custom(term)) == set()
	}
	reports(object.union(custom({"alias": "al2@latest"}), {"userData": "#!/bin/bash"})) == set()
	reports(object.union(custom({"alias": "al2@latest"}), {"userData": {"$unknown": "var.user_data"}})) == set()
}

# A patch, and a class that has its user data from a patch.
test_patches if {
	patch := {"resource": {"patches": [{"spec": {"userData": "x"}}]}}
	patched := user_data_for_family.report with input as object.union(class(custom({"alias": "al2@latest"})), patch)
	patched == set()
	changed := user_data_for_family.report with input as object.union(class(of("al2@latest", nodeconfig)), patch)
	changed == set()
	itself := user_data_for_family.report with input as object.union(class(of("al2@latest", nodeconfig)), {"resource": {"patch": true}})
	itself == set()
}
