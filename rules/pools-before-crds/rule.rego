# METADATA
# title: GitOps does not wait for the CRDs before it applies pools
# description: |
#   A pool or a class can be applied once the CRDs of Karpenter are installed. Flux and Argo CD ask the API server about each object before they apply
#   the first one (a dry run), and stop if it does not know the kind of one of them. In a cluster that has the CRDs nobody notices. A new cluster
#   shows it, or the old one after somebody removed Karpenter and installs it again.
#
#   **Flux, with Karpenter in the same Kustomization.** A chart is installed after its HelmRelease was applied. But Flux applies no HelmRelease,
#   because the dry run of the pool fails, and it fails until the chart is installed: **nothing ever happens**
#   ([ApplyAll](https://github.com/fluxcd/pkg/blob/main/ssa/manager_apply.go)). Classes even come in a stage before the HelmRelease.
#
#   **Flux, in another Kustomization without `dependsOn`.** The first attempts fail, and Flux tries again after `retryInterval`, or `interval` if that
#   is not set, which may be an hour. The same happens with a `dependsOn` on a Kustomization that has neither `wait: true` nor health checks: it is
#   ready when the HelmRelease exists, not when the chart is installed.
#
#   **Argo CD, in another Application.** The sync fails. By default Argo CD tries again five times, which takes less than three minutes, and then not
#   again for this commit ([appcontroller.go](https://github.com/argoproj/argo-cd/blob/v3.5.1/controller/appcontroller.go)).
#
#   **What you see.** The Kustomization: `NodePool/default dry-run failed: no matches for kind "NodePool" in version "karpenter.sh/v1"`. The
#   Application: `the server could not find the requested resource`, `one or more synchronization tasks are not valid`, and later in the log of its
#   controller `Skipping auto-sync: failed previous sync attempt`.
#
#   **What to do.**
#
#   - Flux: put pools and classes into a Kustomization of their own, with `dependsOn` on the one with the HelmRelease, which needs `wait: true`, or a
#     health check for the HelmRelease. The Kustomization that applies these two, such as `flux-system`, must not be the one that waits: it would wait
#     for pools that wait for it.
#   - Argo CD: set the sync option `SkipDryRunOnMissingResource=true`, and a `retry` in the `syncPolicy` that lasts until Karpenter is there.
#
#   **Severity.** Warning where nothing ever happens, information where the tool tries again.
#
#   **Not reported.**
#
#   - CRDs that Terraform, helmfile or another tool in the repository installs, manifests of CRDs, those that a kustomization or an Application takes
#     from Karpenter's Git repository, and controllers that skip theirs.
#   - Flux: a chain of `dependsOn` that leads to Karpenter, or out of the files; Kustomizations with any health checks or `healthCheckExprs` in such a
#     chain, of one name in several clusters, or that a kustomization patches; objects in charts, which are part of a HelmRelease; files that the
#     kustomization in their directory does not list.
#   - Argo CD: Karpenter and the pools as sources of one Application, whose CRDs are part of the same sync; Applications that a kustomization patches;
#     a later `sync-wave` than that of Karpenter's Application; the sync option, of the Application or of the object; a `retry` in the `syncPolicy`;
#     Applications that somebody syncs by hand; directories that the Application does not name itself, such as bases of its kustomization, or that
#     several Applications name; Applications in files without the word karpenter.
#   - Applications and releases that name different clusters.
#
#   A Kustomization or Application gets one finding, at its first object.
#
#   **Fix safety.** No automatic fix: objects have to move to another Kustomization, and Flux deletes an object that leaves one, unless it has
#   `kustomize.toolkit.fluxcd.io/prune: disabled`.
# related_resources:
# - description: Flux, dependencies of Kustomizations
#   ref: https://fluxcd.io/flux/components/kustomize/kustomizations/#dependencies
# - description: Argo CD, skip dry run for new custom resource types
#   ref: https://argo-cd.readthedocs.io/en/stable/user-guide/sync-options/#skip-dry-run-for-new-custom-resources-types
# - description: a NodePool without its CRD
#   ref: https://github.com/aws/karpenter-provider-aws/issues/6867
# custom:
#   id: KL208
#   severity: warning
#   severity_note: info where the tool tries again by itself
#   scope: project
#   fix: none
#   kinds: [Object]
#   needles: [NodePool, EC2NodeClass, Provisioner, AWSNodeTemplate]
package karplint.rules.pools_before_crds

import data.karplint.lib.crds
import data.karplint.lib.installations
import data.karplint.lib.pools
import data.karplint.lib.values

# Flux applies both at once.
report contains {
	"resource": first.id,
	"path": [],
	"message": sprintf("Flux checks %s before it applies the release with its CRD", [pools.title(first)]),
	"why": sprintf("Kustomization %s contains both, and in a new cluster it always fails: no matches for kind %q", [build, first.value.kind]),
	"help": separate,
	"related": [{"resource": installer.id, "path": [], "message": "installs the CRDs"}],
} if {
	some group in groups_of_flux
	first := group[0]
	some installer in installers
	together(first, installer)
	not is_ordered(first)
	build := first.value.builds[0]
}

# Flux applies both in any order.
report contains {
	"resource": first.id,
	"path": [],
	"message": sprintf("Flux may apply %s before its CRD is installed", [pools.title(first)]),
	"why": sprintf("%s, and in a new cluster it fails until it is tried again", [reason(first, installer)]),
	"help": separate,
	"severity": "info",
	"related": [{"resource": installer.id, "path": [], "message": "installs the CRDs"}],
} if {
	some group in groups_of_flux
	first := group[0]
	installer := installers[0]
	every other in installers {
		not shares(first, other)
		count(object.get(other.value, "builds", [])) > 0
	}
	not is_ordered(first)
}

# Argo CD syncs both in any order.
report contains {
	"resource": first.id,
	"path": [],
	"message": sprintf("Argo CD may sync %s before its CRD is installed", [pools.title(first)]),
	"why": sprintf("%s does not wait for %s, and gives up after a few failed syncs", [application.address, installer.address]),
	"help": "add SkipDryRunOnMissingResource=true to its syncOptions, and a retry to its syncPolicy",
	"severity": "info",
	"related": [{"resource": installer.id, "path": [], "message": "installs the CRDs"}],
} if {
	some group in groups_of_argo
	first := group[0]
	application := first.value.applied_by
	installer := installers[0]
	every other in array.concat(installers, installations.controllers) {
		installations.by_argo(other)
		may_be_at_once(application, other)
	}
}

# installers: the releases that install the CRDs of the project's clusters, if nothing else does.
installers := installations.crd_charts if {
	count(installations.crd_charts) > 0
	not crds.managed_elsewhere
} else := [controller | some controller in installations.controllers; installs_crds(controller)] if {
	not crds.managed_elsewhere
	not input.project.crds_elsewhere
} else := []

installs_crds(controller) if {
	not controller.value.image
	not crds.skips(controller)
	not values.unknown(object.get(controller.value, "skip_crds", false))
	not values.unknown(object.get(controller.value, "install_crds", "Create"))
}

waiting := [made |
	some made in array.concat(pools.pools, pools.classes)
	made.block == ""
	not made.value.unread
	not made.value.skips_dry_run
]

# groups_of_flux: the objects that the same Kustomizations apply, in lists.
groups_of_flux := [group |
	some builds in {made.value.builds | some made in waiting}
	group := [made | some made in waiting; made.value.builds == builds]
	not values.unknown(object.get(group[0].value, "after", []))
]

groups_of_argo := [group |
	some address in {made.value.applied_by.address | some made in synced}
	group := [made | some made in synced; made.value.applied_by.address == address]
]

# synced: what an Application applies that gives up after a few attempts.
synced := [made | some made in waiting; made.value.applied_by.gives_up]

# together(made, installer): wherever Flux applies the object, it applies the installer at once.
together(made, installer) if {
	installations.by_flux(installer)
	every build in made.value.builds {
		build in installer.value.builds
	}
}

shares(made, installer) if {
	some build in made.value.builds
	build in installer.value.builds
}

# is_ordered(made): a Kustomization with one of Karpenter's releases is ready before the object is applied.
is_ordered(made) if {
	some release in installations.all
	release.value.karpenter in {"controller", "crds"}
	some build in release.value.builds
	build in object.get(made.value, "after", [])
}

reason(made, installer) := sprintf("Kustomization %s waits for %s, which does not wait for its releases", [made.value.builds[0], build]) if {
	build := ready_too_early(made, installer)
} else := sprintf("Kustomization %s does not depend on that of %s", [made.value.builds[0], installer.address])

separate := "give the release a Kustomization of its own with wait: true, and pools and classes another one that depends on it"

# ready_too_early(made, installer): the Kustomization that applies the installer and is ready at once.
ready_too_early(made, installer) := [build |
	some build in installer.value.builds
	sprintf("%s*", [build]) in object.get(made.value, "after", [])
][0]

# may_be_at_once(application, release): another Application has the release or the chart around it, and no wave orders them.
may_be_at_once(application, release) if {
	not application.address in {release.address, object.get(release.value, "installer", "")}
	not is_later(application, release)
	not is_elsewhere(application, release)
}

is_later(application, release) if {
	some wave in [object.get(application, "sync_wave", 0), object.get(release.value, "sync_wave", 0)]
	values.unknown(wave)
}

is_later(application, release) if to_number(object.get(application, "sync_wave", 0)) > installations.wave(release)

is_elsewhere(application, release) if {
	count(application.clusters) > 0
	count(release.value.clusters) > 0
	count({name | some name in application.clusters} & {name | some name in release.value.clusters}) == 0
}
