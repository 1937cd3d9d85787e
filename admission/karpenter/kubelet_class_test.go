package karpenter

import (
	"testing"

	"github.com/karplint/karplint/admission"
)

// TestKubeletOfClass: Karpenter 1.15.2 refuses a class with spec.kubelet, or takes it, as its code says. Each case follows the line of
// pkg/apis/v1/kubeletconfiguration_validation.go, or of the file that is named. The API server drops a setting that is null.
func TestKubeletOfClass(t *testing.T) {
	const taken, refused = false, true
	for _, c := range []struct {
		line, family, kubelet string
		want                  bool
	}{
		{"110", "AL2023", `{}`, taken},
		{"128", "AL2023", `{maxPods: vcpus * 10}`, taken},
		{"128", "AL2023", `{maxPods: "110", unknown: 1}`, refused},
		{"136", "AL2023", `{maxPodz: 110}`, refused},
		{"136", "AL2023", `{maxpods: 110}`, refused},
		{"136", "AL2023", `{maxPods: 110.5}`, refused},
		{"136", "AL2023", `{maxPods: 110.0}`, taken},
		{"136", "AL2023", `{maxPods: true}`, refused},
		{"136", "AL2023", `{maxPods: null}`, taken},
		{"136", "AL2023", `{podsPerCore: 2147483647}`, taken},
		{"136", "AL2023", `{podsPerCore: 2147483648}`, refused},
		{"136", "AL2023", `{maxPods: 2147483648}`, refused},
		{"136", "AL2023", `{podPidsLimit: 2147483648}`, taken},
		{"136", "AL2023", `{eventBurst: 2147483648}`, refused},
		{"136", "AL2023", `{clusterDNS: 10.0.0.10}`, refused},
		{"136", "AL2023", `{clusterDNS: [10]}`, refused},
		{"136", "AL2023", `{clusterDNS: []}`, taken},
		{"136", "AL2023", `{cpuCFSQuota: "true"}`, refused},
		{"136", "AL2023", `{clusterDomain: 5}`, refused},
		{"136", "AL2023", `{memoryThrottlingFactor: 0.9}`, taken},
		{"136", "AL2023", `{memoryThrottlingFactor: "0.9"}`, refused},
		{"136", "AL2023", `{syncFrequency: 1m}`, taken},
		{"136", "AL2023", `{syncFrequency: 60}`, refused},
		{"136", "AL2023", `{syncFrequency: 1 minute}`, refused},
		{"136", "AL2023", `{syncFrequency: -1m}`, taken},
		{"136", "AL2023", `{featureGates: {A: true}}`, taken},
		{"136", "AL2023", `{featureGates: {A: "true"}}`, refused},
		{"136", "AL2023", `{authentication: {x509: {clientCAFile: a}}}`, taken},
		{"136", "AL2023", `{authentication: {x509: {clientCaFile: a}}}`, refused},
		{"136", "AL2023", `{authentication: true}`, refused},
		{"136", "AL2023", `{evictionHard: []}`, refused},
		{"136", "AL2023", `{evictionHard: {nodefs.available: 5}}`, refused},
		{"136", "AL2023", `{shutdownGracePeriodByPodPriority: [{priority: 1, shutdownGracePeriodSeconds: 3}]}`, taken},
		{"136", "AL2023", `{apiVersion: kubelet.config.k8s.io/v1beta1, kind: KubeletConfiguration}`, taken},
		{"158", "AL2023", `{registerWithTaints: []}`, refused},
		{"174", "AL2023", `{evictionHard: {memory.availabel: 5%}}`, refused},
		{"174", "AL2023", `{evictionHard: {pid.available: 5%, imagefs.inodesFree: 1k}}`, taken},
		{"174", "AL2023", `{evictionMinimumReclaim: {memory: 5%}}`, refused},
		{"59", "AL2023", `{evictionHard: {memory.available: 100%}}`, taken},
		{"59", "AL2023", `{evictionHard: {memory.available: 101%}}`, refused},
		{"59", "AL2023", `{evictionHard: {memory.available: -1%}}`, refused},
		{"59", "AL2023", `{evictionHard: {memory.available: 5%%}}`, refused},
		{"59", "AL2023", `{evictionHard: {memory.available: "%5%"}}`, refused},
		{"59", "AL2023", `{evictionHard: {memory.available: "5 %"}}`, refused},
		{"59", "AL2023", `{evictionHard: {memory.available: "%"}}`, refused},
		{"64", "AL2023", `{evictionHard: {memory.available: 500MB}}`, refused},
		{"64", "AL2023", `{evictionHard: {memory.available: ""}}`, refused},
		{"64", "AL2023", `{evictionHard: {memory.available: 500Mi, nodefs.available: "0"}}`, taken},
		{"68", "AL2023", `{evictionHard: {memory.available: -500Mi}}`, refused},
		{"68", "AL2023", `{evictionHard: {memory.available: "-0"}}`, taken},
		{"79", "AL2023", `{evictionSoft: {memory.available: 1Gi}, evictionSoftGracePeriod: {memory.available: 90}}`, refused},
		{"79", "AL2023", `{evictionSoft: {memory.available: 1Gi}, evictionSoftGracePeriod: {memory.available: 90 s}}`, refused},
		{"83", "AL2023", `{evictionSoft: {memory.available: 1Gi}, evictionSoftGracePeriod: {memory.available: -90s}}`, refused},
		{"83", "AL2023", `{evictionSoft: {memory.available: 1Gi}, evictionSoftGracePeriod: {memory.available: 1m30s}}`, taken},
		{"196", "AL2023", `{evictionSoft: {memory.available: 1Gi}}`, refused},
		{"196", "AL2023", `{evictionSoft: {memory.available: 1Gi}, evictionSoftGracePeriod: {}}`, refused},
		{"201", "AL2023", `{evictionSoftGracePeriod: {memory.available: 90s}}`, refused},
		{"216", "AL2023", `{kubeReserved: {gpu: "1"}}`, refused},
		{"216", "AL2023", `{systemReserved: {ephemeral-storage: 1Gi, pid: "100"}}`, taken},
		{"220", "AL2023", `{systemReserved: {memory: -1Gi}}`, refused},
		{"220", "AL2023", `{systemReserved: {memory: vcpus * 10}}`, taken},
		{"232", "AL2023", `{imageGCHighThresholdPercent: 101}`, refused},
		{"232", "AL2023", `{imageGCLowThresholdPercent: -1}`, refused},
		{"232", "AL2023", `{imageGCHighThresholdPercent: 100, imageGCLowThresholdPercent: 0}`, taken},
		{"237", "AL2023", `{podsPerCore: -1}`, refused},
		{"237", "AL2023", `{podsPerCore: 0, evictionMaxPodGracePeriod: 0}`, taken},
		{"237", "AL2023", `{evictionMaxPodGracePeriod: -1}`, refused},
		{"244", "AL2023", `{maxPods: -1}`, refused},
		{"244", "AL2023", `{maxPods: 0}`, taken},
		{"253", "AL2023", `{imageGCHighThresholdPercent: 80, imageGCLowThresholdPercent: 80}`, refused},
		{"253", "AL2023", `{imageGCLowThresholdPercent: 90}`, taken},
		{"validation.go:743", "Custom", `{clusterDNS: [10.0.0.10, 10.0.0.11], serializeImagePulls: false}`, taken},
		{"validation.go:747", "AL2023", `{clusterDNS: [10.0.0.10, 10.0.0.11], serializeImagePulls: false}`, taken},
		{"validation.go:751", "AL2", `{serializeImagePulls: false}`, refused},
		{"validation.go:751", "Windows2022", `{serializeImagePulls: true}`, refused},
		{"validation.go:751", "Bottlerocket", `{maxPods: 110, kubeReserved: {cpu: 100m}, cpuCFSQuota: true}`, taken},
		{"validation.go:753", "Bottlerocket", `{podsPerCore: 5}`, refused},
		{"validation.go:753", "Bottlerocket", `{podsPerCore: null}`, taken},
		{"validation.go:753", "AL2", `{podsPerCore: 5}`, taken},
		{"validation.go:766", "AL2", `{clusterDNS: [10.0.0.10, 10.0.0.11]}`, refused},
		{"validation.go:766", "Windows2025", `{clusterDNS: [10.0.0.10]}`, taken},
	} {
		spec := "spec:\n  amiFamily: " + c.family + "\n  kubelet: " + c.kubelet + "\n"
		object := documents("class.yaml", []byte("apiVersion: karpenter.k8s.aws/v1\nkind: EC2NodeClass\nmetadata: {name: a}\n"+spec))[0]
		problems := Check(admission.Object{Value: object.Root}, parseTarget(t, "1.15.2"))
		got := false
		for _, p := range problems {
			got = got || p.Class == admission.Invalid
		}
		if got != c.want {
			t.Errorf("%s, %s: refused is %v, want %v\n%s", c.family, c.kubelet, got, c.want, report(problems))
		}
	}
}
