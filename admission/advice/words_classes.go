package advice

// termRows explain rules of selector terms and their tags.
var termRows = map[string]row{
	`self.size() != 0`:                    {words: selectsNothing},
	`self.all(k, k != S && self[k] != S)`: {choose: emptyTag},

	`self.all(x, has(x.tags) || has(x.id))`:                                                       {words: nothingSelected},
	`self.all(x, has(x.tags) || has(x.id) || has(x.name))`:                                        {words: nothingSelected},
	`self.all(x, has(x.tags) || has(x.id) || has(x.instanceMatchCriteria))`:                       {words: nothingSelected},
	`self.all(x, has(x.tags) || has(x.id) || has(x.name) || has(x.alias))`:                        {words: nothingSelected},
	`self.all(x, has(x.tags) || has(x.id) || has(x.name) || has(x.alias) || has(x.ssmParameter))`: {words: nothingSelected},
	`!self.all(x, has(x.id) && has(x.tags))`:                                                      {choose: mixed},
	`!self.all(x, has(x.id) && (has(x.tags) || has(x.name)))`:                                     {choose: mixed},
	`!self.all(x, has(x.id) && (has(x.tags) || has(x.name) || has(x.owner)))`:                     {choose: mixed},
	`!self.all(x, has(x.id) && (has(x.tags) || has(x.ownerID)))`:                                  {choose: mixed},
	`!self.all(x, has(x.id) && (has(x.tags) || has(x.ownerID) || has(x.instanceMatchCriteria)))`:  {choose: mixed},
	`!self.all(x, has(x.name) && (has(x.tags) || has(x.id)))`:                                     {choose: mixed},
	`!self.all(x, has(x.owner) && has(x.tags))`:                                                   {choose: mixed},
	`!self.exists(x, has(x.id) && (has(x.alias) || has(x.tags) || has(x.name) || has(x.owner)))`:  {choose: mixed},
	`!self.exists(x, has(x.alias) && (has(x.id) || has(x.tags) || has(x.name) || has(x.owner)))`:  {choose: mixed},

	`!(self.exists(x, has(x.alias)) && self.size() != 1)`: {
		words: Words{"{name} has a term with an alias and other terms", "an alias must be alone", "delete the other terms, or the one with the alias"},
	},
}

var (
	selectsNothing  = Words{"{name} is empty", "it selects nothing", "add a term"}
	nothingSelected = Words{"a term of {name} has no {fields}", "it selects nothing", "set one of them, or delete the term"}
)

func emptyTag(c *cause) Words {
	if c.key() == "" {
		return Words{"a tag of a selector term has an empty key", "", "name the tag or delete it"}
	}
	return Words{"tag {key} of a selector term has an empty value", "it selects nothing", `give it a value, or "*" for any`}
}

// mixed explains a term whose first tested field must be its only one.
func mixed(c *cause) Words {
	if c.valueAt(c.self) != nil && len(c.valueAt(c.self).Items) == 0 {
		return selectsNothing
	}
	return Words{"a term of {name} has {set}", c.fields()[0] + " must be alone", "write them as separate terms, or delete one"}
}

// classRows explain rules of the other fields of classes, except for the kubelet.
var classRows = map[string]row{
	`(has(self.role) && !has(self.instanceProfile)) || (!has(self.role) && has(self.instanceProfile))`: {choose: roleOrProfile},

	`self.amiFamily == S ? self.amiSelectorTerms.size() != 0 : true`: {
		words: Words{"amiSelectorTerms selects no image for amiFamily {1}", "the family has no images of its own", "add a term"},
	},
	`!has(self.amiFamily) || (self.amiSelectorTerms.exists(x, has(x.alias) && x.alias.find(S) == S) ? (self.amiFamily == S || self.amiFamily == S) : ` +
		`true)`: {
		words: Words{"amiFamily {self.amiFamily} does not fit the alias of {2} images in amiSelectorTerms", "", "set {4}, or delete amiFamily"},
	},
	`self.amiSelectorTerms.exists(x, has(x.alias)) ? true : has(self.amiFamily)`: {
		words: Words{"amiFamily is not set", "no term of amiSelectorTerms has an alias that names the family", "set amiFamily"},
	},
	`self.matches(S)`: {
		words: Words{`alias {value} is not a family and a version joined by "@"`, "", `write it like "al2023@latest"`},
	},
	`self.find(S) in [S]`:     {words: unknownFamily},
	`self.split(S)[0] in [S]`: {words: unknownFamily},
	`self.split(S)[0] in [S] ? self.split(S)[1] == S : true`: {
		words: Words{`alias {value} does not end in "@{4}"`, "Windows images have only this version", `write "@{4}"`}, fix: latestAlias,
	},

	`self.filter(x, has(x.rootVolume) ? x.rootVolume == true : false).size() <= 1`: {
		words: Words{"more than one of blockDeviceMappings has rootVolume: true", "", "keep it for one"},
	},
	`has(self.snapshotID) || has(self.volumeSize)`: {
		words: Words{"{name} has neither snapshotID nor volumeSize", "the size of the volume is not set", "set volumeSize"},
	},
	`!has(self.volumeInitializationRate) || (has(self.snapshotID) && self.snapshotID != S)`: {
		words: Words{
			"volumeInitializationRate is set without snapshotID", "it is for volumes from a snapshot", "set snapshotID, or delete volumeInitializationRate",
		},
	},
	`self.size() == 0 || self.exists(x, x.deviceIndex == 0 && x.networkCardIndex == 0 && x.interfaceType == S)`: {
		words: Words{
			"networkInterfaces has no primary interface", "", "add one with deviceIndex: 0, networkCardIndex: 0 and interfaceType: {1}",
		},
	},
	`self.all(x, self.filter(y, x.networkCardIndex == y.networkCardIndex && x.deviceIndex == y.deviceIndex).size() == 1 && (x.interfaceType != S || ` +
		`self.filter(y, x.networkCardIndex == y.networkCardIndex && y.interfaceType == S).size() == 1))`: {
		words: Words{
			"two of networkInterfaces have the same place", "a network card has each deviceIndex once, and {1} once", "give each its own place",
		},
	},
	`has(self.name) || has(self.id)`:    {words: Words{"{name} has neither name nor id", "", "set one of them, or delete {name}"}},
	`!(has(self.name) && has(self.id))`: {words: Words{"{name} has name and id", "it may have one of them", "delete one of them"}},
	`has(self.tcpEstablishedTimeout) || has(self.udpStreamTimeout) || has(self.udpTimeout)`: {
		words: Words{"{name} sets none of {fields}", "", "set one, or delete {name}"},
	},
}

var unknownFamily = Words{"alias {value} has a family that Karpenter does not know", "", "{near}"}

func roleOrProfile(c *cause) Words {
	if len(c.set()) == 0 {
		return Words{"neither role nor instanceProfile is set", "nodes get no permissions", "set role to the name of an IAM role"}
	}
	return Words{"role and instanceProfile are both set", "nodes get only one of them", "delete one of them"}
}
