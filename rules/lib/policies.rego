# METADATA
# title: Admission policies and the fixtures of their tests
# description: >-
#   A policy of Kyverno or of Kubernetes changes or checks other objects, and its tests compare these with files beside it.
#   What is renamed in one of the two has to be renamed in both.
package karplint.lib.policies

# policy: the resource is an admission policy.
policy if split(input.resource.apiVersion, "/")[0] in {"kyverno.io", "policies.kyverno.io", "admissionregistration.k8s.io"}

# fixture: the resource is what a test of a policy starts from, or what it expects.
fixture if regex.match(`(^|/)\.(chainsaw|kyverno)-test/`, input.resource.file)

# texts(word): the paths of the expressions and patches of a policy that contain a word.
texts(word) := {path |
	policy
	some [path, text] in karplint.texts(input.resource.value.spec, [word])
	path[count(path) - 1] in {"expression", "patchesJson6902", "patchStrategicMerge"}
}
