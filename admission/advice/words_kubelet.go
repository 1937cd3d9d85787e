package advice

import "github.com/karplint/karplint/model"

// kubeletRows explain rules of kubelet settings.
var kubeletRows = map[string]row{
	`(has(self.imageGCHighThresholdPercent) && has(self.imageGCLowThresholdPercent)) ? self.imageGCHighThresholdPercent > ` +
		`self.imageGCLowThresholdPercent : true`: {
		words: Words{
			"imageGCHighThresholdPercent {self.imageGCHighThresholdPercent} is not above imageGCLowThresholdPercent {self.imageGCLowThresholdPercent}",
			"", "raise it, or lower the other",
		},
	},
	`has(self.evictionSoft) ? self.evictionSoft.all(e, e in self.evictionSoftGracePeriod) : true`: {
		words: Words{"{key} of evictionSoft has no evictionSoftGracePeriod", "", "set one, or delete the threshold"},
	},
	`has(self.evictionSoftGracePeriod) ? self.evictionSoftGracePeriod.all(e, e in self.evictionSoft) : true`: {
		words: Words{"{key} of evictionSoftGracePeriod has no threshold in evictionSoft", "", "set one, or delete the period"},
	},
	`self.all(x, x in [S])`:                             {words: Words{"{key} is not a signal that {name} can have", "", "{near}"}},
	`self.all(x, x == S || x == S || x == S || x == S)`: {words: Words{"{key} is not a resource that {name} can have", "", "{near}"}},
	`self.all(x, !self[x].startsWith(S))`:               {choose: reserved, fix: quoteQuantity},
}

func reserved(c *cause) Words {
	if c.valueAt(c.path) != nil && c.valueAt(c.path).Kind == model.Number {
		return Words{"{key} of {name} is a number", "this CRD accepts a quantity only as a string", "quote it"}
	}
	return Words{"{key} of {name} is {value}", "a quantity must not be negative", "correct it"}
}

// otherRows explain rules of overlays and buffers.
var otherRows = map[string]row{
	`!has(self.price) || !has(self.priceAdjustment)`: {
		words: Words{"price and priceAdjustment are both set", "only one can take effect", "delete one of them"},
	},
	`self.all(x, !(x in [S]))`: {words: Words{"{name} sets {key}", "the instance type fixes it", "delete it"}},
	`!has(self.podTemplateRef) || has(self.replicas) || has(self.limits)`: {
		words: Words{"podTemplateRef is set without replicas or limits", "they say how much to keep free", "set one of them"},
	},
	`!(has(self.podTemplateRef) && has(self.scalableRef))`: {
		words: Words{"podTemplateRef and scalableRef are both set", "a buffer is for one of them", "delete one of them"},
	},
}
