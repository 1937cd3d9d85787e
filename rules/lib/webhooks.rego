# METADATA
# title: The webhook that converts objects between v1beta1 and v1
# description: >-
#   The API server calls it whenever someone reads an object in another version than the stored one. If it does not answer, that fails,
#   also for the garbage collector and for kubectl, which prefer v1.
package karplint.lib.webhooks

import data.karplint.lib.pools
import data.karplint.lib.served
import data.karplint.lib.versions

facts := data.karplint.facts.conversion_webhook

# converts(interval): the CRDs of all these versions have both versions.
converts(interval) if {
	served.always("karpenter.sh/v1beta1", "NodePool", interval)
	served.always("karpenter.sh/v1", "NodePool", interval)
}

# running(interval): both charts of all these versions enable the webhook by default.
running(interval) if {
	some row in facts.running
	release := versions.between(row.since, row.until)
	interval.since >= release.since
	interval.until <= release.until
}

# needed(interval): objects are certainly stored in v1beta1, because the controller below 1.0 uses it, or because the project has some.
needed(interval) if interval.until <= versions.exact("1.0.0")

needed(_) if count(beta) > 0

# objects: the pools and classes of the project in the APIs between which the webhook converts.
objects := pools.objects({"NodePool", "EC2NodeClass"})

# beta: those in v1beta1.
beta := [object_ |
	some object_ in objects
	is_string(object_.value.apiVersion)
	endswith(object_.value.apiVersion, "/v1beta1")
]
