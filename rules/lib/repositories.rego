# METADATA
# title: Where the charts of Karpenter come from, and how their versions are written there
# description: >-
#   Up to 0.16 they are in a repository of Helm, charts.karpenter.sh; from 0.17 in a registry, in which the version is a tag: Helm finds an
#   exact version only as it is written there. Facts are in facts/chart_changes.yaml.
package karplint.lib.repositories

import data.karplint.lib.installations
import data.karplint.lib.versions

facts := data.karplint.facts.chart_changes

# releases: the installations of both charts by Helm, as opposed to eksctl, which writes the version itself.
releases := [release |
	some release in array.concat(installations.controllers, installations.crd_charts)
	release.value.via != "eksctl"
]

# from_registry(release): the charts certainly come from Karpenter's registry, perhaps through a cache of ECR.
from_registry(release) if {
	regex.match(`^(?:oci://)?(?:public\.ecr\.aws|[\w.-]+\.amazonaws\.com/ecr-public)/karpenter/?$`, release.value.repository)
}

# from_old_home(release): the charts certainly come from the repository of the charts before 0.17.
from_old_home(release) if regex.match(`^https?://charts\.karpenter\.sh/?$`, release.value.repository)

# in_registry(interval): all of the versions are in the registry; before_registry: none of them.
in_registry(interval) if interval.since >= versions.exact(facts.prefixed.since)

before_registry(interval) if interval.until <= versions.exact(facts.prefixed.since)

# tag(version): the version as the charts have it, with or without a v in front.
tag(version) := concat("", [prefix(version), versions.text(version)])

prefix(version) := "v" if {
	version >= versions.exact(facts.prefixed.since)
	version < versions.exact(facts.prefixed.until)
} else := ""
