package admission_test

import (
	"testing"

	"github.com/karplint/karplint/admission"
	"github.com/karplint/karplint/internal/testing/cputime"
	"github.com/karplint/karplint/versions"
)

const pool = `
apiVersion: karpenter.sh/v1
kind: NodePool
metadata: {name: default, labels: {team: a}}
spec:
  weight: 10
  limits: {cpu: 100, memory: 400Gi}
  disruption:
    consolidationPolicy: WhenEmptyOrUnderutilized
    consolidateAfter: 1m
    budgets: [{nodes: 10%}, {nodes: "0", schedule: 0 9 * * mon-fri, duration: 8h}]
  template:
    metadata: {labels: {team: a, example.com/tier: web}}
    spec:
      expireAfter: 720h
      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: default}
      taints: [{key: example.com/team, value: a, effect: NoSchedule}]
      requirements:
        - {key: kubernetes.io/arch, operator: In, values: [amd64, arm64]}
        - {key: karpenter.sh/capacity-type, operator: In, values: [spot, on-demand]}
        - {key: karpenter.k8s.aws/instance-category, operator: In, values: [c, m, r]}
        - {key: karpenter.k8s.aws/instance-generation, operator: Gt, values: ["2"]}
`

const class = `
apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: {name: default}
spec:
  role: nodes
  amiSelectorTerms: [{alias: al2023@latest}]
  subnetSelectorTerms: [{tags: {karpenter.sh/discovery: main}}]
  securityGroupSelectorTerms: [{tags: {karpenter.sh/discovery: main}}]
  blockDeviceMappings: [{deviceName: /dev/xvda, ebs: {volumeSize: 100Gi, volumeType: gp3, encrypted: true}}]
  metadataOptions: {httpTokens: required, httpPutResponseHopLimit: 1}
  kubelet: {maxPods: 50, systemReserved: {cpu: 100m, memory: 100Mi}, evictionHard: {memory.available: 5%}}
  tags: {team: a}
`

// BenchmarkCheck measures one object, for one release and for all.
func BenchmarkCheck(b *testing.B) {
	for _, text := range []string{pool, class} {
		doc := documents(b, []byte(text))[0]
		for _, target := range []string{"1.5.0", "any"} {
			b.Run(doc.Root.Str("kind")+" for "+target, func(b *testing.B) {
				interval := interval(b, target)
				defer reportCPU(b)()
				for b.Loop() {
					if problems := admission.Check(object(doc.Root), interval); len(problems) > 0 {
						b.Fatal(problems)
					}
				}
			})
		}
	}
}

// BenchmarkFirst measures the first object of a run. Only its first iteration counts: go test -bench First -benchtime 1x.
func BenchmarkFirst(b *testing.B) {
	doc := documents(b, []byte(pool))[0]
	defer reportCPU(b)()
	for b.Loop() {
		admission.Check(object(doc.Root), versions.Interval{})
	}
}

// reportCPU returns a function that reports the processor time of an iteration, because a clock also counts other work of the machine.
func reportCPU(b *testing.B) func() {
	before := cputime.Used()
	return func() { b.ReportMetric(float64(cputime.Used()-before)/float64(b.N), "cpu-ns/op") }
}
