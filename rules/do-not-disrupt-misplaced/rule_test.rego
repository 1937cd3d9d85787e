package karplint.rules.do_not_disrupt_misplaced_test

import data.karplint.lib.given
import data.karplint.rules.do_not_disrupt_misplaced as rule

annotation := "karpenter.sh/do-not-disrupt"

object_(api, kind, spec, value) := {
	"apiVersion": api,
	"kind": kind,
	"metadata": {"name": "a", "annotations": {annotation: value}},
	"spec": spec,
}

reports(value) := found if {
	found := rule.report with input as given.resource(value, "unknown")
}

test_workloads if {
	every object_kind in [
		["apps/v1", "Deployment"], ["apps/v1", "StatefulSet"], ["apps/v1", "DaemonSet"], ["apps/v1", "ReplicaSet"], ["batch/v1", "Job"],
		["argoproj.io/v1alpha1", "Rollout"], ["serving.knative.dev/v1", "Service"], ["karpenter.sh/v1", "NodePool"],
	] {
		some found in reports(object_(object_kind[0], object_kind[1], {"template": {"spec": {}}}, "true"))
		found.path == ["metadata", "annotations", annotation]
		found.fix.ops[0].to == ["spec", "template", "metadata", "annotations", annotation]
	}
}

test_namespace_has_no_fix if {
	some found in reports(object_("v1", "Namespace", {}, "true"))
	not found.fix
}

test_cron_job if {
	some found in reports(object_("batch/v1", "CronJob", {"jobTemplate": {"spec": {"template": {"spec": {}}}}}, "4h"))
	contains(found.help, "spec.jobTemplate.spec.template.metadata.annotations")
}

test_other_kinds if {
	every object_kind in [["v1", "Pod"], ["v1", "Service"], ["karpenter.sh/v1", "NodeClaim"], ["sparkoperator.k8s.io/v1beta2", "SparkApplication"]] {
		reports(object_(object_kind[0], object_kind[1], {"template": {"spec": {}}}, "true")) == set()
	}
}

test_values if {
	template := {"template": {"spec": {}}}
	every value in ["true", true, "4h", {"$unknown": ".Values.protect"}] {
		count(reports(object_("apps/v1", "Deployment", template, value))) == 1
	}
	every value in ["false", false, "No", ""] {
		reports(object_("apps/v1", "Deployment", template, value)) == set()
	}
}

test_the_template_has_or_may_have_it if {
	every annotations in [{annotation: "true"}, {"karpenter.sh/do-not-evict": "true"}, {"$unknown": "x"}, {"$open": true}] {
		template := {"template": {"metadata": {"annotations": annotations}, "spec": {}}}
		reports(object_("apps/v1", "Deployment", template, "true")) == set()
	}
	reports(object_("apps/v1", "Deployment", {"$open": true}, "true")) == set()
	reports(object_("apps/v1", "Deployment", {"template": {"$unknown": "x"}}, "true")) == set()
	reports(object_("apps/v1", "Deployment", {}, "true")) == set()
}

test_outside_the_metadata if {
	some found in reports({
		"apiVersion": "apps/v1",
		"kind": "Deployment",
		"spec": {"template": {"annotations": {annotation: "true"}, "metadata": {"labels": {"a": "b"}}, "spec": {}}},
	})
	found.message == `annotation "karpenter.sh/do-not-disrupt" has no effect outside the metadata of the pod template`
	found.fix.ops[0].path == ["spec", "template", "annotations", annotation]
}

test_label if {
	some of_template in reports({"apiVersion": "apps/v1", "kind": "Deployment", "spec": {"template": {"metadata": {"labels": {annotation: "true"}}}}})
	of_template.message == `label "karpenter.sh/do-not-disrupt" has no effect`
	of_template.fix
	some of_job in reports({"apiVersion": "batch/v1", "kind": "Job", "metadata": {"labels": {annotation: "true"}}, "spec": {"template": {"spec": {}}}})
	of_job.path == ["metadata", "labels", annotation]
	some selected in reports({"apiVersion": "apps/v1", "kind": "Deployment", "spec": {
		"selector": {"matchLabels": {annotation: "true"}},
		"template": {"metadata": {"labels": {annotation: "true"}}},
	}})
	not selected.fix
	reports({"apiVersion": "v1", "kind": "Namespace", "metadata": {"labels": {annotation: "true"}}}) == set()
}

test_the_old_name_is_renamed if {
	value := {
		"apiVersion": "apps/v1",
		"kind": "Deployment",
		"metadata": {"annotations": {"karpenter.sh/do-not-evict": "true"}},
		"spec": {"template": {"spec": {}}},
	}
	every version, name in {"0.37.0": "karpenter.sh/do-not-evict", "unknown": "karpenter.sh/do-not-evict", "1.0.0": annotation} {
		some found in rule.report with input as given.resource(value, version)
		found.fix.ops[0].to == ["spec", "template", "metadata", "annotations", name]
	}
}

test_the_old_name if {
	value := {
		"apiVersion": "batch/v1",
		"kind": "Job",
		"metadata": {"annotations": {"karpenter.sh/do-not-evict": "true"}},
		"spec": {"template": {}},
	}
	count(reports(value)) == 1
	pool := object.union(value, {"kind": "NodePool", "apiVersion": "karpenter.sh/v1beta1"})
	reports(pool) == set() # which never had an effect on nodes
}
