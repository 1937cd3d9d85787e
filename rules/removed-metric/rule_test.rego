package karplint.rules.removed_metric_test

import data.karplint.lib.given
import data.karplint.rules.removed_metric

rule_with(expr) := {
	"apiVersion": "monitoring.coreos.com/v1",
	"kind": "PrometheusRule",
	"metadata": {"name": "karpenter"},
	"spec": {"groups": [{"name": "karpenter", "rules": [{"alert": "a", "expr": expr}]}]},
}

reports(expr, version) := found if {
	found := removed_metric.report with input as given.resource(rule_with(expr), version)
}

test_renamed if {
	some found in reports("rate(karpenter_nodes_created[5m]) > 1", "1.0.8")
	found.severity == "warning"
	found.path == ["spec", "groups", 0, "rules", 0, "expr"]
	found.fix.ops[0].value == "rate(karpenter_nodes_created_total[5m]) > 1"
	reports("rate(karpenter_nodes_created[5m]) > 1", "0.37.8") == set()
	reports("rate(karpenter_nodes_created_total[5m]) > 1", "1.0.8") == set()
}

test_at_its_boundary if {
	reports("karpenter_machines_created", "0.32.10") == set()
	count(reports("karpenter_machines_created", "0.33.0")) == 1
}

test_renamed_twice if {
	some found in reports("karpenter_machines_created", "1.0.8")
	found.fix.title == "query karpenter_nodeclaims_created_total"
}

test_both_names if reports("karpenter_nodes_created_total or karpenter_nodes_created", "1.0.8") == set()

test_histogram if {
	some found in reports("histogram_quantile(0.9, karpenter_pods_startup_time_seconds_bucket)", "1.0.8")
	found.fix.ops[0].value == "histogram_quantile(0.9, karpenter_pods_startup_duration_seconds_bucket)"
}

test_dropped if {
	some found in reports("karpenter_consistency_errors > 0", "1.0.8")
	not found.fix
	reports("karpenter_consistency_errors > 0", "0.37.8") == set()
}

test_never if {
	some found in reports("karpenter_provisioners_limit", "0.37.8")
	found.fix.title == "query karpenter_nodepool_limit"
	some later in reports("karpenter_provisioners_limit", "1.0.8")
	later.fix.title == "query karpenter_nodepools_limit"
}

# Before the release that has the name which was meant, there is another one.
test_never_before_the_name if {
	some found in reports("karpenter_provisioners_limit", "0.31.4")
	found.fix.title == "query karpenter_provisioner_limit"
	some pods in reports("karpenter_scheduler_ignored_pod_count", "1.2.0")
	pods.fix.title == "query karpenter_ignored_pod_count"
	some later in reports("karpenter_scheduler_ignored_pod_count", "1.3.0")
	later.fix.title == "query karpenter_scheduler_ignored_pods_count"
	some old in reports("karpenter_provisioners_usage_pct", "0.31.4")
	old.fix.title == "query karpenter_provisioner_usage_pct"
	some gone in reports("karpenter_provisioners_usage_pct", "1.0.8")
	gone.help == "delete the query"
	not gone.fix
}

test_early if {
	some found in reports("karpenter_nodepools_limit", "0.37.8")
	found.fix.title == "query karpenter_nodepool_limit"
	some alpha in reports("karpenter_nodepools_limit", "0.31.4")
	alpha.fix.title == "query karpenter_provisioner_limit"
	reports("karpenter_nodepools_limit or karpenter_nodepool_limit", "0.37.8") == set()
	reports("karpenter_nodepools_limit", "1.0.8") == set()
	reports("karpenter_nodepools_limit", "unknown") == set()
}

test_target_not_known if {
	some found in reports("karpenter_nodes_created", "unknown")
	found.severity == "info"
}

test_part_of_a_longer_name if {
	reports("karpenter_nodes_created:rate5m + my_karpenter_nodes_created", "1.0.8") == set()
}

test_label_values if {
	query := `karpenter_nodeclaims_disrupted_total{reason="Drifted"}`
	some found in reports(query, "1.2.0")
	found.help == `use "drifted"`
	reports(query, "1.1.0") == set()
	count(reports(`karpenter_nodeclaims_disrupted_total{nodepool="a", reason=~"Empty|Drifted"}`, "1.2.0")) == 2
	reports(`karpenter_nodeclaims_disrupted_total{reason="drifted"}`, "1.2.0") == set()
}

test_renamed_and_dropped_later if {
	some before in reports("karpenter_allocation_controller_scheduling_duration_seconds", "0.31.4")
	before.fix.title == "query karpenter_provisioner_scheduling_duration_seconds"
	some found in reports("karpenter_allocation_controller_scheduling_duration_seconds", "1.0.8")
	contains(found.message, "without a successor")
}

test_gone_after_1_0 if {
	some lease in reports("karpenter_nodes_leases_deleted_total", "1.1.0")
	contains(lease.message, "without a successor")
	some older in reports("karpenter_nodes_leases_deleted", "1.1.0")
	contains(older.message, "without a successor")
	reports("karpenter_nodes_leases_deleted_total", "1.0.14") == set()
	every old, row in {
		"karpenter_workqueue_depth": ["1.0.14", "1.1.0", "workqueue_depth"],
		"karpenter_pods_scheduling_undecided_time_seconds": ["1.2.5", "1.3.0", "karpenter_pods_provisioning_scheduling_undecided_time_seconds"],
		"karpenter_nodes_eviction_requests_total": ["1.8.6", "1.9.0", "karpenter_pods_eviction_requests_total"],
	} {
		reports(old, row[0]) == set()
		some found in reports(old, row[1])
		found.fix.ops[0].value == row[2]
		reports(sprintf("%s or %s", [old, row[2]]), row[1]) == set()
	}
}

test_labels_of_one_metric if {
	every query, row in {
		`karpenter_voluntary_disruption_decisions_total{consolidation_type="multi", action="delete"}`: ["1.0.0", `use "decision"`],
		`karpenter_voluntary_disruption_eligible_nodes{method="drift"}`: ["1.0.0", `use "reason"`],
		`karpenter_nodeclaims_disrupted_total{type!="drift"}`: ["1.0.0", `use "reason"`],
		`karpenter_nodeclaims_created_total{capacity_type="spot"}`: ["1.6.0", "delete the matcher, because no label replaces it"],
	} {
		some found in reports(query, row[0])
		found.help == row[1]
	}
	reports(`karpenter_nodeclaims_created_total{capacity_type="spot"}`, "1.5.0") == set()
	reports(`karpenter_nodeclaims_created_total{node_capacity_type="spot"}`, "1.6.0") == set()
	reports(`karpenter_nodeclaims_created_total{reason="provisioned"} / karpenter_nodeclaims_disrupted_total{capacity_type="spot"}`, "1.6.0") == set()
}

test_values_of_budgets if {
	query := `karpenter_nodepools_allowed_disruptions{reason="Empty"} == 0`
	some found in reports(query, "1.15.0")
	found.help == `use "empty"`
	reports(query, "1.14.3") == set()
}
