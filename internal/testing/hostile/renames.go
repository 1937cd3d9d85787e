package hostile

// renames are files with many old names, in objects, policies, queries, scripts and texts.
var renames = []Input{
	one("old-labels-100000", "web.yaml", func(p *printer) {
		p.print("%s      tolerations:\n", deployment)
		p.repeat(100000, "        - {key: karpenter.sh/provisioner-name, value: v%d}\n")
	}),
	one("manifests-in-a-text", "map.yaml", func(p *printer) {
		p.print("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  a: |\n")
		p.repeat(20000, "    ---\n    apiVersion: karpenter.sh/v1alpha5\n    kind: Provisioner\n    metadata: {name: p%d}\n")
	}),
	one("texts-40000", "map.yaml", func(p *printer) {
		p.print("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n")
		p.repeat(40000, "  k%d: kubectl get provisioner -l karpenter.sh/provisioner-name=x\n")
	}),
	one("user-data-of-8-MB", "class.yaml", func(p *printer) {
		p.print("apiVersion: karpenter.k8s.aws/v1alpha1\nkind: AWSNodeTemplate\nmetadata: {name: a}\nspec:\n  amiFamily: Bottlerocket\n  subnetSelector: {a: b}\n  securityGroupSelector: {a: b}\n  userData: |\n    [settings.kubernetes.node-labels]\n")
		p.repeat(150000, "    \"karpenter.sh/provisioner-name-%d\" = \"a\"\n")
	}),
	one("script-of-8-MB", "run.sh", func(p *printer) {
		p.repeat(100000, "kubectl get provisioners.karpenter.sh p%d -l karpenter.sh/provisioner-name=a\n")
	}),
	one("policy-statements-20000", "policy.json", func(p *printer) {
		p.print(`{"Version": "2012-10-17", "Statement": [`)
		p.repeat(20000, `{"Effect": "Allow", "Action": "ec2:TerminateInstances", "Resource": "*", "Condition": {"StringLike": {"ec2:ResourceTag/karpenter.sh/provisioner-name": "a%d"}}},`)
		p.print(`{}]}`)
	}),
	one("queries-20000", "rules.yaml", func(p *printer) {
		p.print("apiVersion: monitoring.coreos.com/v1\nkind: PrometheusRule\nmetadata: {name: karpenter}\nspec:\n  groups:\n  - name: a\n    rules:\n")
		p.repeat(20000, "    - {alert: a%d, expr: 'sum(karpenter_nodes_created{provisioner=\"a\"}) by (a)'}\n")
	}),
	one("query-nested-100000", "rules.yaml", func(p *printer) {
		p.print("apiVersion: monitoring.coreos.com/v1\nkind: PrometheusRule\nmetadata: {name: karpenter}\nspec: {groups: [{name: a, rules: [{alert: a, expr: '")
		p.nest(100000, "(", "karpenter_nodes_created", ")")
		p.print("'}]}]}\n")
	}),
	one("cluster-role-rules-20000", "role.yaml", func(p *printer) {
		p.print("apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: a}\nrules:\n")
		p.repeat(20000, "- {apiGroups: [karpenter.sh], resources: [provisioners], verbs: [get], resourceNames: [p%d]}\n")
	}),
	one("cluster-policies-5000", "policies.yaml", func(p *printer) {
		p.repeat(5000, "---\napiVersion: kyverno.io/v1\nkind: ClusterPolicy\nmetadata: {name: p%d}\nspec: {rules: [{name: a, match: {any: [{resources: {kinds: [Provisioner]}}]}, mutate: {patchStrategicMerge: {metadata: {annotations: {karpenter.sh/do-not-evict: 'true'}}}}}]}\n")
	}),
	one("cloudformation-20000-policies", "stack.yaml", func(p *printer) {
		p.print("Resources:\n")
		p.repeat(20000, "  P%d: {Type: AWS::IAM::ManagedPolicy, Properties: {PolicyDocument: !Sub '{\"Statement\": [{\"Effect\": \"Allow\", \"Action\": \"ec2:RunInstances\", \"Resource\": \"*\", \"Condition\": {\"StringLike\": {\"aws:RequestTag/karpenter.sh/provisioner-name\": \"*\"}}}]}'}}\n")
	}),
	one("crd-of-10-MB", "crd.yaml", func(p *printer) {
		p.print("apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: nodepools.karpenter.sh}\nspec:\n  group: karpenter.sh\n  names: {kind: NodePool}\n  versions:\n  - name: v1\n    schema:\n      openAPIV3Schema:\n        properties:\n")
		p.repeat(100000, "          p%d: {type: string, description: karpenter.sh/provisioner-name and more}\n")
	}),
	one("user-data-of-10000-parts", "class.yaml", func(p *printer) {
		p.print("%s  userData: |\n    MIME-Version: 1.0\n    Content-Type: multipart/mixed; boundary=\"b\"\n\n", class)
		p.repeat(10000, "    --b\n    Content-Type: text/x-shellscript\n\n    kubectl label node karpenter.sh/provisioner-name=p%d\n")
	}),
	one("pods-with-10000-containers", "web.yaml", func(p *printer) {
		p.print("%s      containers:\n", deployment)
		p.repeat(10000, "      - {name: c%d, env: [{name: A, value: karpenter.sh/provisioner-name}, {name: B, value: karpenter.sh/capacity-type}]}\n")
	}),
	one("names-in-all-scripts-20000", "web.yaml", func(p *printer) {
		p.repeat(20000, "---\napiVersion: v1\nkind: Pod\nmetadata: {name: \"\u202e\u0640\u200d\u0301\U0001f9d1\u200d\U0001f680\ufeff\u00ad%d\", annotations: {karpenter.sh/do-not-evict: \"\uff54rue\"}}\n")
	}),
}
