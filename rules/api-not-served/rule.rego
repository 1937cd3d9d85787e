# METADATA
# title: The installed Karpenter does not serve this API version
# description: |
#   The object uses an API version that the Karpenter installed beside it does not have. The API server refuses it ("no matches for
#   kind"), or, where CRDs of another version are left in the cluster, stores it and the controller never looks at it.
#
#   | API version | Kinds | Served by Karpenter |
#   |---|---|---|
#   | `karpenter.sh/v1alpha5`, `karpenter.k8s.aws/v1alpha1` | Provisioner, Machine, AWSNodeTemplate | up to 0.32 |
#   | `karpenter.sh/v1beta1`, `karpenter.k8s.aws/v1beta1` | NodePool, NodeClaim, EC2NodeClass | 0.32 to 1.0 |
#   | `karpenter.sh/v1`, `karpenter.k8s.aws/v1` | NodePool, NodeClaim, EC2NodeClass | from 1.0, and 0.33.6+, 0.34.7+, 0.35.6+, 0.36.3+, 0.37.1+ |
#
#   The late patches of 0.33 to 0.37 serve v1 so that 1.0 can be rolled back. From 0.33.11, 0.34.12, 0.35.11, 0.36.8 and 0.37.6 on the
#   chart `karpenter-crd` leaves v1 out when its `webhook.enabled` is false.
#
#   A kind under an API version that never had it (`NodePool` of `karpenter.sh/v1alpha5`, `EC2NodeClass` of `karpenter.sh/v1`) is reported
#   whatever is installed: a half-done migration, or the group of the other kind.
#
#   **What to do.** Either write the object in an API version that is served, or install a Karpenter that serves the one it uses.
#   `karplint convert FILE` rewrites a Provisioner or an AWSNodeTemplate into v1beta1, which is served up to 1.0;
#   `karplint convert --to v1 FILE` rewrites them, and objects of v1beta1, into v1. The message names the one that writes what is served.
#   Without `--write` the command only shows what it would change.
#   Upgrade in the steps that Karpenter supports: to 0.32, where both the alpha and the v1beta1 APIs are served, then to 0.33 or
#   later, then to 1.0, where both v1beta1 and v1 are, then on.
#
#   The version is that of `--karpenter-version`, the configuration, or the chart installed in the same project, which the
#   finding then names. You may have read that 0.30 and 0.31 know v1beta1: the definitions are in their sources, but in no chart.
#
#   **Not reported.** What some version serves, where the installed one is not known; API versions that the tables do not know, or that are templates; other
#   groups; what some version serves under a condition that seems to ask for the version, such as
#   `{{ if .Capabilities.APIVersions.Has "karpenter.sh/v1" }}` or `count = var.use_v1beta1 ? 1 : 0`; manifests in a
#   directory that is put aside by its name (`archived`, `backup`, `deprecated`, …), where the
#   installation is not in it too. A range of versions is reported only if none of them serves the API. Where this rule reports, KL302
#   does not.
#
#   **Severity.** A warning where the installation that the files tell of is more than three directories away from the object: in a large
#   collection the two may be for different clusters.
#
#   **Fix safety.** The fix is the conversion of the file and of those whose objects belong to its objects, a pool and its class: the
#   same that the command writes. It is unsafe, because defaults differ between the APIs: read the diff. There is none for
#   Terraform, and none where the conversion leaves something to decide; the command says what that is.
# related_resources:
# - description: Karpenter, v1beta1 migration
#   ref: https://karpenter.sh/v1.0/upgrading/v1beta1-migration/#upgrade-procedure
# - description: Karpenter, v1 migration
#   ref: https://karpenter.sh/v1.0/upgrading/v1-migration/#before-upgrading-to-v110
# custom:
#   id: KL301
#   severity: error
#   severity_note: warning where the installation is far away in the files
#   scope: project
#   fix: unsafe
#   fix_note: the conversion of the file; only where it leaves nothing to decide
#   kinds: [Object, ChartInstallation]
#   needles: [karpenter.sh/v1, karpenter.k8s.aws/v1]
package karplint.rules.api_not_served

import data.karplint.lib.command
import data.karplint.lib.installations
import data.karplint.lib.served
import data.karplint.lib.versions

report contains object.union(
	{
		"resource": object_.id,
		"path": ["apiVersion"],
		"message": sprintf("Karpenter %s does not serve %q of %q; %s", [
			versions.target_text,
			object_.value.kind,
			object_.value.apiVersion,
			advice(object_),
		]),
		"severity": severity(object_),
		"related": installed_version,
	},
	conversion(object_),
) if {
	some object_ in objects
	served.never(object_.value.apiVersion, object_.value.kind)
}

# A kind of another API version: nothing about the target or a condition makes it right.
report contains {
	"resource": object_.id,
	"path": ["apiVersion"],
	"message": sprintf("no version of Karpenter serves %q of %q; correct one of them: that API has %s, and %s is in %s", [
		object_.value.kind,
		object_.value.apiVersion,
		concat(", ", served.kinds_of(object_.value.apiVersion)),
		object_.value.kind,
		concat(", ", served.api_versions(object_.value.kind)),
	]),
} if {
	some object_ in written
	served.nowhere(object_.value.apiVersion, object_.value.kind)
}

# The CRD chart of some releases has v1 only with its webhook.
report contains {
	"resource": object_.id,
	"path": ["apiVersion"],
	"message": sprintf("chart karpenter-crd %s has %q of %q only while its webhook.enabled is true; enable it or write the object as v1beta1", [
		versions.target_text,
		object_.value.kind,
		object_.value.apiVersion,
	]),
	"related": [{"resource": crd.id, "path": ["values", "webhook", "enabled"], "message": "the webhook is switched off"}],
} if {
	count(without_webhook) > 0
	crd := without_webhook[0]
	some object_ in objects
	object_.value.apiVersion in served.table.webhook_only.api_versions
	served.by_webhook_only
}

# severity(resource): an installation far away in the files may well be that of another cluster.
severity(resource) := "warning" if far(resource)

else := "error"

far(resource) if {
	resource.block == ""
	count(installations.controllers) > 0
	every controller in installations.controllers {
		distance(directories(controller.file), directories(resource.file)) > 3
	}
}

# distance(one, two): how many steps up and down lead from one directory to the other.
distance(one, two) := (count(one) + count(two)) - (2 * common) if {
	common := max({0} | {n | some n in numbers.range(1, count(one)); array.slice(one, 0, n) == array.slice(two, 0, n)})
}

directories(file) := array.slice(split(file, "/"), 0, count(split(file, "/")) - 1)

objects := [resource | some resource in written; not fits_by_condition(resource)]

# written: the objects of known API versions, each where it is written.
written := [resource |
	some resource in input.project.resources
	resource.kind == "Object"
	is_string(resource.value.apiVersion)
	not in_a_file(resource)
]

# fits_by_condition(resource): what decides whether the object is made seems to ask for the version.
fits_by_condition(resource) if {
	regex.match(`(?i)capabilities|semver|version|api|alpha|beta|v1|legacy|(^|[^a-z])old([^a-z]|$)`, object.get(resource.value, "gate", ""))
}

# in_a_file(resource): Terraform reads it from a manifest of the project, which is where it is changed.
in_a_file(resource) if {
	resource.block != ""
	identity(resource.value) in in_files
}

in_files := {identity(resource.value) |
	some resource in input.project.resources
	resource.kind == "Object"
	resource.block == ""
}

identity(object_) := [object_.apiVersion, object_.kind, object_.metadata.name]

without_webhook := [crd |
	some crd in installations.crd_charts
	object.get(crd.value, ["values", "webhook", "enabled"], true) in {false, "false"}
]

advice(resource) := sprintf("install %s, the next release that does", [versions.text(next)]) if {
	next := served.next_release(resource.value.apiVersion, resource.value.kind)
}

else := sprintf("write it as %q of %q%s", [successor.kind, successor.api_version, command_for(successor, resource.file)]) if {
	successor := served.successor(resource.value.kind)
}

else := "delete it, the controller makes a NodeClaim for each node itself"

# command_for(successor, file): the command that does it, with ": " in front.
command_for(successor, file) := command.convert(file, calls[split(successor.api_version, "/")[1]])

# conversion(resource): the fix, in an object to add to a report.
conversion(resource) := {"fix": {
	"title": sprintf("convert the file to %s", [successor.api_version]),
	"safety": "unsafe",
	"ops": [{"do": "convert", "to": split(successor.api_version, "/")[1]}],
}} if {
	not served.next_release(resource.value.apiVersion, resource.value.kind)
	successor := served.successor(resource.value.kind)
	command_for(successor, resource.file) != ""
}

else := {}

calls := {"v1beta1": "karplint convert", "v1": "karplint convert --to v1"}

# installed_version: the installations that say which version it is; not where the command line says another.
installed_version := [{"resource": controller.id, "path": ["version"], "message": sprintf("Karpenter %s is installed here", [controller.value.version])} |
	some controller in installations.controllers
	versions.overlap(versions.range(controller.value.version), versions.target)
]
