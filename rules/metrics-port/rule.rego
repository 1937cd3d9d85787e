# METADATA
# title: Karpenter's metrics are on another port
# description: |
#   The default port of Karpenter's metrics changed twice. A NetworkPolicy, an annotation for Prometheus or a list of targets with
#   the old port still looks right, but the metrics stop coming, and alerts on them never fire again.
#
#   | Karpenter | Port of the pod | Port of the Service |
#   |---|---|---|
#   | up to 0.27 | 8080 | 8080 |
#   | 0.28 | 8000 | 8080 |
#   | 0.29 to 0.37 | 8000 | 8000 |
#   | from 1.0 | 8080 | 8080 |
#
#   **What to do.** Use the port of the installed version, or better the name of the port, `http-metrics`, which never changed.
#
#   **What is reported.** 8000 and 8080 where the target version has the other one:
#
#   - the annotation `prometheus.io/port` in the values of Karpenter's chart;
#   - a NetworkPolicy, PodMonitor, ServiceMonitor or Service that selects the pods of Karpenter by `app.kubernetes.io/name`;
#   - a target such as `karpenter.kube-system.svc:8000` in a ConfigMap or in the values of another chart.
#
#   **Not reported.**
#
#   - Unknown versions.
#   - Values that set `controller.metrics.port`, or may do so.
#   - A NetworkPolicy that also allows the right port.
#
#   **Fix safety.** Safe: the port becomes the one of the version.
# related_resources:
# - description: Karpenter, upgrading to 0.29.0
#   ref: https://karpenter.sh/docs/upgrading/upgrade-guide/#upgrading-to-0290
# - description: Karpenter, v1 migration, changelog
#   ref: https://karpenter.sh/v1.0/upgrading/v1-migration/#changelog
# custom:
#   id: KL608
#   severity: warning
#   scope: resource
#   fix: safe
#   fix_note: no fix for a port inside a longer text
#   kinds: [ChartInstallation, ConfigMap, NetworkPolicy, PodMonitor, Service, ServiceMonitor]
#   needles: [karpenter]
package karplint.rules.metrics_port

import data.karplint.lib.chart_values
import data.karplint.lib.values
import data.karplint.lib.versions

report contains object.union(
	{
		"resource": input.resource.address,
		"path": place.path,
		"message": sprintf("the metrics of Karpenter %s are on port %d, not %d", [text(place), port, place.port]),
		"why": "no metrics are collected, and alerts on them never fire",
		"help": sprintf("use port %d", [port]),
	},
	fix(place, port),
) if {
	some place in places
	port := default_port(place)
	place.port in (ports - {port})
}

ports := {8000, 8080}

# default_port(place): the port in all versions that the place is for.
default_port(place) := row.port if {
	some row in data.karplint.facts.metrics.ports[place.of]
	chart_values.within(place.scope, chart_values.interval(row))
}

text(place) := place.version if place.version

else := versions.target_text

fix(place, port) := {"fix": {"title": sprintf("use port %d", [port]), "safety": "safe", "ops": [{
	"do": "set",
	"path": place.path,
	"value": port_like(place.value, port),
}]}} if not place.inside

else := {}

port_like(value, port) := port if is_number(value)

port_like(value, port) := sprintf("%d", [port]) if is_string(value)

# places: where a port is written, as
#   port     the number; value: as it is written; inside: it is a part of a longer text
#   of       "pod" or "service"
#   scope    the versions that it is for; version: as text, if it is not the target
places contains {"path": array.concat(chart.path, path), "port": to_number(value), "value": value, "of": "pod", "scope": chart.scope, "version": chart.version} if {
	some chart in chart_values.installed
	chart_values.left_out(chart, "controller.metrics.port")
	some path in [["podAnnotations", scrape], ["service", "annotations", scrape]]
	value := object.get(chart.values, path, null)
	is_port(value)
}

scrape := "prometheus.io/port"

places contains {"path": found.path, "port": to_number(found.value), "value": found.value, "of": "pod", "scope": versions.target} if {
	some found in of_objects
	is_port(found.value)
}

places contains {"path": path, "port": to_number(target[1]), "value": value, "inside": true, "of": "service", "scope": versions.target} if {
	input.resource.kind in {"ConfigMap", "ChartInstallation"}
	some [path, value] in karplint.texts(input.resource.value, ["karpenter."])
	some target in regex.find_all_string_submatch_n(`(?:^|[^\w.-])karpenter\.[a-z0-9-]+(?:\.svc(?:\.cluster\.local)?)?:(8000|8080)\b`, value, -1)
}

is_port(value) if values.text(value) in {"8000", "8080"}

# of_objects: the ports in an object that selects the pods of Karpenter.
of_objects contains {"path": ["spec", "ingress", i, "ports", j, "port"], "value": port.port} if {
	input.resource.kind == "NetworkPolicy"
	selects(input.resource.value.spec.podSelector.matchLabels)
	some i, rule in input.resource.value.spec.ingress
	some j, port in rule.ports
	count({other | some rule_ in input.resource.value.spec.ingress; some allowed in rule_.ports; other := values.text(allowed.port)} & {"8000", "8080"}) == 1
}

of_objects contains {"path": ["spec", key, i, "targetPort"], "value": endpoint.targetPort} if {
	some key in monitors[input.resource.kind]
	selects(input.resource.value.spec.selector.matchLabels)
	some i, endpoint in input.resource.value.spec[key]
}

of_objects contains {"path": ["spec", "ports", i, "targetPort"], "value": port.targetPort} if {
	input.resource.kind == "Service"
	selects(input.resource.value.spec.selector)
	some i, port in input.resource.value.spec.ports
}

monitors := {"PodMonitor": ["podMetricsEndpoints"], "ServiceMonitor": ["endpoints"]}

selects(labels) if labels["app.kubernetes.io/name"] == "karpenter"
