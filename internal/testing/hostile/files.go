package hostile

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// files have odd names, are links and pipes, or are many.
var files = []Input{
	one("name-of-a-workflow-command", "::error file=a::b.yaml", func(p *printer) { p.print("%s", provisioner) }),
	one("name-with-escapes", "a\x1b[31m\u202e\u009b\xff.yaml", func(p *printer) { p.print("%s", provisioner) }),
	one("name-with-a-line-break", "a\n::error::b.yaml", func(p *printer) { p.print("%s", provisioner) }),
	{Name: "fifo", Write: func(t Tree) error { return syscall.Mkfifo(filepath.Join(t.Dir, "pool.yaml"), 0o644) }},
	{Name: "fifo-as-settings", Write: func(t Tree) error { return syscall.Mkfifo(filepath.Join(t.Dir, ".karplint.yaml"), 0o644) }, Exit: 2},
	{Name: "fifo-as-gitignore", Write: func(t Tree) error { return syscall.Mkfifo(filepath.Join(t.Dir, ".gitignore"), 0o644) }, Exit: 2},
	link("settings-are-dev-zero", "/dev/zero", ".karplint.yaml", 2),
	link("gitignore-is-dev-zero", "/dev/zero", ".gitignore", 0),
	link("manifest-is-dev-zero", "/dev/zero", "pool.yaml", 0),
	link("manifest-is-passwd", "/etc/passwd", "pool.yaml", 0),
	link("settings-are-passwd", "/etc/passwd", ".karplint.yaml", 2),
	link("loop", "pool.yaml", "pool.yaml", 0),
	link("directory-is-root", "/", "all", 0),
	link("directory-is-itself", ".", "again", 0),
	{Name: "gitignore-of-100000", Write: func(t Tree) error {
		if err := t.file(".gitignore", func(p *printer) { p.repeat(100000, "**/a%d/**/b*c?/**\n") }); err != nil {
			return err
		}
		for i := range t.count(200) {
			if err := t.text(fmt.Sprintf("a/b/c/d/e/p%d.yaml", i), pool); err != nil {
				return err
			}
		}
		return nil
	}},
	{Name: "gitignore-of-stars", Write: func(t Tree) error {
		if err := t.text(".gitignore", strings.Repeat("*a", 50)+"b\n"+strings.Repeat("**/", 50)+"b\n"); err != nil {
			return err
		}
		return t.text(strings.Repeat("a/", 100)+strings.Repeat("a", 200)+".yaml", pool)
	}},
	{Name: "directories-deep", Write: func(t Tree) error { return t.text(strings.Repeat("d/", 1500)+"pool.yaml", pool) }},
	many("files-empty-20000", 20000, "f%d.yaml", ""),
	many("files-broken-3000", 3000, "f%d.yaml", "karpenter.sh/v1: [\n"),
	many("charts-2000", 2000, "c%d/Chart.yaml", chart+"dependencies: [{name: karpenter, version: 1.0.8, repository: oci://public.ecr.aws/karpenter}]\n"),
	many("roots-2000", 2000, "r%d/main.tf", release),
	{Name: "names-with-braces-and-stars", Write: func(t Tree) error {
		for _, name := range []string{"{a,b}.yaml", "[a-.yaml", "**.yaml", "a\\b.yaml", "-.yaml", "--fix.yaml", " .yaml", "%s%n.yaml", "\u2028.yaml", "a;b.yaml", "$(id).yaml", "]]>.yaml", "::set-output name=a::b.yaml"} {
			if err := t.text(name, strings.ReplaceAll(deployment, "name: web", "name: \"]]> ::error::x \\x1b[31m\"")); err != nil {
				return err
			}
		}
		return nil
	}},
	many("names-alike-3000", 3000, "a/pool%d.yaml", strings.Replace(class, "name: default", "name: &n cNUMBER # karplint:ignore KL501 -- why", 1)),
	{Name: "gitignores-in-2000-directories", Write: func(t Tree) error {
		for i := range t.count(2000) {
			dir := fmt.Sprintf("d%d/", i)
			if err := t.file(dir+".gitignore", func(p *printer) {
				for k := range 50 {
					p.print("**/a%d/**/b/**/*.y*ml\n!**/a%d/**\n", k, k)
				}
			}); err != nil {
				return err
			}
			if err := t.text(dir+"a/b/c/pool.yaml", pool); err != nil {
				return err
			}
		}
		return nil
	}},
	{Name: "gitignores-in-1000-nested-directories", Write: func(t Tree) error {
		dir := ""
		for range t.count(1000) {
			dir += "d/"
			if err := t.file(dir+".gitignore", func(p *printer) { p.repeat(1500, "a%d\n") }); err != nil {
				return err
			}
		}
		return t.text(dir+"pool.yaml", pool)
	}},
	{Name: "gitignores-of-1-MB-in-10-directories", Write: func(t Tree) error {
		dir := ""
		for range 10 {
			dir += "d/"
			if err := t.file(dir+".gitignore", func(p *printer) { p.repeat(500_000, "a\n") }); err != nil {
				return err
			}
		}
		return t.text(dir+"pool.yaml", pool)
	}},
	{Name: "gitignore-of-20000-by-files-20000", Write: func(t Tree) error {
		for i := range t.count(20000) {
			if err := t.text(fmt.Sprintf("p%d.yaml", i), "a: 1\n"); err != nil {
				return err
			}
		}
		return t.file(".gitignore", func(p *printer) { p.repeat(20000, "/a/*b%d*c\n") })
	}},
	{Name: "names-of-255-bytes-in-deep-directories", Write: func(t Tree) error {
		dir := strings.Repeat(strings.Repeat("d", 250)+"/", 12)
		for i := range t.count(500) {
			if err := t.text(fmt.Sprintf("%s%s%d.yaml", dir, strings.Repeat("f", 240), i), provisioner); err != nil {
				return err
			}
		}
		return nil
	}},
	one("json-with-a-key-300000-times", "pool.json", func(p *printer) {
		p.print(`{"apiVersion": "karpenter.sh/v1", "kind": "NodePool", "metadata": {"name": "a"}, "spec": {`)
		p.repeat(300_000, `"template": {"a": %d},`)
		p.print("\"template\": {}}}\n")
	}),
	one("json-key-of-4-MB-twice", "pool.json", func(p *printer) {
		p.print(`{"apiVersion": "karpenter.sh/v1", "kind": "NodePool", "`)
		p.repeat(2_000_000, `\n`)
		p.print("\": 1, \"")
		p.repeat(2_000_000, `\n`)
		p.print("\": 2}\n")
	}),
	one("aliases-in-20000-documents", "pools.yaml", func(p *printer) {
		p.repeat(20000, "---\nkind: NodePool\napiVersion: karpenter.sh/v1\nmetadata: &m {name: &n p%d, labels: {a: *n}}\nspec: {template: {metadata: *m, x: [*m, *m, *m]}}\n")
	}),
	{Name: "names-with-control-characters-3000", Write: func(t Tree) error {
		for i := range t.count(3000) {
			if err := t.text(fmt.Sprintf("\x1b[31mp\x07\x7f\u202e%d\n.yaml", i), pool); err != nil {
				return err
			}
		}
		return nil
	}},
	{Name: "links-to-each-other-3000", Write: func(t Tree) error {
		for i := range t.count(3000) {
			if err := os.Symlink(fmt.Sprintf("l%d.yaml", (i+1)%t.count(3000)), filepath.Join(t.Dir, fmt.Sprintf("l%d.yaml", i))); err != nil {
				return err
			}
		}
		return t.text("kustomization.yaml", "resources: [l0.yaml, l1.yaml]\n")
	}},
	{Name: "links-to-directories-doubling", Write: func(t Tree) error {
		for i := range 30 {
			dir := filepath.Join(t.Dir, fmt.Sprintf("d%d", i))
			if err := os.Mkdir(dir, 0o755); err != nil {
				return err
			}
			for _, name := range []string{"a", "b"} {
				if err := os.Symlink(fmt.Sprintf("../d%d", i+1), filepath.Join(dir, name)); err != nil {
					return err
				}
			}
			if err := t.text(fmt.Sprintf("d%d/kustomization.yaml", i), "resources: [a, b]\n"); err != nil {
				return err
			}
		}
		return t.text("d30/pool.yaml", provisioner)
	}},
	{Name: "directories-wide-20000-and-deep", Write: func(t Tree) error {
		for i := range t.count(20000) {
			if err := os.MkdirAll(filepath.Join(t.Dir, fmt.Sprintf("a%d/b/c", i)), 0o755); err != nil {
				return err
			}
		}
		return t.text(strings.Repeat("d/", 900)+"chart/templates/pool.yaml", provisioner)
	}},
}

// link is an input of one symbolic link.
func link(name, target, file string, exit int) Input {
	return Input{Name: "link-" + name, Exit: exit, Write: func(t Tree) error { return os.Symlink(target, filepath.Join(t.Dir, file)) }}
}
