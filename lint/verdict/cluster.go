package verdict

import (
	"github.com/karplint/karplint/admission/karpenter"
	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/versions"
)

// Cluster holds the facts about a cluster that the files of its project show.
type Cluster struct {
	karpenter.Cluster
	CRDs versions.Interval // the releases of the CRDs
}

// ClusterOf returns the cluster of a project with the installations among resources. The CRDs have the release of their own chart
// if that is known, and otherwise the release of the controller.
func ClusterOf(resources []*survey.Resource, controller versions.Interval) Cluster {
	c := Cluster{CRDs: controller, Cluster: karpenter.Cluster{Controller: controller, Webhook: webhookOf(resources, controller)}}
	if crds := survey.CRDReleases(resources); crds != (versions.Interval{}) {
		c.CRDs = crds
	}
	return c
}

// webhookOf reports whether Karpenter's webhook runs with every controller among the resources.
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

// webhookIn reports whether the values of the chart enable the webhook.
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
