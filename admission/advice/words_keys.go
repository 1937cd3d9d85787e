package advice

// keyRows explain rules of labels, in keys of requirements and of maps.
var keyRows = map[string]row{
	`self in [S] || !self.find(S).endsWith(S)`:                     {words: ownDomain, later: laterLabel},
	`self.all(x, x in [S] || !x.find(S).endsWith(S))`:              {words: ownDomain, later: laterLabel},
	`self.startsWith(S) || !self.find(S).endsWith(S)`:              {words: kubernetesDomain("3")},
	`self.all(x, x.startsWith(S) || !x.find(S).endsWith(S))`:       {words: kubernetesDomain("3")},
	`self.find(S).endsWith(S) || !self.find(S).endsWith(S)`:        {words: kubernetesDomain("4")},
	`self.all(x, x.find(S).endsWith(S) || !x.find(S).endsWith(S))`: {words: kubernetesDomain("4")},

	`self in [S] || self.startsWith(S) || self.startsWith(S) || !self.find(S).endsWith(S)`:              {words: kubernetesDomain("5")},
	`self.all(x, x in [S] || x.startsWith(S) || x.startsWith(S) || !x.find(S).endsWith(S))`:             {words: kubernetesDomain("5")},
	`self in [S] || self.find(S).endsWith(S) || self.find(S).endsWith(S) || !self.find(S).endsWith(S)`:  {words: kubernetesDomain("7")},
	`self.all(x, x in [S] || x.find(S).endsWith(S) || x.find(S).endsWith(S) || !x.find(S).endsWith(S))`: {words: kubernetesDomain("7")},

	`self != S`:                     {choose: forbiddenText, fix: fillReference},
	`self.all(x, x != S)`:           {choose: forbiddenLabel, fix: deleteOwnName},
	`self.all(k, k != S)`:           {choose: forbiddenTag, fix: deleteTag},
	`self.all(k, !k.startsWith(S))`: {words: "tag {key} begins with \"{1}\", which Karpenter sets itself; remove the tag", fix: deleteTag},
}

// laterLabel is for a label that a later release knows.
const laterLabel = "Karpenter knows the label {label} only from %s on, so earlier releases reject it; delete it, or upgrade"

const ownDomain = "{label} is in the domain \"{3}\", in which Karpenter allows only labels that it knows{hint}"

func kubernetesDomain(literal string) string {
	return "{label} is in the domain \"{" + literal + "}\", which Kubernetes reserves{hint}"
}

// forbiddenText explains a text that must not be empty, or a requirement on a forbidden key.
func forbiddenText(c *cause) string {
	switch {
	case c.literal(1) == "" && len(c.self) > 1 && lastKey(c.self[:len(c.self)-1]) == "nodeClassRef":
		return "{name} of nodeClassRef is empty, so it refers to no class; " + references[c.key()]
	case c.literal(1) == "":
		return "{name} is empty; set it to the name of the one that nodes get, or remove it"
	case c.literal(1) == "karpenter.sh/nodepool":
		return "a requirement on \"{1}\" is not allowed in a pool, because Karpenter sets this label to the name of the pool; remove the requirement"
	}
	return "a requirement on \"{1}\" is not allowed, because Karpenter does not know the names of nodes before it creates them; remove the requirement"
}

var references = map[string]string{
	"group": "set the API group of the class, karpenter.k8s.aws for an EC2NodeClass",
	"kind":  "set the kind of the class, such as EC2NodeClass",
	"name":  "set the name of the class",
}

func forbiddenLabel(c *cause) string {
	if c.literal(1) == "karpenter.sh/nodepool" {
		return "label \"{1}\" is not allowed, because Karpenter sets it to the name of the pool; remove the label"
	}
	return "label \"{1}\" is not allowed, because each node has a value of its own; remove the label"
}

func forbiddenTag(c *cause) string {
	if c.literal(1) == "" {
		return "a tag has an empty key, which AWS rejects; name the tag or remove it"
	}
	return "tag \"{1}\" is not allowed, because Karpenter keeps it for itself; remove the tag"
}
