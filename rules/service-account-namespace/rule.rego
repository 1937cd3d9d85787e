# METADATA
# title: The controller runs in a different namespace from the one its role trusts
# description: |
#   The controller gets its IAM role by its service account: a trust policy (IRSA) or a Pod Identity association names the
#   account and its namespace. If Karpenter runs in another namespace, AWS gives it no role: every request fails, and
#   the controller does not start. This happens when the chart moves from `karpenter` to `kube-system`, as Karpenter
#   recommends since 0.33, or when a module changes its default: the karpenter submodule of terraform-aws-eks trusts
#   `karpenter:karpenter` with IRSA and associates `kube-system:karpenter` with Pod Identity.
#
#   **What to do.** Write the namespace of the release into the trust policy or the association. While you move the release, allow
#   both.
#
#   **Not reported.** Service accounts of another name; a namespace that a variable or a template gives; a release whose service
#   account has another role that fits, or whose name depends on unknown values; a release that is installed elsewhere, unless it is the
#   only one near a Terraform root without an installation, such as an Application of Argo CD.
#
#   **Fix safety.** No automatic fix: either of the two may be wrong.
# related_resources:
# - description: Karpenter, upgrade guide, 0.33.0
#   ref: https://karpenter.sh/docs/upgrading/upgrade-guide/
# custom:
#   id: KL705
#   severity: error
#   scope: project
#   fix: none
#   kinds: [ServiceAccount]
#   needles: [karpenter]
package karplint.rules.service_account_namespace

import data.karplint.lib.installations
import data.karplint.lib.values

report contains {
	"resource": account.id,
	"path": ["namespace"],
	"message": sprintf("%s is for namespace %q, but release %q runs in %q", [
		subject(account),
		account.value.namespace,
		release.value.name,
		release.value.namespace,
	]),
	"why": sprintf("service account %q gets no role there, and the controller does not start", [account.value.name]),
	"help": sprintf("write %q", [release.value.namespace]),
} if {
	some account in accounts
	is_string(account.value.namespace)
	not contains(account.value.namespace, "*")
	releases := [release | some release in installations.running; of_one_cluster(account, release); uses(release, account)]
	count(releases) > 0
	every release in releases {
		certain(release)
		not fits(account, release)
		not served(release)
	}
	release := releases[0]
}

accounts := object.get(input.project.by_kind, "ServiceAccount", [])

subject(account) := "the role of the module" if account.value.via == "module"

else := sprintf("the %s", [account.value.via])

# of_one_cluster(account, release): both may be of one cluster.
of_one_cluster(account, release) if object.get(account.value, "cluster", "") == object.get(release.value, "cluster", "")

of_one_cluster(account, _) if not account.value.cluster

of_one_cluster(_, release) if not release.value.cluster

# uses(release, account): the release runs with a service account of that name.
uses(release, account) if {
	is_string(account.value.name)
	account.value.name == account_name(release)
}

# account_name(release): the name of its service account, as the chart chooses it; undefined if a value may change it.
account_name(release) := name if {
	name := release.value.values.serviceAccount.name
	is_string(name)
} else := release.value.name if {
	unset(release, ["serviceAccount", "name"])
	unset(release, ["fullnameOverride"])
	unset(release, ["nameOverride"])
	contains(release.value.name, "karpenter")
}

unset(release, _) if values.absent(release.value, "values")

unset(release, path) if values.nothing_at(release.value.values, path)

certain(release) if {
	is_string(release.value.namespace)
	is_string(release.value.name)
}

# fits(account, release): the account may be that of the release.
fits(account, _) if values.unknown(account.value.namespace)

fits(account, release) if glob.match(account.value.namespace, [], release.value.namespace)

# served(release): another role may be for its service account.
served(release) if {
	some account in accounts
	may_name(account, account_name(release))
	fits(account, release)
}

may_name(account, _) if values.unknown(account.value.name)

may_name(account, name) if glob.match(account.value.name, [], name)
