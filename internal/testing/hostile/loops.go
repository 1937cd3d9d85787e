package hostile

import (
	"maps"
	"slices"
)

// loops work through a large collection or text again in each round.
var loops = loopsOf(map[string]string{
	"toset": "length(toset(local.l))", "distinct": "length(distinct(local.s))", "merge": "length(merge(local.m, { a = i }))", "keys": "length(keys(local.m))",
	"slice": "length(slice(local.l, 0, 10))", "contains": "contains(local.l, { a = 1 })", "setsubtract": "length(setsubtract(local.s, local.s))",
	"jsonencode": "length(jsonencode(local.l))", "join": "length(join(\",\", local.s))", "format": "length(format(\"%s\", local.t))",
	"equality": "local.m == merge(local.m)", "length-of-text": "length(\"x${local.t}\")", "unknown-key": "local.l[var.u]", "unknown-function": "f(local.l)", "gzip": "base64gzip(local.t)",
})

func loopsOf(rounds map[string]string) (inputs []Input) {
	for _, name := range slices.Sorted(maps.Keys(rounds)) {
		inputs = append(inputs, terraform("terraform-loop-of-"+name, func(p *printer) {
			p.print("variable \"u\" {}\nlocals {\n  s = [for i in range(1000) : \"s${i}\"]\n  l = [for i in range(1000) : { name = \"n${i}\", value = i }]\n  m = { for i in range(1000) : \"k${i}\" => { name = \"n${i}\" } }\n  t = join(\"\", [for i in range(1000) : \"0123456789012345678901234567890123456789\"])\n")
			p.print("  a = [for i in range(1000) : [for k in range(200) : %s]]\n}\nresource \"kubectl_manifest\" \"a\" {\n  yaml_body = jsonencode(local.a)\n}\n", rounds[name])
		}))
	}
	return inputs
}
