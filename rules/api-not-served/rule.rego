# METADATA
# title: The installed Karpenter version does not serve this API version
# description: |
#   The object uses an API version that the Karpenter version in this project does not serve. The API server rejects it
#   ("no matches for kind"). If CRDs of another version are still in the cluster, the API server stores the object, but
#   the controller ignores it.
#
#   | API version | Kinds | Served by Karpenter |
#   |---|---|---|
#   | `karpenter.sh/v1alpha5`, `karpenter.k8s.aws/v1alpha1` | Provisioner, Machine, AWSNodeTemplate | up to 0.32 |
#   | `karpenter.sh/v1beta1`, `karpenter.k8s.aws/v1beta1` | NodePool, NodeClaim, EC2NodeClass | 0.32 to 1.0 |
#   | `karpenter.sh/v1`, `karpenter.k8s.aws/v1` | NodePool, NodeClaim, EC2NodeClass | from 1.0, and 0.33.6+, 0.34.7+, 0.35.6+, 0.36.3+, 0.37.1+ |
#
#   The late patches of 0.33 to 0.37 serve v1 so that 1.0 can be rolled back. From 0.33.11, 0.34.12, 0.35.11, 0.36.8 and
#   0.37.6 on, the chart `karpenter-crd` omits v1 if its `webhook.enabled` is false.
#
#   A kind in an API version that never had it (`NodePool` in `karpenter.sh/v1alpha5`, `EC2NodeClass` in
#   `karpenter.sh/v1`) is reported regardless of the installed version. It comes from an incomplete migration, or from
#   using the group of the other kind.
#
#   **What to do.** Rewrite the object in an API version that is served, or install a Karpenter version that serves the
#   one it uses.
#
#   - `karplint convert FILE` converts a Provisioner or an AWSNodeTemplate to v1beta1, which is served up to 1.0.
#   - `karplint convert --to v1 FILE` converts them, and objects of v1beta1, to v1.
#
#   The finding names the command whose output is served. Without `--write` the command only shows what it would change.
#   Upgrade in the steps that Karpenter supports: to 0.32, which serves both alpha and v1beta1; then to 0.33 or later;
#   then to 1.0, which serves both v1beta1 and v1; then further.
#
#   The version comes from `--karpenter-version`, from the configuration, or from the chart installed in the same
#   project, which the finding then names. You may have read that 0.30 and 0.31 serve v1beta1: their source code
#   contains the definitions, but no chart does.
#
#   **Not reported.**
#
#   - An API version that some Karpenter version serves, if the installed version is unknown.
#   - API versions that karplint's tables do not contain, and templated ones; other API groups.
#   - Objects under a condition that seems to check the version, such as
#     `{{ if .Capabilities.APIVersions.Has "karpenter.sh/v1" }}` or `count = var.use_v1beta1 ? 1 : 0`, if some version
#     serves them.
#   - Manifests in a directory whose name marks it as unused (`archived`, `backup`, `deprecated`, …), unless the
#     installation is in it too.
#   - Templates (`pool.yaml.tpl`) in the project of a Terraform root that nothing reads, because no tool applies them as they are: neither a file
#     that karplint lists nor one beside or above the template names it, or computes the names of the files that it reads.
#   - A range of versions of which at least one serves the API.
#
#   **Information** where the installed version is the last minor that serves the API, which is 1.0 for v1beta1: it converts these objects
#   only while its webhook runs, and tools that apply them with server-side apply fight with the version that is stored.
#
#   Objects reported by this rule are not reported by KL302.
#
#   **Severity.** Warning if the installation is more than three directories away from the object: in a large collection
#   the two may belong to different clusters.
#
#   **Fix safety.** The fix converts the file, and the files with the objects that belong to it (a pool and its class),
#   as the command does. It is unsafe because defaults differ between the APIs: read the diff. There is no fix for
#   Terraform, or where the conversion leaves a decision to you; the command says which.
# related_resources:
# - description: Karpenter, v1beta1 migration
#   ref: https://karpenter.sh/v1.0/upgrading/v1beta1-migration/#upgrade-procedure
# - description: Karpenter, v1 migration
#   ref: https://karpenter.sh/v1.0/upgrading/v1-migration/#before-upgrading-to-v110
# custom:
#   id: KL301
#   severity: error
#   severity_note: warning if the installation is far away in the directory tree, info in the last minor that serves the API
#   scope: project
#   fix: unsafe
#   fix_note: converts the file; only if the conversion leaves nothing to decide
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
		"message": sprintf("Karpenter %s does not serve %s", [versions.target_text, title(object_)]),
		"why": "the API server rejects the object, or the controller ignores it",
		"help": advice(object_),
		"severity": severity(object_),
		"related": installed_version,
	},
	conversion(object_),
) if {
	some object_ in objects
	served.never(object_.value.apiVersion, object_.value.kind)
}

# A kind that its API version never had: no target version and no condition makes it valid.
report contains {
	"resource": object_.id,
	"path": ["apiVersion"],
	"message": sprintf("no version of Karpenter serves %s", [title(object_)]),
	"why": "the API server rejects the object",
	"help": sprintf("correct the kind (that API has %s) or the apiVersion (%s is in %s)", [
		concat(", ", served.kinds_of(object_.value.apiVersion)),
		object_.value.kind,
		concat(", ", served.api_versions(object_.value.kind)),
	]),
} if {
	some object_ in written
	served.nowhere(object_.value.apiVersion, object_.value.kind)
}

# The CRD chart of some releases includes v1 only if its webhook is enabled.
report contains {
	"resource": object_.id,
	"path": ["apiVersion"],
	"message": sprintf("chart karpenter-crd %s has %s only with the webhook", [versions.target_text, title(object_)]),
	"why": "its webhook.enabled is false, and the API server rejects the object",
	"help": "set webhook.enabled to true, or rewrite the object as v1beta1",
	"related": [{"resource": crd.id, "path": ["values", "webhook", "enabled"], "message": "the webhook is disabled here"}],
} if {
	count(without_webhook) > 0
	crd := without_webhook[0]
	some object_ in objects
	object_.value.apiVersion in served.table.webhook_only.api_versions
	served.by_webhook_only(versions.target)
}

# The last release that serves it.
report contains {
	"resource": object_.id,
	"path": ["apiVersion"],
	"severity": "info",
	"message": sprintf("Karpenter %s is the last to serve %s", [minor, title(object_)]),
	"why": "the object is converted only while the webhook runs, and from 1.1 on the API server rejects it",
	"help": sprintf("convert it to %q before you upgrade%s", [
		newest.api_version,
		command.convert(object_.file, "karplint convert --to v1"),
	]),
} if {
	some object_ in objects
	endswith(object_.value.apiVersion, "/v1beta1")
	minor := served.last_minor(object_.value.apiVersion, object_.value.kind)
	forms := served.forms(object_.value.kind)
	newest := forms[count(forms) - 1]
	newest.api_version != object_.value.apiVersion
}

title(resource) := sprintf("%q of %q", [resource.value.kind, resource.value.apiVersion])

# severity(resource): an installation far away in the directory tree may belong to another cluster.
severity(resource) := "warning" if far(resource)

else := "error"

far(resource) if {
	resource.block == ""
	count(installations.controllers) > 0
	every controller in installations.controllers {
		distance(directories(controller.file), directories(resource.file)) > 3
	}
}

# distance(one, two): the number of steps up and down from one directory to the other.
distance(one, two) := (count(one) + count(two)) - (2 * common) if {
	common := max({0} | {n | some n in numbers.range(1, count(one)); array.slice(one, 0, n) == array.slice(two, 0, n)})
}

directories(file) := array.slice(split(file, "/"), 0, count(split(file, "/")) - 1)

objects := [resource | some resource in written; not fits_by_condition(resource); not resource.value.unread]

# written: the objects with a known API version, each in the file where it is written.
written := [resource |
	some resource in input.project.by_kind.Object
	is_string(resource.value.apiVersion)
	not in_a_file(resource)
]

# fits_by_condition(resource): the condition on which the object is created seems to check the version.
fits_by_condition(resource) if {
	regex.match(`(?i)capabilities|semver|version|api|alpha|beta|v1|legacy|(^|[^a-z])old([^a-z]|$)`, object.get(resource.value, "gate", ""))
}

# in_a_file(resource): Terraform reads it from a manifest of the project, which is the file to change.
in_a_file(resource) if {
	resource.block != ""
	identity(resource.value) in in_files
}

in_files := {identity(resource.value) |
	some resource in input.project.by_kind.Object
	resource.block == ""
}

identity(object_) := [object_.apiVersion, object_.kind, object_.metadata.name]

without_webhook := [crd |
	some crd in installations.crd_charts
	object.get(crd.value, ["values", "webhook", "enabled"], true) in {false, "false"}
]

advice(resource) := sprintf("upgrade to %s, the next release that does", [versions.text(next)]) if {
	next := served.next_release(resource.value.apiVersion, resource.value.kind)
}

else := sprintf("rewrite it as %q of %q%s", [successor.kind, successor.api_version, command_for(successor, resource.file)]) if {
	successor := served.successor(resource.value.kind)
}

else := "delete it, the controller creates a NodeClaim for each node"

# command_for(successor, file): the command that converts it, with ": " in front.
command_for(successor, file) := command.convert(file, calls[split(successor.api_version, "/")[1]])

# conversion(resource): an object with the fix, to merge into a report.
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

# installed_version: the installations that determine the target version; none if the command line overrides them.
installed_version := [{"resource": controller.id, "path": ["version"], "message": sprintf("Karpenter %s is installed here", [controller.value.version])} |
	some controller in installations.controllers
	versions.overlap(versions.range(controller.value.version), versions.target)
]
