package hostile

import (
	"strings"
)

// piped are inputs that come from standard input.
var piped = []Input{
	{Name: "stdin-dev-zero", Args: []string{"-"}, Stdin: "/dev/zero", Exit: 2, Write: func(Tree) error { return nil }},
	pipe("stdin-of-10-MB", "", func(p *printer) {
		p.repeat(40000, "---\n"+strings.Replace(provisioner, "name: default", "name: p%d", 1)+"# karplint:ignore KL302 -- why\n")
	}),
	pipe("stdin-of-rendered-charts-20000", "", func(p *printer) {
		p.repeat(20000, "---\n# Source: chart%d/templates/pool.yaml\n"+strings.Replace(provisioner, "name: default", "name: p%d", 1))
	}),
	pipe("stdin-nested-100000", "", func(p *printer) { p.print("%sa: ", provisioner); p.nest(100000, "[", "1", "]"); p.print("\n") }),
	pipe("stdin-binary", "", func(p *printer) { p.print("%sa: ", provisioner); p.repeat(5_000_000, "\xff\x00") }),
	pipe("stdin-line-of-30-MB", "", func(p *printer) { p.print("%s# ", provisioner); p.repeat(15_000_000, "a ") }),
	pipe("stdin-of-terraform", "main.tf", func(p *printer) {
		p.print("%s", release)
		p.repeat(50000, "locals {\n  a%d = \"karpenter.sh/provisioner-name\"\n}\n")
	}),
}

// pipe is an input of one file, which is standard input. name is that of standard input in the report; "" is none.
func pipe(input, name string, content func(p *printer)) Input {
	in := Input{Name: input, Args: []string{"-"}, Stdin: "stdin", Write: func(t Tree) error { return t.file("stdin", content) }}
	if name != "" {
		in.Args, in.Commands = append(in.Args, "--stdin-filename", name), []string{"lint"}
	}
	return in
}
