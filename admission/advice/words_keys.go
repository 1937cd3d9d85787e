package advice

// keyRows explain rules of labels, in keys of requirements and of maps.
var keyRows = map[string]row{
	`self in [S] || !self.find(S).endsWith(S)`:                     {words: ownDomain, later: &laterLabel},
	`self.all(x, x in [S] || !x.find(S).endsWith(S))`:              {words: ownDomain, later: &laterLabel},
	`self.startsWith(S) || !self.find(S).endsWith(S)`:              {words: kubernetesDomain("3")},
	`self.all(x, x.startsWith(S) || !x.find(S).endsWith(S))`:       {words: kubernetesDomain("3")},
	`self.find(S).endsWith(S) || !self.find(S).endsWith(S)`:        {words: kubernetesDomain("4")},
	`self.all(x, x.find(S).endsWith(S) || !x.find(S).endsWith(S))`: {words: kubernetesDomain("4")},

	`self in [S] || self.startsWith(S) || self.startsWith(S) || !self.find(S).endsWith(S)`:              {words: kubernetesDomain("5")},
	`self.all(x, x in [S] || x.startsWith(S) || x.startsWith(S) || !x.find(S).endsWith(S))`:             {words: kubernetesDomain("5")},
	`self in [S] || self.find(S).endsWith(S) || self.find(S).endsWith(S) || !self.find(S).endsWith(S)`:  {words: kubernetesDomain("7")},
	`self.all(x, x in [S] || x.find(S).endsWith(S) || x.find(S).endsWith(S) || !x.find(S).endsWith(S))`: {words: kubernetesDomain("7")},

	`self != S`:           {choose: forbiddenText, fix: fillReference},
	`self.all(x, x != S)`: {choose: forbiddenLabel, fix: deleteOwnName},
	`self.all(k, k != S)`: {choose: forbiddenTag, fix: deleteTag},
	`self.all(k, !k.startsWith(S))`: {
		words: Words{`tag {key} begins with "{1}"`, "Karpenter sets such tags itself", "delete the tag"}, fix: deleteTag,
	},
}

// laterLabel is for a label that a later release knows.
var laterLabel = Words{"Karpenter knows the label {label} only from %s on", "", "delete it, or upgrade"}

var ownDomain = Words{`label {label} is not allowed in the domain "{3}"`, "Karpenter allows only labels that it knows there", "{hint}"}

func kubernetesDomain(literal string) Words {
	return Words{`label {label} is not allowed in the domain "{` + literal + `}"`, "Kubernetes reserves the domain", "{hint}"}
}

// forbiddenText explains a text that must not be empty, or a requirement on a forbidden key.
func forbiddenText(c *cause) Words {
	switch {
	case c.literal(1) == "" && len(c.self) > 1 && lastKey(c.self[:len(c.self)-1]) == "nodeClassRef":
		return Words{"{name} of nodeClassRef is empty", "it refers to no class", references[c.key()]}
	case c.literal(1) == "":
		return Words{"{name} is empty", "", "set it to the name of the one that nodes get, or delete it"}
	case c.literal(1) == "karpenter.sh/nodepool":
		return Words{
			`a requirement on "{1}" is not allowed in a pool`, "Karpenter sets this label to the name of the pool", "delete the requirement",
		}
	}
	return Words{
		`a requirement on "{1}" is not allowed`, "Karpenter does not know the names of nodes before it creates them", "delete the requirement",
	}
}

var references = map[string]string{
	"group": "set the API group of the class, karpenter.k8s.aws for an EC2NodeClass",
	"kind":  "set the kind of the class, such as EC2NodeClass",
	"name":  "set the name of the class",
}

func forbiddenLabel(c *cause) Words {
	if c.literal(1) == "karpenter.sh/nodepool" {
		return Words{`label "{1}" is not allowed`, "Karpenter sets this label to the name of the pool", "delete the label"}
	}
	return Words{`label "{1}" is not allowed`, "each node has a value of its own", "delete the label"}
}

func forbiddenTag(c *cause) Words {
	if c.literal(1) == "" {
		return Words{"a tag has an empty key", "AWS rejects it", "name the tag or delete it"}
	}
	return Words{`tag "{1}" is not allowed`, "Karpenter keeps it for itself", "delete the tag"}
}
