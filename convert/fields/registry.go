package fields

import (
	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// Registry holds the versions of Karpenter's API: which ones exist, and how objects of each kind become objects of the next
// version.
type Registry struct {
	apis.Registry
	Steps map[facts.APIKind]Step
}

// Step converts objects of one kind to the next version of the API.
type Step struct {
	Rows   Table
	Absent Table // rows of fields that are written out if they are missing

	// Plan plans the whole step; nil runs only Rows.
	Plan func(o *Object)
}

// Convert plans the step that turns the object into the kind to.
func (s Step) Convert(o *Object, to facts.APIKind) {
	o.SetKind(to)
	if s.Plan == nil {
		s.Rows.Run(o)
		return
	}
	s.Plan(o)
}

// Karpenter returns the versions of Karpenter's API.
func Karpenter() *Registry {
	beta, v1 := facts.AlphaToV1beta1(), facts.V1beta1ToV1()
	r := &Registry{Registry: apis.Registry{Served: facts.Served(), Behaviours: map[apis.API]apis.Behaviour{
		apis.V1Beta1: {RestrictedTags: beta.RestrictedTags.Rules, Underutilized: v1.Consolidation.Default},
		apis.V1: {
			KubeletInClass: true, NewTaint: true, TagsCluster: true, WebhookAnnotations: v1.CompatibilityAnnotations.Keys,
			RestrictedTags: v1.RestrictedTags.Rules, Underutilized: v1.Consolidation.Policies[v1.Consolidation.Default],
		},
	}}}
	alpha, v1beta1 := r.Generation(apis.Alpha), r.Generation(apis.V1Beta1)
	r.Steps = map[facts.APIKind]Step{
		alpha.Pool:    {Provisioner, absentInProvisioner, convertProvisioner},
		alpha.Class:   {awsNodeTemplate, absentInTemplate, convertTemplate},
		v1beta1.Pool:  {nodePool, absentInNodePool, convertNodePool},
		v1beta1.Class: {ec2NodeClass, absentInNodeClass, convertNodeClass},
	}
	r.WithoutVersion = map[facts.APIKind]func(*model.Value) bool{v1beta1.Pool: isBetaPool, v1beta1.Class: isBetaClass}
	return r
}

// isBetaPool reports whether a NodePool without apiVersion is v1beta1.
func isBetaPool(v *model.Value) bool {
	nodes, disruption := v.Get("spec", "template", "spec"), v.Get("spec", "disruption")
	if nodes.Get("kubelet") != nil || nodes.Get("nodeClassRef", "apiVersion") != nil {
		return true
	}
	return disruption.Get("expireAfter") != nil || disruption.Str("consolidationPolicy") == "WhenUnderutilized"
}

// isBetaClass reports whether an EC2NodeClass without apiVersion is v1beta1.
func isBetaClass(v *model.Value) bool {
	return v.Get("spec", "amiFamily") != nil && v.Get("spec", "amiSelectorTerms") == nil
}
