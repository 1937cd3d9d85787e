package verdict

import (
	"github.com/karplint/karplint/admission/karpenter"
	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/versions"
)

// Cluster is what a project shows of the cluster that its objects are for.
type Cluster struct {
	karpenter.Cluster
	CRDs versions.Interval // their releases
}

// ClusterOf returns the cluster of a project with the installations among its resources. The releases of the CRDs are those of the
// installed chart, if it is known, and those of the controller otherwise.
func ClusterOf(resources []*survey.Resource, controller versions.Interval) Cluster {
	c := Cluster{CRDs: controller, Cluster: karpenter.Cluster{Controller: controller, Webhook: webhookOf(resources, controller)}}
	if crds := survey.CRDReleases(resources); crds != (versions.Interval{}) {
		c.CRDs = crds
	}
	return c
}

// webhookOf returns whether Karpenter's webhook runs with all of the controllers among the resources.
func webhookOf(resources []*survey.Resource, controller versions.Interval) known.Truth {
	answers := map[known.Truth]bool{}
	for _, r := range resources {
		if r.Role() == survey.ControllerRole {
			answers[webhookIn(r.Value.Get("values"), controller)] = true
		}
	}
	if len(answers) == 0 {
		return karpenter.WebhookByDefault(controller)
	}
	if answers[known.Maybe] || answers[known.Yes] && answers[known.No] {
		return known.Maybe
	}
	return known.Of(answers[known.Yes])
}

// webhookIn returns whether the values of the chart enable the webhook.
func webhookIn(values *model.Value, controller versions.Interval) known.Truth {
	field := known.Reader{}.At(values, "webhook", "enabled")
	switch {
	case values == nil, field.Present == known.No:
		return karpenter.WebhookByDefault(controller)
	case field.Present == known.Maybe, field.Value.IsUnknown():
		return known.Maybe
	}
	return known.Of(field.Value.IsTrue())
}
