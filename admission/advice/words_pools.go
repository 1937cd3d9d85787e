package advice

// requirementRows explain rules of requirements in pools, claims and overlays.
var requirementRows = map[string]row{
	`self.all(x, x.operator == S ? x.values.size() != 0 : true)`: {choose: noValues},

	`self.all(x, (x.operator == S || x.operator == S) ? (x.values.size() == 1 && x.values[0].int() >= 0) : true)`: {choose: oneNumber},
	`self.all(x, (x.operator == S || x.operator == S || x.operator == S || x.operator == S) ? (x.values.size() == 1 && x.values[0].int() >= 0) : ` +
		`true)`: {
		choose: oneNumber,
	},
	`self.all(x, (x.operator == S && has(x.minValues)) ? x.values.size() >= x.minValues : true)`: {
		words: Words{"requirement {item.key} has minValues {item.minValues} and {values}", "it can never be met", "add values, or lower minValues"},
	},
}

func noValues(c *cause) Words {
	if c.literal(1) == "In" {
		return Words{"requirement {item.key} has operator In and no values", "no node can meet it", "add values, or use operator Exists"}
	}
	return Words{"requirement {item.key} has operator {1} and no values", "", "add values, or delete the requirement"}
}

// oneNumber explains rules of operators that compare numbers.
func oneNumber(c *cause) Words {
	if _, isItem := c.path[len(c.path)-1].(int); isItem {
		return Words{
			"value {value} of requirement {item.key} is not a whole number of at least 0", "operator {item.operator} compares numbers", "correct the value",
		}
	}
	return Words{
		"requirement {item.key} has operator {item.operator} and {values}", "the operator compares with one number",
		"give it exactly one, a whole number of at least 0",
	}
}

// poolRows explain rules of the other fields of pools.
var poolRows = map[string]row{
	`has(self.consolidateAfter) ? (self.consolidationPolicy != S || self.consolidateAfter == S) : true`: {
		words: Words{
			"consolidateAfter {self.consolidateAfter} cannot be combined with consolidationPolicy {1}", "",
			"delete consolidateAfter, or set consolidationPolicy: WhenEmpty",
		},
	},
	`self.consolidationPolicy == S ? has(self.consolidateAfter) : true`: {
		words: Words{
			"consolidationPolicy {1} is set without consolidateAfter", "that is the time that a node must be empty", "set it, for example to 30s",
		},
	},
	`self.all(x, has(x.schedule) == has(x.duration))`:                                              {words: budget},
	`!self.all(x, (has(x.schedule) && !has(x.duration)) || (!has(x.schedule) && has(x.duration)))`: {words: budget},

	`!has(self.replicas) || !has(self.limits) || self.limits.size() == 0 || (self.limits.size() == 1 && S in self.limits)`: {
		words: Words{"a pool with replicas has limits other than {1}", "it can limit only {1}", "delete the other limits, or delete replicas"},
	},
	`!has(self.replicas) || !has(self.weight)`: {
		words: Words{"a pool has replicas and weight", "Karpenter does not choose among pools with replicas", "delete weight, or delete replicas"},
	},
}

var budget = Words{"a budget has {set} alone", "schedule and duration belong together", "set both or none"}
