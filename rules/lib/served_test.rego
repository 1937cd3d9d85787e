package karplint.lib.served_test

import data.karplint.lib.given
import data.karplint.lib.served
import data.karplint.lib.versions

never(api, kind, version) if served.never(api, kind) with input as given.resource({}, version)

test_never if {
	never("karpenter.sh/v1alpha5", "Provisioner", "0.33.0")
	not never("karpenter.sh/v1alpha5", "Provisioner", "0.32.10")
	never("karpenter.k8s.aws/v1alpha1", "AWSNodeTemplate", "1.0.8")
	never("karpenter.sh/v1alpha5", "Machine", "0.27.0")
	never("karpenter.sh/v1beta1", "NodePool", "0.31.4")
	not never("karpenter.sh/v1beta1", "NodePool", "1.0.8")
	never("karpenter.sh/v1beta1", "NodePool", "1.1.0")
	not never("karpenter.sh/v1", "NodePool", "1.14.1")
	not never("karpenter.sh/v1", "NodePool", "2.3.4")
	not never("karpenter.sh/v1alpha1", "NodeOverlay", "1.7.0")
	never("karpenter.sh/v1alpha1", "NodeOverlay", "1.6.9")
}

test_rollback_patches if {
	every version in ["0.33.6", "0.34.7", "0.35.6", "0.36.3", "0.37.1", "0.37.8"] {
		not never("karpenter.sh/v1", "NodePool", version)
		not never("karpenter.k8s.aws/v1", "EC2NodeClass", version)
	}
	every version in ["0.32.10", "0.33.5", "0.34.6", "0.35.5", "0.36.2", "0.37.0"] {
		never("karpenter.sh/v1", "NodePool", version)
		never("karpenter.k8s.aws/v1", "EC2NodeClass", version)
	}
}

test_unknown if {
	not never("karpenter.sh/v1", "NodePool", "unknown")
	not never("karpenter.sh/v9", "NodePool", "0.16.3")
	not never("karpenter.sh/v1", "Machine", "0.16.3")
	not served.never("karpenter.sh/v1beta1", "NodePool") with input as {"target": {"known": true, "min": "0.33.0"}}
	served.never("karpenter.sh/v1alpha5", "Provisioner") with input as {"target": {"known": true, "min": "0.33.0"}}
}

test_nowhere if {
	served.nowhere("karpenter.sh/v1alpha5", "NodePool")
	served.nowhere("karpenter.k8s.aws/v1alpha1", "EC2NodeClass")
	served.nowhere("karpenter.sh/v1beta1", "Provisioner")
	served.nowhere("karpenter.k8s.aws/v1", "NodePool")
	served.nowhere("karpenter.sh/v1", "EC2NodeClass")
	not served.nowhere("karpenter.sh/v1alpha3", "Provisioner")
	not served.nowhere("karpenter.sh/v1", "NodePool")
	not served.nowhere("karpenter.sh/v9", "NodePool")
	not served.nowhere("karpenter.sh/v1beta1", "NodeOverlay")
	not served.nowhere("karpenter.sh/v1", "AKSNodeClass")
	not served.nowhere({"$unknown": "{{ .x }}"}, "Provisioner")
}

test_successor if {
	served.successor("Provisioner").api_version == "karpenter.sh/v1beta1" with input as given.resource({}, "0.33.0")
	served.successor("AWSNodeTemplate") == {"kind": "EC2NodeClass", "api_version": "karpenter.k8s.aws/v1"} with input as given.resource({}, "1.2.0")
	served.successor("Provisioner").api_version == "karpenter.sh/v1beta1" with input as given.resource({}, "0.37.8")
	served.successor("NodePool").api_version == "karpenter.sh/v1beta1" with input as given.resource({}, "1.0.8")
	served.successor("NodePool").api_version == "karpenter.sh/v1" with input as given.resource({}, "1.1.0")
}

test_next_release if {
	served.next_release("karpenter.sh/v1", "NodePool") == [0, 36, 3] with input as given.resource({}, "0.36.2")
	served.next_release("karpenter.sh/v1beta1", "NodePool") == [0, 32, 0] with input as given.resource({}, "0.16.3")
	not served.next_release("karpenter.sh/v1alpha5", "Provisioner") with input as given.resource({}, "0.33.0")
}

test_webhook if {
	served.by_webhook_only(versions.range("0.37.6"))
	not served.by_webhook_only(versions.range("0.37.5"))
	not served.by_webhook_only(versions.range("1.0.0"))
	not served.by_webhook_only(versions.range(">= 0.37.6"))
}

test_always if {
	served.always("karpenter.sh/v1beta1", "NodePool", versions.range("1.0.x"))
	served.always("karpenter.sh/v1", "NodePool", versions.range("0.37.1"))
	not served.always("karpenter.sh/v1", "NodePool", versions.range("0.37.x"))
	not served.always("karpenter.sh/v1beta1", "NodePool", versions.range(">= 1.0.0"))
}

next_release(version) := release if {
	release := served.next_release("karpenter.sh/v1", "NodePool") with input as given.resource({}, version)
}

# A rollback patch is no place to go to from another minor.
test_next_release if {
	next_release("0.36.2") == [0, 36, 3]
	next_release("0.16.3") == [1, 0, 0]
	next_release("0.32.10") == [1, 0, 0]
	not served.next_release("karpenter.sh/v1alpha5", "Provisioner") with input as given.resource({}, "0.33.0")
}
