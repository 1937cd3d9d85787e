package karplint.rules.metrics_port_test

import data.karplint.lib.given
import data.karplint.rules.metrics_port

chart(values, version) := found if {
	found := metrics_port.report with input as {
		"resource": {
			"address": "helm_release.karpenter",
			"kind": "ChartInstallation",
			"value": {"chart": "karpenter", "karpenter": "controller", "version": version, "values": values},
		},
		"target": given.target("unknown"),
	}
}

annotated(port) := {"podAnnotations": {"prometheus.io/port": port}}

test_annotation if {
	some found in chart(annotated("8000"), "1.0.8")
	found.path == ["values", "podAnnotations", "prometheus.io/port"]
	found.message == "the metrics of Karpenter 1.0.8 are on port 8080, not 8000"
	found.fix.ops[0].value == "8080"
	some number in chart(annotated(8080), "v0.32.1")
	number.fix.ops[0].value == 8000
	count(chart(annotated("8000"), "v0.27.5")) == 1
}

test_right_annotation if {
	chart(annotated("8080"), "1.0.8") == set()
	chart(annotated("8000"), "v0.28.1") == set()
	chart(annotated("9090"), "1.0.8") == set()
}

test_own_port if {
	chart(object.union(annotated("8000"), {"controller": {"metrics": {"port": 8000}}}), "1.0.8") == set()
	chart(object.union(annotated("8000"), {"$open": true}), "1.0.8") == set()
}

test_unknown_version if {
	every version in ["", ">= 0.37.0, < 1.1.0", {"$unknown": "var.version"}] {
		chart(annotated("8000"), version) == set()
	}
}

reports(text, version) := found if {
	found := metrics_port.report with input as given.manifest(text, version)
}

policy(name, allowed) := sprintf("{kind: NetworkPolicy, spec: {podSelector: {matchLabels: {app.kubernetes.io/name: %s}}, ingress: [{ports: %s}]}}", [name, allowed])

test_network_policy if {
	some found in reports(policy("karpenter", "[{port: 8000}, {port: 8443}]"), "1.0.8")
	found.path == ["spec", "ingress", 0, "ports", 0, "port"]
	found.fix.ops[0].value == 8080
}

test_other_network_policies if {
	reports(policy("other", "[{port: 8000}]"), "1.0.8") == set()
	reports(policy("karpenter", "[{port: 8000}, {port: 8080}]"), "1.0.8") == set()
	reports(policy("karpenter", "[{port: http-metrics}]"), "1.0.8") == set()
	reports(policy("karpenter", "[{port: 8000}]"), "unknown") == set()
}

test_monitors if {
	count(reports(`{kind: PodMonitor, spec: {selector: {matchLabels: {app.kubernetes.io/name: karpenter}}, podMetricsEndpoints: [{targetPort: 8000}]}}`, "1.0.8")) == 1
	count(reports(`{kind: ServiceMonitor, spec: {selector: {matchLabels: {app.kubernetes.io/name: karpenter}}, endpoints: [{targetPort: 8080}]}}`, "0.37.8")) == 1
	reports(`{kind: ServiceMonitor, spec: {selector: {matchLabels: {app.kubernetes.io/name: karpenter}}, endpoints: [{port: http-metrics}]}}`, "0.37.8") == set()
}

test_service if {
	some found in reports(`{kind: Service, spec: {selector: {app.kubernetes.io/name: karpenter}, ports: [{port: 80, targetPort: 8000}]}}`, "1.0.8")
	found.path == ["spec", "ports", 0, "targetPort"]
}

targets(text, version) := reports(sprintf(`{kind: ConfigMap, data: {prometheus.yml: "static_configs: [{targets: ['%s']}]"}}`, [text]), version)

test_targets if {
	some found in targets("karpenter.kube-system.svc.cluster.local:8000", "1.0.8")
	not found.fix
	targets("karpenter.karpenter:8080", "0.28.1") == set()
	count(targets("karpenter.karpenter:8080", "0.29.2")) == 1
	targets("karpenter.karpenter:8443", "1.0.8") == set()
	targets("my-karpenter.monitoring:8000", "1.0.8") == set()
}
