# METADATA
# title: karpenter.sh/do-not-disrupt is not where Karpenter reads it
# description: |
#   Karpenter reads the annotation `karpenter.sh/do-not-disrupt` on pods and on nodes, and nowhere else. Kubernetes does not copy the annotations of a
#   Deployment, a StatefulSet or a Job to its pods: a pod has those of the pod template. On a Namespace the annotation has no effect at all
#   ([#6028](https://github.com/aws/karpenter-provider-aws/issues/6028)). A NodePool gives its nodes the annotations of `spec.template.metadata`, not
#   its own. The same holds for the older name `karpenter.sh/do-not-evict`, which is for pods only.
#
#   **What you see in the cluster.** Pods that should be protected are evicted when Karpenter consolidates or replaces their node: an event of the pod
#   says `Evicted pod`, and before it one of the node `Disrupting Node: Underutilized/Replace`
#   ([events.go](https://github.com/kubernetes-sigs/karpenter/blob/v1.8.0/pkg/controllers/disruption/events/events.go)). `kubectl get pod -o yaml`
#   shows no annotation.
#
#   Two slips look similar: `annotations` one level too high in the pod template, beside its `metadata`, and a label in place of the annotation.
#
#   **What to do.** Move it to the annotations of the pod template. From 1.0 on write `karpenter.sh/do-not-disrupt`, because Karpenter no longer reads
#   the older name.
#
#   | Object | where |
#   |---|---|
#   | Deployment, StatefulSet, DaemonSet, ReplicaSet, Job, Argo Rollout, Knative Service | `spec.template.metadata.annotations` |
#   | CronJob | `spec.jobTemplate.spec.template.metadata.annotations` |
#   | NodePool, for its nodes | `spec.template.metadata.annotations` |
#
#   In resources of Terraform's Kubernetes provider, such as `kubernetes_deployment_v1`, these are the same places, as blocks.
#
#   In a Namespace, give it to each workload, or let a policy add it to the pods.
#
#   **Not reported.**
#
#   - `"false"`, which protects nothing anywhere.
#   - A workload whose pod template has the annotation as well, or may get it from a template or a kustomize patch; patches.
#   - A map `annotations` in the values of a chart: its templates decide where that goes.
#   - Policies of Kyverno and the files of their tests; other kinds of objects, whose operators may copy annotations to pods.
#
#   karplint does not see two things that give pods the annotation as well: `commonAnnotations` of a kustomization, and a policy of Kyverno that
#   copies annotations to pods. There add `# karplint:ignore KL555`.
#
#   **Fix safety.** Unsafe: from then on the pods, or the nodes, are protected, so that nodes may stay that went before. The pod
#   template of a Job cannot be changed: delete the Job, and apply it again.
# related_resources:
# - description: Karpenter, disruption, pod-level controls
#   ref: https://karpenter.sh/docs/concepts/disruption/#pod-level-controls
# - description: Karpenter, disruption, node-level controls
#   ref: https://karpenter.sh/docs/concepts/disruption/#node-level-controls
# custom:
#   id: KL555
#   severity: warning
#   scope: resource
#   fix: unsafe
#   fix_note: none in a Namespace, for a label that a selector names, and where a template may decide the pod's annotations
#   kinds: ["*"]
#   needles: [sh/do-not-disrupt, sh/do-not-evict]
package karplint.rules.do_not_disrupt_misplaced

import data.karplint.lib.kustomize
import data.karplint.lib.literal
import data.karplint.lib.policies
import data.karplint.lib.target
import data.karplint.lib.values

report contains object.union(
	{
		"resource": input.resource.address,
		"path": array.concat(place.path, [name]),
		"message": sprintf("%s %q has no effect%s", [place.what, name, place.where]),
		"why": place.why,
		"help": help(name),
	},
	fix(place.path, name),
) if {
	not kustomize.is_patch
	not policies.fixture
	some place in misplaced
	some name in names
	value := object.get(input.resource.value, place.path, {})[name]
	protects(value)
	not elsewhere
}

# names: the annotations that Karpenter reads on what gets its annotations from the template.
names := {"karpenter.sh/do-not-disrupt"} if is_pool

else := {"karpenter.sh/do-not-disrupt", "karpenter.sh/do-not-evict"}

group := split(input.resource.apiVersion, "/")[0]

# template: the path of the pod template, or of the template of nodes; [] for a Namespace.
template := ["spec", "template"] if {
	input.resource.kind in {"Deployment", "StatefulSet", "DaemonSet", "ReplicaSet"}
	group == "apps"
} else := ["spec", "template"] if {
	input.resource.kind == "Job"
	group == "batch"
} else := ["spec", "jobTemplate", "spec", "template"] if {
	input.resource.kind == "CronJob"
	group == "batch"
} else := ["spec", "template"] if {
	input.resource.kind == "Rollout"
	group == "argoproj.io"
} else := ["spec", "template"] if {
	input.resource.kind == "Service"
	group == "serving.knative.dev"
} else := ["spec", "template"] if {
	is_pool
} else := [] if {
	input.resource.kind == "Namespace"
}

is_pool if {
	input.resource.kind == "NodePool"
	group == "karpenter.sh"
}

# misplaced: where annotations, or labels in their place, reach no pod and no node.
misplaced contains {"path": ["metadata", "annotations"], "what": "annotation", "where": sprintf(" on a %s", [title]), "why": why} if template

misplaced contains {
	"path": ["spec", "jobTemplate", "metadata", "annotations"],
	"what": "annotation",
	"where": " on a Job of a CronJob",
	"why": why,
} if {
	input.resource.kind == "CronJob"
}

misplaced contains {
	"path": array.concat(template, ["annotations"]),
	"what": "annotation",
	"where": " outside the metadata of the pod template",
	"why": why,
} if {
	is_workload
}

misplaced contains {"path": path, "what": "label", "where": "", "why": "Karpenter reads it as an annotation of pods, not as a label"} if {
	is_workload
	some path in [["metadata", "labels"], array.concat(template, ["metadata", "labels"])]
}

is_workload if {
	template != []
	not is_pool
}

protects(value) if values.unknown(value)

protects(value) if {
	not is_object(value)
	not lower(trim_space(sprintf("%v", [value]))) in {"false", "no", ""}
}

annotations := array.concat(template, ["metadata", "annotations"])

# elsewhere: the template has the annotation as well, or may have it.
elsewhere if {
	template != []
	some name in names
	not lacks(array.concat(annotations, [name]))
}

lacks(path) if {
	is_object(object.get(input.resource.value, template, null))
	values.nothing_at(input.resource.value, path)
	not kustomize.patched(path)
}

# title: what has the annotation, for a message.
title := "NodePool, only on its nodes" if is_pool

else := input.resource.kind

why := "the nodes do not get the annotations of their NodePool" if is_pool

else := "Karpenter reads it on pods, and pods do not get the annotations of their namespace" if template == []

else := "Karpenter reads it on pods, which get the annotations of the pod template"

# wanted(name): the name that the target knows. From 1.0 on Karpenter does not read the older one.
wanted("karpenter.sh/do-not-evict") := "karpenter.sh/do-not-disrupt" if {
	target.at_least("1.0")
} else := "karpenter.sh/do-not-evict"

wanted("karpenter.sh/do-not-disrupt") := "karpenter.sh/do-not-disrupt"

help(name) := "set it in the pod templates of the workloads" if template == []

else := sprintf("move it to %s", [concat(".", annotations)]) if name == wanted(name)

else := sprintf("move it to %s, as %q", [concat(".", annotations), wanted(name)])

fix(place, name) := {"fix": {
	"title": help(name),
	"safety": "unsafe",
	"ops": [{"do": "move", "path": array.concat(place, [name]), "to": array.concat(annotations, [wanted(name)]), "prune": 1}],
}} if {
	template != []
	literal.at(place)
	not name in object.keys(object.get(input.resource.value, ["spec", "selector", "matchLabels"], {}))
} else := {}
