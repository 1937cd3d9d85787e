package hostile

import (
	"fmt"
	"strings"
)

// settings are configurations with long lists, patterns and aliases.
var settings = []Input{
	{Name: "settings-of-5-MB", Exit: 2, Write: func(t Tree) error {
		return t.file(".karplint.yaml", func(p *printer) { p.print("rules:\n"); p.repeat(300000, "  KL%d: error\n") })
	}},
	{Name: "settings-nested", Exit: 2, Write: func(t Tree) error {
		return t.file(".karplint.yaml", func(p *printer) { p.print("rules: "); p.nest(100000, "[", "", "]"); p.print("\n") })
	}},
	{Name: "settings-in-2000-directories", Exit: 2, Write: func(t Tree) error {
		for i := range t.count(2000) {
			if err := t.text(fmt.Sprintf("d%d/.karplint.yaml", i), fmt.Sprintf("karpenter-version: 1.0.%d\n", i)); err != nil {
				return err
			}
			if err := t.text(fmt.Sprintf("d%d/pool.yaml", i), pool); err != nil {
				return err
			}
		}
		return nil
	}},
	{Name: "settings-of-patterns", Exit: 2, Write: func(t Tree) error {
		if err := t.text("pool.yaml", pool); err != nil {
			return err
		}
		return t.file(".karplint.yaml", func(p *printer) {
			p.print("exclude:\n")
			for range p.count(3000) {
				p.print("- \"%s\"\n", strings.Repeat("{a,b,**/*}", 12))
			}
		})
	}},
	{Name: "settings-with-braces-nested", Exit: 2, Write: func(t Tree) error {
		if err := t.text(strings.Repeat("a", 200)+".yaml", pool); err != nil {
			return err
		}
		return t.file(".karplint.yaml", func(p *printer) {
			p.print("exclude: [\"")
			p.nest(2000, "{a*,*", "a", "}")
			p.print("\", \"")
			p.repeat(100, "{a*,*a,**}")
			p.print("b\"]\n")
		})
	}},
	{Name: "settings-with-aliases", Exit: 2, Write: func(t Tree) error {
		if err := t.text("pool.yaml", pool); err != nil {
			return err
		}
		return t.file(".karplint.yaml", func(p *printer) {
			p.print("rules: {KL401: {daemonsets: &a0 [x, x]}}\nselect: [")
			for i := range p.count(40) {
				p.print("&a%d [*a%d, *a%d], ", i+1, i, i)
			}
			p.print("]\n")
		})
	}},
	{Name: "settings-of-globs", Exit: 2, Write: func(t Tree) error {
		for i := range t.count(3000) {
			if err := t.text(fmt.Sprintf("%sp%d.yaml", strings.Repeat("a/", 20), i), pool); err != nil {
				return err
			}
		}
		return t.file(".karplint.yaml", func(p *printer) {
			p.print("exclude:\n")
			p.repeat(200, "- \"**/a*/**/a*/**/a*/**/a*/**/[a-z]*/**/b%d\"\n")
		})
	}},
	{Name: "settings-of-overrides-2000", Exit: 2, Write: func(t Tree) error {
		if err := t.file("web.yaml", func(p *printer) {
			p.repeat(2000, "---\nkind: Pod\nmetadata: {name: a%d, annotations: {karpenter.sh/do-not-evict: \"true\"}}\n")
		}); err != nil {
			return err
		}
		return t.file(".karplint.yaml", func(p *printer) {
			p.print("convert:\n  exclude:\n")
			p.repeat(50000, "  - \"*a*b*c*%d/*x*y*z*\"\n")
		})
	}},
	{Name: "var-file-of-8-MB", Commands: []string{"lint"}, Args: []string{"--var-file", "x.tfvars"}, Exit: 2, Write: func(t Tree) error {
		if err := t.text("main.tf", strings.Replace(release, `"1.0.8"`, "var.v[7].w", 1)+"variable \"v\" {}\n"); err != nil {
			return err
		}
		return t.file("x.tfvars", func(p *printer) { p.print("v = ["); p.repeat(300000, "{ w = \"1.0.%d\" },\n"); p.print("]\n") })
	}},
	{Name: "config-is-dev-zero", Args: []string{"--config", "/dev/zero"}, Exit: 2, Write: func(t Tree) error { return t.text("pool.yaml", pool) }},
}
