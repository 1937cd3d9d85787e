package karplint.lib.foreign_test

import data.karplint.lib.foreign

key := "karpenter.sh/do-not-evict"

test_sets if {
	every line in [`karpenter.sh/do-not-evict: "true"`, `- "karpenter.sh/do-not-evict" : <%= x %>`] {
		foreign.sets(line, key)
	}
}

test_does_not_set if {
	every line in [`karpenter.sh/do-not-evicts: "true"`, `args: [karpenter.sh/do-not-evict]`, `x: karpenter.sh/do-not-evict: y`] {
		not foreign.sets(line, key)
	}
}
