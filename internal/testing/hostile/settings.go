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
}
