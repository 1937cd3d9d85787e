package karplint.rules.upgrade_to_v1_advised_test

import data.karplint.lib.given
import data.karplint.rules.upgrade_to_v1_advised

main := given.in_terraform("ChartInstallation", "helm_release.karpenter", {"karpenter": "controller", "via": "helm_release"})

set_of(kind, stateful) := given.in_manifest("Object", "db.yaml", {"apiVersion": "apps/v1", "kind": kind, "metadata": {"name": "db"}, "stateful": stateful})

reports(resources, version) := found if {
	found := upgrade_to_v1_advised.report with input as given.project(resources, {}, version)
}

test_below_1_0 if {
	some found in reports([main, set_of("StatefulSet", true), set_of("PersistentVolumeClaim", true)], "0.37.8")
	found.resource == "helm_release.karpenter"
	contains(found.message, `"StatefulSet/db"`)
	found.related[0].resource == "db.yaml#StatefulSet/db"
}

test_nothing_stateful if {
	reports([main], "0.37.8") == set()
	reports([main, set_of("StatefulSet", false), set_of("PersistentVolume", true)], "0.37.8") == set()
}

test_from_1_0_or_unknown if {
	reports([main, set_of("StatefulSet", true)], "1.0.0") == set()
	reports([main, set_of("StatefulSet", true)], "unknown") == set()
}

test_nothing_installed if reports([set_of("StatefulSet", true)], "0.37.8") == set()

# One that can be named is named.
test_templated_name if {
	templated := object.union(set_of("StatefulSet", true), {"id": "templated", "value": {"metadata": {"name": {"$unknown": "{{ .Values.name }}"}}}})
	some found in reports([main, templated], "0.37.8")
	endswith(found.message, "of a StatefulSet")
	some better in reports([main, templated, set_of("StatefulSet", true)], "0.37.8")
	endswith(better.message, `of "StatefulSet/db"`)
}
