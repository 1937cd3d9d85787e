package terraform

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/karplint/karplint/internal/testing/cputime"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/terraform/funcs"
	"github.com/karplint/karplint/terraform/modules"
)

// hostile are roots that Terraform, or a reader without bounds, would choke on: each file name with its text.
func hostile() map[string]map[string]string {
	chain := func(n int, first, format string) string {
		var b strings.Builder
		fmt.Fprintf(&b, "locals {\n  x0 = %s\n", first)
		for i := 1; i <= n; i++ {
			fmt.Fprintf(&b, "  x%d = "+format+"\n", i, i-1, i-1)
		}
		fmt.Fprintf(&b, "}\nresource \"r\" \"r\" { v = local.x%d }\n", n)
		return b.String()
	}
	return map[string]map[string]string{
		"strings that double":  {"main.tf": chain(60, `"0123456789"`, `"${local.x%d}${local.x%d}"`)},
		"unknowns that double": {"main.tf": "variable \"v\" {}\n" + chain(60, `var.v`, `"${local.x%d}-${local.x%d}"`)},
		"a long chain":         {"main.tf": chain(20_000, `1`, `local.x%d + local.x%d - 1`)},
		"range of a billion": {"main.tf": "resource \"r\" \"r\" {\n v = range(1e9)\n w = [range(0, 1e300), range(1e308, -1e308), " +
			"range(\"1e99999999\")]\n}"},
		"huge numbers": {"main.tf": "resource \"r\" \"r\" {\n b = \"1e600000000\" + 1\n c = format(\"%999999999d\", 1)\n d = " +
			"tostring(tonumber(\"1e600000000\"))\n e = format(\"%d\", \"1e600000000\")\n f = indent(1000000000, \"a\\nb\")\n g = " +
			"jsondecode(\"1e600000000\")\n h = yamldecode(\"a: 1e600000000\")\n i = floor(\"1e600000000\")\n j = [\"1e600000000\" * \"1e600000000\", " +
			"-\"1e600000000\"]\n}"},
		"a laughing decoder": {"main.tf": "locals {\n y = <<E\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c " +
			"[*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e]\ng: " +
			"&g [*f,*f,*f,*f,*f,*f,*f,*f,*f]\nh: &h [*g,*g,*g,*g,*g,*g,*g,*g,*g]\ni: &i [*h,*h,*h,*h,*h,*h,*h,*h,*h]\nE\n}\nresource \"r\" \"r\" {\n v = " +
			"yamldecode(local.y)\n w = yamldecode(\"${local.y}\")\n}"},
		"a huge heredoc": {"main.tf": "resource \"r\" \"r\" {\n v = <<E\n" + strings.Repeat("a: ${var.x}\n---\n", 5000) + "E\n}\n"},
		"a huge tfvars": {"main.tf": "variable \"v\" {}\nresource \"r\" \"r\" { v = var.v }", "terraform.tfvars": "v = [" +
			strings.Repeat("{a = 1},", 90_000) + "]"},
		"a module in itself": {"main.tf": "module \"a\" { source = \"./a\" }",
			"a/main.tf": "module \"a\" { source = \"../a\" }\nresource \"r\" \"r\" {}"},
		"the root in itself": {"main.tf": "module \"a\" { source = \"./\" }\nresource \"r\" \"r\" {}"},
		"two modules in each other": {"main.tf": "module \"a\" { source = \"./a\" }", "a/main.tf": "module \"b\" { source = \"../b\" }",
			"b/main.tf": "module \"a\" { source = \"../a\" }\nresource \"r\" \"r\" {}"},
		"locals in a circle": {"main.tf": "locals {\n a = local.b\n b = [local.c]\n c = { x = local.a }\n}\nresource \"r\" \"r\" { v = local.a }"},
		"a module in a circle": {"main.tf": "module \"m\" {\n source = \"./m\"\n in = module.m.out\n}\nresource \"r\" \"r\" { v = module.m.out }",
			"m/main.tf": "variable \"in\" {}\noutput \"out\" { value = var.in }"},
		"counts in a circle": {"main.tf": "resource \"r\" \"a\" {\n count = length(r.b)\n}\nresource \"r\" \"b\" {\n for_each = r.a[0].x\n x = " +
			"r.b\n}\nresource \"r\" \"c\" {\n n = r.c.n\n o = r.d.o\n}\nresource \"r\" \"d\" { o = r.c.o }"},
		"deep nesting": {"main.tf": "resource \"r\" \"r\" {\n v = " + strings.Repeat("[", 300) + strings.Repeat("]", 300) + "\n w = " +
			strings.Repeat("try(", 300) + "1" + strings.Repeat(")", 300) + "\n x = " + strings.Repeat("!", 300) + "true\n}"},
		"deep text": {"main.tf": "resource \"r\" \"r\" {\n v = jsondecode(\"" + strings.Repeat("[", 3000) + strings.Repeat("]", 3000) +
			"\")\n w = yamldecode(\"" + strings.Repeat("[", 3000) + strings.Repeat("]", 3000) + "\")\n}"},
		"wrong types everywhere": {"main.tf": wrongTypes()},
	}
}

// wrongTypes calls every function with every kind of argument.
func wrongTypes() string {
	var b strings.Builder
	b.WriteString("variable \"u\" {}\nresource \"r\" \"r\" {\n")
	values := []string{"null", "true", "-1", "1.5", `""`, `"a"`, `"{"`, "[]", "[1]", `["a", null]`, "{}", "{ a = null }", "toset([\"a\"])", "toset([])",
		"var.u", "[var.u]", "{ a = var.u }", "merge({ a = 1 }, var.u)", "concat([1], var.u)"}
	names := append(funcs.Names(), "try", "can")
	n := 0
	call := func(name string, args ...string) {
		fmt.Fprintf(&b, " a%d = %s(%s)\n", n, name, strings.Join(args, ", "))
		n++
	}
	for _, name := range names {
		fmt.Fprintf(&b, "}\nresource \"r\" %q {\n", name)
		call(name)
		for _, x := range values {
			call(name, x)
			call(name, x+"...")
			for _, y := range values {
				call(name, x, y)
			}
			call(name, x, x, x)
		}
	}
	b.WriteString("}\n")
	return b.String()
}

// TestLoadHostile loads each hostile root and reads all that it gives, in bounded time and memory.
func TestLoadHostile(t *testing.T) {
	for name, texts := range hostile() {
		t.Run(name, func(t *testing.T) {
			files := memory{fstest.MapFS{}}
			for path, text := range texts {
				files.MapFS[path] = &fstest.MapFile{Data: []byte(text)}
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			start := cputime.Used()
			root := Load(files, ".", modules.Options{})
			count := 0
			for _, r := range root.Resources {
				count += walkAll(r.Value)
			}
			took := cputime.Used() - start
			runtime.ReadMemStats(&after)
			t.Logf("%-30s %v, %d MB allocated, %d resources, %d values, errors %v", name, took, (after.TotalAlloc-before.TotalAlloc)>>20, len(root.Resources),
				count, root.Errors)
			if took > 10*time.Second {
				t.Errorf("took %v", took)
			}
			if count == 0 {
				t.Error("nothing was evaluated")
			}
		})
	}
}

// TestManyNames: the time in which a root with many names is read grows no faster than the root.
func TestManyNames(t *testing.T) {
	for name, files := range map[string]func(n int) fstest.MapFS{
		"keys of a map": func(n int) fstest.MapFS {
			return root("locals {\n m = {\n" + numbered(n, "k%d = 1\n") + " }\n l = [" + numbered(n, "lookup(local.m, \"k%d\", 0),") +
				"]\n}\nresource \"r\" \"r\" { v = local.l }")
		},
		"kinds of blocks": func(n int) fstest.MapFS { return root("resource \"r\" \"r\" {\n" + numbered(n, "k%d {}\n") + "}") },
		"labels of blocks": func(n int) fstest.MapFS {
			return root("resource \"r\" \"r\" {\n" + numbered(n, "b \"l%d\" {}\n") + "}")
		},
		"arguments": func(n int) fstest.MapFS {
			return root("resource \"r\" \"r\" {\n" + numbered(n, "k%d = 1\n") + "}\nresource \"r\" \"s\" {\n v = [" + numbered(n, "r.r.k%d,") +
				"]\n w = r.r\n}")
		},
		"overrides": func(n int) fstest.MapFS {
			files := root(numbered(n, "resource \"r\" \"r%d\" {}\n"))
			files["override.tf"] = &fstest.MapFile{Data: []byte(numbered(n, "resource \"r\" \"r%d\" { v = 1 }\n"))}
			return files
		},
	} {
		t.Run(name, func(t *testing.T) {
			took := func(n int) time.Duration {
				runtime.GC()
				defer debug.SetGCPercent(debug.SetGCPercent(-1)) // its workers take as much time as is idle
				start := cputime.Used()
				Load(memory{files(n)}, ".", modules.Options{})
				return cputime.Used() - start
			}
			took(100)
			for range 5 { // a busy machine disturbs one measurement
				few, many := took(8_000), took(32_000)
				if t.Logf("%v, and for four times as many %v", few, many); many <= 8*few+time.Second/4 {
					return
				}
			}
			t.Error("four times as many took more than eight times as long, each time")
		})
	}
}

func root(text string) fstest.MapFS { return fstest.MapFS{"main.tf": {Data: []byte(text)}} }

// numbered returns the format n times, with numbers from 0.
func numbered(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

const maxWalked = 100_000

// walkAll counts the values in v and its documents.
func walkAll(v *model.Value) int {
	n := countValues(v, 10*maxWalked)
	if v.Origin != nil && v.Origin.Documents != nil {
		for _, doc := range v.Origin.Documents() {
			n += countValues(doc.Root, maxWalked)
		}
	}
	for _, item := range v.Items {
		if n > 10*maxWalked {
			return n
		}
		n += walkAll(item)
	}
	for _, e := range v.Entries {
		if n > 10*maxWalked {
			return n
		}
		n += walkAll(e.Value)
	}
	return n
}

// countValues returns the number of values in v, counting no further than a number.
func countValues(v *model.Value, most int) (n int) {
	for range v.All() {
		if n++; n == most {
			break
		}
	}
	return n
}
