package hostile

import "strings"

// syntax has long and odd forms of YAML and JSON.
var syntax = []Input{
	one("list-on-a-line-200000", "pool.yaml", func(p *printer) {
		p.print("%s      requirements: [{key: a, operator: In, values: [", pool)
		p.repeat(200000, "a%d, ")
		p.print("]}]\n")
	}),
	one("list-as-json", "list.json", func(p *printer) {
		p.print(`{"apiVersion": "v1", "kind": "List", "items": [`)
		p.repeat(20000, `{"apiVersion": "karpenter.sh/v1alpha5", "kind": "Provisioner", "metadata": {"name": "p%d"}, "spec": {}},`)
		p.print("{}]}")
	}),
	one("anchors-doubling", "pool.yaml", func(p *printer) {
		p.print("%sa0: &a0 [x, x]\n", pool)
		for i := range p.count(60) {
			p.print("a%d: &a%d [*a%d, *a%d]\n", i+1, i+1, i, i)
		}
	}),
	one("merge-keys-doubling", "pool.yaml", func(p *printer) {
		p.print("%sm0: &m0 {x: 1}\n", pool)
		for i := range p.count(60) {
			p.print("m%d: &m%d {<<: [*m%d, *m%d], y%d: 1}\n", i+1, i+1, i, i, i)
		}
	}),
	one("aliases-100000", "pool.yaml", func(p *printer) { p.print("%sx: &x {a: 1}\nl:\n", provisioner); p.repeat(100000, "- *x\n") }),
	one("alias-of-itself", "pool.yaml", func(p *printer) { p.print("%sx: &x\n  y: *x\n", provisioner) }),
	one("scalar-of-10-MB", "pool.yaml", func(p *printer) { p.print("%sa: ", provisioner); p.repeat(1_000_000, "aaaaaaaaaa"); p.print("\n") }),
	one("key-of-1-MB", "pool.yaml", func(p *printer) { p.print("%s", provisioner); p.repeat(100_000, "aaaaaaaaaa"); p.print(": 1\n") }),
	one("quoted-of-8-MB", "pool.yaml", func(p *printer) { p.print("%sa: \"", provisioner); p.repeat(2_000_000, "\\n\\t"); p.print("\"\n") }),
	one("line-of-10-MB", "pool.yaml", func(p *printer) { p.print("%s# ", provisioner); p.repeat(5_000_000, "a ") }),
	one("blank-lines-10-MB", "pool.yaml", func(p *printer) { p.print("%s", provisioner); p.repeat(10_000_000, "\n") }),
	one("comments-10-MB", "pool.yaml", func(p *printer) { p.print("%s", provisioner); p.repeat(2_500_000, "  #\n") }),
	one("documents-500000", "pool.yaml", func(p *printer) { p.print("%s", provisioner); p.repeat(500_000, "---\na: 1\n") }),
	one("separators-2000000", "pool.yaml", func(p *printer) { p.print("%s", provisioner); p.repeat(2_000_000, "---\n") }),
	one("block-nested-3000", "pool.yaml", func(p *printer) {
		p.print("%s", provisioner)
		for i := range p.count(3000) {
			p.print("%s- a:\n", strings.Repeat(" ", i))
		}
	}),
	one("flow-nested-100000", "pool.yaml", func(p *printer) { p.print("%sa: ", provisioner); p.nest(100000, "[", "1", "]"); p.print("\n") }),
	one("flow-unclosed-1000000", "pool.yaml", func(p *printer) { p.print("%sa: ", provisioner); p.repeat(1_000_000, "[{") }),
	one("json-nested-1000000", "pool.json", func(p *printer) {
		p.print(`{"apiVersion": "karpenter.sh/v1alpha5", "kind": "Provisioner", "a": `)
		p.nest(1_000_000, "[", "1", "]")
		p.print("}\n")
	}),
	one("duplicate-keys-200000", "pool.yaml", func(p *printer) { p.print("%s", provisioner); p.repeat(200_000, "  weight: 1\n") }),
	one("anchors-200000", "pool.yaml", func(p *printer) { p.print("%sl:\n", provisioner); p.repeat(200_000, "- &a%d 1\n") }),
	one("tabs-5-MB", "pool.yaml", func(p *printer) { p.print("%s", provisioner); p.repeat(5_000_000, "\t") }),
	one("nul-bytes-5-MB", "pool.yaml", func(p *printer) { p.print("%s", provisioner); p.repeat(5_000_000, "\x00") }),
	one("carriage-returns-5-MB", "pool.yaml", func(p *printer) {
		p.print("%s", strings.ReplaceAll(provisioner, "\n", "\r"))
		p.repeat(5_000_000, "\r")
	}),
	one("broken-utf8-5-MB", "pool.yaml", func(p *printer) { p.print("%sa: ", provisioner); p.repeat(5_000_000, "\xff") }),
	one("combining-marks-5-MB", "pool.yaml", func(p *printer) { p.print("%s  weight: 1 # ", provisioner); p.repeat(2_500_000, "\u0301") }),
	one("question-keys-100000", "pool.yaml", func(p *printer) { p.print("%s", provisioner); p.repeat(100_000, "? k%d\n: v\n") }),
	one("question-keys-nested-5000", "pool.yaml", func(p *printer) { p.print("%s", provisioner); p.repeat(5000, "? "); p.print("a\n") }),
	one("number-of-1-MB", "pool.yaml", func(p *printer) { p.print("%s  weight: ", provisioner); p.repeat(1_000_000, "9"); p.print("\n") }),
	one("tags-chained-500000", "pool.yaml", func(p *printer) { p.print("%sa: ", provisioner); p.repeat(500000, "!t%d "); p.print("x\n") }),
	one("tag-of-1-MB", "pool.yaml", func(p *printer) { p.print("%sa: !<", provisioner); p.repeat(100000, "tag:a,b%d"); p.print("> x\n") }),
	one("tag-directives-100000", "pool.yaml", func(p *printer) { p.repeat(100000, "%%TAG !t%d! tag:a,2000:\n"); p.print("---\n%s", provisioner) }),
	one("binary-of-8-MB", "pool.yaml", func(p *printer) {
		p.print("%sa: !!binary \"", provisioner)
		p.repeat(1_000_000, "aGVsbG8h")
		p.print("\"\n")
	}),
	one("merge-keys-chain-20000", "pool.yaml", func(p *printer) {
		p.print("%sm0: &m0 {x: 1}\n", provisioner)
		for i := range p.count(20000) {
			p.print("m%d: &m%d {<<: *m%d, k%d: 1}\n", i+1, i+1, i, i)
		}
	}),
	one("merge-lists-3000-by-3000", "pool.yaml", func(p *printer) {
		p.print("%sm: &m {a: 1}\n", provisioner)
		p.print("l: &l [")
		p.repeat(3000, "*m, ")
		p.print("]\nn:\n")
		p.repeat(3000, "- {<<: *l, b: 1}\n")
	}),
	one("merge-keys-200000-in-a-map", "pool.yaml", func(p *printer) {
		p.print("%sm: &m {a: 1}\nn:\n", provisioner)
		p.repeat(200000, "  <<: *m\n")
	}),
	one("keys-complex-100000", "pool.yaml", func(p *printer) { p.print("%sa:\n", provisioner); p.repeat(100000, "  ? {a: %d, b: [c]}\n  : d\n") }),
	one("keys-complex-nested-20000", "pool.yaml", func(p *printer) { p.print("%s", provisioner); p.nest(20000, "{", "a", ": b}"); p.print(": c\n") }),
	one("numbers-of-all-forms-200000", "pool.yaml", func(p *printer) {
		p.print("%sa:\n", provisioner)
		p.repeat(40000, "- 0x%d\n- 0b%d\n- 1_0__%d\n- %d:59:59\n- .%de+999999999\n")
	}),
	one("keys-of-numbers-200000", "pool.yaml", func(p *printer) { p.print("%s  labels:\n", provisioner); p.repeat(200000, "    0x%d: a\n") }),
	one("keys-that-are-equal-numbers", "pool.yaml", func(p *printer) {
		p.print("%s  labels:\n", provisioner)
		for i := range p.count(100000) {
			p.print("    1.%s%d: a\n", strings.Repeat("0", i%300), i)
		}
	}),
	one("folded-lines-1000000", "pool.yaml", func(p *printer) { p.print("%sa: >\n", provisioner); p.repeat(1_000_000, "  a\n\n") }),
	one("plain-lines-1000000", "pool.yaml", func(p *printer) { p.print("%sa: b\n", provisioner); p.repeat(1_000_000, "  a\n") }),
	one("flow-over-lines-500000", "pool.yaml", func(p *printer) { p.print("%sa: [\n", provisioner); p.repeat(500_000, "b, # c\n"); p.print("]\n") }),
	one("ends-of-lines-mixed-100000", "pool.yaml", func(p *printer) {
		p.print("\ufeff%s  labels:\r\n", strings.ReplaceAll(provisioner, "\n", "\r\n"))
		p.repeat(50000, "    a%d: b\r\n    c%d: d\n")
	}),
	one("byte-order-marks-in-20000-documents", "pools.yaml", func(p *printer) { p.repeat(20000, "\ufeff---\r\n\ufeffkind: Provisioner\n") }),
	one("lines-in-other-ends-100000", "pool.yaml", func(p *printer) {
		p.print("%s  labels:\n", provisioner)
		p.repeat(100000, "    a%d: b\u2028\u0085\u2029\n")
	}),
	one("aliases-as-keys-100000", "pool.yaml", func(p *printer) { p.print("%sa: &a b\nm:\n", provisioner); p.repeat(100000, "  ? [*a, %d]\n  : *a\n") }),
	one("merges-of-10000-large-maps", "pool.yaml", func(p *printer) {
		p.print("%sm: &m {", provisioner)
		p.repeat(1000, "k%d: 1, ")
		p.print("}\nn: {<<: [")
		p.repeat(10000, "*m, ")
		p.print("]}\n")
	}),
}
