package karplint.lib.pods_test

import data.karplint.lib.pods

spec := {"containers": [{"name": "a"}]}

test_pod if pods.specs({"kind": "Pod", "metadata": {"name": "x"}, "spec": spec}) == {{"path": ["spec"], "spec": spec, "metadata": {"name": "x"}}}

test_workloads if {
	every kind in ["Deployment", "DaemonSet", "StatefulSet", "ReplicaSet", "ReplicationController", "Job", "Rollout"] {
		found := pods.specs({"kind": kind, "spec": {"template": {"spec": spec}}})
		found == {{"path": ["spec", "template", "spec"], "spec": spec, "metadata": {}}}
	}
}

test_cron_job if {
	object := {"kind": "CronJob", "spec": {"jobTemplate": {"spec": {"template": {"metadata": {"labels": {}}, "spec": spec}}}}}
	some pod in pods.specs(object)
	pod.path == ["spec", "jobTemplate", "spec", "template", "spec"]
	pod.metadata == {"labels": {}}
}

test_none if {
	pods.specs({"kind": "NodePool", "spec": {"template": {"spec": {"requirements": []}}}}) == set()
	pods.specs({"kind": "Deployment", "spec": {"template": {"$unknown": "{{ .x }}"}}}) == set()
	pods.specs({"kind": "Deployment"}) == set()
	pods.specs({"kind": "Deployment", "spec": {"template": {"spec": null}}}) == set()
}
