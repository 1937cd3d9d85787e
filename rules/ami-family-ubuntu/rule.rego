# METADATA
# title: A v1 class has amiFamily Ubuntu, which only v1beta1 accepts
# description: |
#   `amiFamily: Ubuntu` exists in `karpenter.k8s.aws/v1beta1` only. **In `karpenter.k8s.aws/v1` Kubernetes rejects
#   it,** and also an alias such as `ubuntu@latest`, because Karpenter no longer looks up Ubuntu's images.
#
#   **What to do.** Set `amiFamily: AL2`, whose user data works with Ubuntu's images, and select the image in `amiSelectorTerms`:
#
#   ```yaml
#   amiFamily: AL2
#   amiSelectorTerms:
#     - name: ubuntu-eks/k8s_1.30/images/*
#       owner: "099720109477"
#   blockDeviceMappings: # as Karpenter had it for Ubuntu
#     - deviceName: /dev/sda1
#       rootVolume: true
#       ebs: {volumeSize: 20Gi, volumeType: gp3}
#   ```
#
#   `karplint convert --to v1` does that for classes of v1beta1 with terms.
#
#   **Not reported.** Templated values.
#
#   **Fix safety.** No automatic fix: the image has to be chosen.
# related_resources:
# - description: Karpenter, v1 migration, Ubuntu
#   ref: https://karpenter.sh/v1.0/upgrading/v1-migration/#dropped-support-for-ubuntu-amifamily
# custom:
#   id: KL530
#   severity: error
#   scope: resource
#   fix: none
#   kinds: [EC2NodeClass]
#   needles: [Ubuntu, ubuntu]
#   apis: [v1]
package karplint.rules.ami_family_ubuntu

import data.karplint.facts.v1beta1_to_v1.ubuntu
import data.karplint.lib.classes

report contains {
	"resource": input.resource.address,
	"path": ["spec", "amiFamily"],
	"message": sprintf("karpenter.k8s.aws/v1 has no amiFamily %q", [ubuntu.family]),
	"why": "the API server rejects the object",
	"help": sprintf("set amiFamily: %s and select Ubuntu's images by name and owner", [ubuntu.successor]),
} if {
	classes.spec.amiFamily == ubuntu.family
}

report contains {
	"resource": input.resource.address,
	"path": ["spec", "amiSelectorTerms", i, "alias"],
	"message": sprintf("karpenter.k8s.aws/v1 has no alias %q", [term.alias]),
	"why": "the API server rejects the object: no alias selects Ubuntu's images",
	"help": sprintf("set amiFamily: %s and select Ubuntu's images by name and owner", [ubuntu.successor]),
} if {
	some i, term in classes.spec.amiSelectorTerms
	startswith(lower(term.alias), "ubuntu")
}
