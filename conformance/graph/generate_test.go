package graph

import (
	"fmt"
	"slices"
	"strings"

	"pgregory.net/rapid"
)

// generator draws a root module with local modules below it: variables, locals, resources, data sources, calls and outputs that refer to
// each other in every way that the language has. Most refer to what was drawn before, so that few projects have a cycle.
type generator struct {
	t       *rapid.T
	files   map[string]string
	modules []*drawnModule // those that may be called
}

// drawnModule is what a caller has to know of a module.
type drawnModule struct {
	dir              string
	depth            int
	inputs, outputs  []string
	text             strings.Builder
	earlier, anytime []string // references to what was drawn, and to all there is
	now              string   // what is being drawn
}

func drawProject(t *rapid.T) map[string]string {
	g := &generator{t: t, files: map[string]string{"note.tpl": "${a}"}}
	for i := range g.number(3) {
		g.module(fmt.Sprintf("m%d", i), "../")
	}
	g.module("", "./")
	return g.files
}

func (g *generator) number(most int) int { return rapid.IntRange(0, most).Draw(g.t, "n") }

func (g *generator) chance(in int) bool { return rapid.IntRange(1, in).Draw(g.t, "chance") == in }

func pick[T any](g *generator, from []T) T { return rapid.SampledFrom(from).Draw(g.t, "pick") }

// module draws a module in dir; toOthers leads from there to the directory that holds the others.
func (g *generator) module(dir, toOthers string) {
	m := &drawnModule{dir: dir}
	var steps []func()
	for i := range g.number(2) {
		name := fmt.Sprintf("v%d", i)
		m.inputs = append(m.inputs, name)
		steps = append(steps, func() { g.variable(m, name) })
	}
	var body []func()
	for i := range g.number(3) {
		body = append(body, g.declared(m, fmt.Sprintf("local.l%d", i), "", func(name string) {
			fmt.Fprintf(&m.text, "locals {\n  %s = %s\n}\n", last(name), g.expression(m))
		}))
	}
	for i := range 1 + g.number(3) {
		body = append(body, g.repeated(m, fmt.Sprintf("terraform_data.r%d", i), ".output", g.resource))
	}
	for i := range g.number(1) {
		body = append(body, g.repeated(m, fmt.Sprintf("data.terraform_remote_state.d%d", i), ".outputs", g.data))
	}
	if len(g.modules) > 0 {
		for i := range g.number(2) {
			called := pick(g, g.modules)
			body = append(body, g.call(m, fmt.Sprintf("c%d", i), called, toOthers+called.dir))
		}
	}
	steps = append(steps, rapid.Permutation(body).Draw(g.t, "order")...)
	for i := range g.number(2) {
		name := fmt.Sprintf("o%d", i)
		m.outputs = append(m.outputs, name)
		steps = append(steps, func() { g.output(m, name) })
	}
	for _, step := range steps {
		step()
	}
	if dir != "" {
		dir += "/"
	}
	g.files[dir+"main.tf"] = m.text.String()
	g.modules = append(g.modules, m)
}

func last(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// declared announces a name to the whole module, and returns the step that writes it.
func (g *generator) declared(m *drawnModule, name, attribute string, write func(name string)) func() {
	m.anytime = append(m.anytime, name+attribute)
	return func() {
		m.now = name
		write(name)
		m.earlier = append(m.earlier, name+attribute)
	}
}

// repeated is declared for a block that may have count or for_each.
func (g *generator) repeated(m *drawnModule, name, attribute string, write func(m *drawnModule, name, repeat string)) func() {
	repeat, key := g.repeat()
	ways := []string{name + key + attribute}
	if repeat != "" {
		ways = append(ways, name, "[for x in "+name+" : x]", name+`[tostring("a")]`)
		if repeat == "count" {
			ways = append(ways, name+"[*]"+attribute, name+".*"+attribute, name+".0"+attribute)
		}
	}
	m.anytime = append(m.anytime, ways...)
	return func() {
		m.now = name
		write(m, name, g.repetition(m, repeat))
		m.earlier = append(m.earlier, ways...)
	}
}

func (g *generator) repeat() (name, key string) {
	switch g.number(6) {
	case 0:
		return "count", "[0]"
	case 1:
		return "for_each", `["a"]`
	}
	return "", ""
}

func (g *generator) repetition(m *drawnModule, repeat string) string {
	switch repeat {
	case "count":
		return fmt.Sprintf("  count = length([%s])\n", g.expression(m))
	case "for_each":
		return fmt.Sprintf("  for_each = { a = %s }\n", g.expression(m))
	}
	return ""
}

func (g *generator) variable(m *drawnModule, name string) {
	fmt.Fprintf(&m.text, "variable %q {\n  default = null\n", name)
	m.now = "var." + name
	if ref := g.any(m); ref != "" && g.chance(6) {
		fmt.Fprintf(&m.text, "  validation {\n    condition     = var.%s != %s\n    error_message = \"no\"\n  }\n", name, ref)
	}
	m.text.WriteString("}\n")
	m.earlier = append(m.earlier, "var."+name)
	m.anytime = append(m.anytime, "var."+name)
}

func (g *generator) resource(m *drawnModule, name, repeat string) {
	fmt.Fprintf(&m.text, "resource \"terraform_data\" %q {\n%s", last(name), repeat)
	if g.chance(2) {
		fmt.Fprintf(&m.text, "  input = %s\n", g.expression(m))
	}
	if g.chance(4) {
		fmt.Fprintf(&m.text, "  triggers_replace = %s\n", g.expression(m))
	}
	if g.chance(5) {
		fmt.Fprintf(&m.text, "  provisioner \"local-exec\" {\n    command     = %s\n    environment = { a = %s }\n  }\n", g.expression(m), g.expression(m))
	}
	if g.chance(5) {
		fmt.Fprintf(&m.text, "  connection {\n    host = %s\n  }\n", g.expression(m))
	}
	if g.chance(4) {
		g.lifecycle(m)
	}
	g.dependsOn(m)
	m.text.WriteString("}\n")
}

func (g *generator) lifecycle(m *drawnModule) {
	m.text.WriteString("  lifecycle {\n    ignore_changes = [input]\n")
	if g.chance(2) {
		fmt.Fprintf(&m.text, "    %s {\n      condition     = [path.module, %s] != null\n      error_message = \"no\"\n    }\n",
			pick(g, []string{"precondition", "postcondition"}), g.expression(m))
	}
	if whole := g.whole(m, "terraform_data."); len(whole) > 0 && g.chance(2) {
		fmt.Fprintf(&m.text, "    replace_triggered_by = [%s]\n", pick(g, whole))
	}
	m.text.WriteString("  }\n")
}

func (g *generator) data(m *drawnModule, name, repeat string) {
	fmt.Fprintf(&m.text, "data \"terraform_remote_state\" %q {\n%s  backend = \"local\"\n  config  = { path = %s }\n", last(name), repeat,
		g.expression(m))
	g.dependsOn(m)
	m.text.WriteString("}\n")
}

// call draws a call of a module, whose outputs others may then refer to.
func (g *generator) call(m *drawnModule, name string, called *drawnModule, source string) func() {
	repeat, key := g.repeat()
	var ways []string
	for _, output := range called.outputs {
		ways = append(ways, "module."+name+key+"."+output)
		if repeat != "" {
			ways = append(ways, "[for x in module."+name+" : x."+output+"]", "module."+name+`[tostring("a")].`+output)
		}
	}
	ways = append(ways, "module."+name)
	m.anytime = append(m.anytime, ways...)
	return func() {
		m.now = "module." + name
		fmt.Fprintf(&m.text, "module %q {\n  source = %q\n%s", name, source, g.repetition(m, repeat))
		for _, input := range called.inputs {
			if g.chance(2) {
				fmt.Fprintf(&m.text, "  %s = %s\n", input, g.expression(m))
			}
		}
		g.dependsOn(m)
		m.text.WriteString("}\n")
		m.earlier = append(m.earlier, ways...)
	}
}

func (g *generator) output(m *drawnModule, name string) {
	fmt.Fprintf(&m.text, "output %q {\n  value = %s\n", name, g.expression(m))
	if g.chance(6) {
		fmt.Fprintf(&m.text, "  precondition {\n    condition     = [path.module, %s] != null\n    error_message = \"no\"\n  }\n", g.expression(m))
	}
	g.dependsOn(m)
	m.text.WriteString("}\n")
}

func (g *generator) dependsOn(m *drawnModule) {
	if whole := g.whole(m, ""); len(whole) > 0 && g.chance(3) {
		fmt.Fprintf(&m.text, "  depends_on = [%s]\n", pick(g, whole))
	}
}

// whole returns the references to whole objects, as depends_on takes them.
func (g *generator) whole(m *drawnModule, prefix string) []string {
	var all []string
	for _, ref := range m.earlier {
		ref = strings.TrimSuffix(strings.TrimSuffix(ref, ".output"), ".outputs")
		if strings.HasPrefix(ref, prefix) && !strings.ContainsAny(ref, "( *") && !strings.Contains(ref, ".0") {
			all = append(all, ref)
		}
	}
	return all
}

// reference returns a reference to something in the module.
func (g *generator) reference(m *drawnModule) string {
	if g.chance(40) {
		if ref := g.any(m); ref != "" {
			return ref
		}
	}
	if len(m.earlier) == 0 || g.chance(5) {
		return `"x"`
	}
	return pick(g, m.earlier)
}

// any returns a reference to anything in the module but what is being drawn: OpenTofu refuses or ignores that without
// speaking of a cycle.
func (g *generator) any(m *drawnModule) string {
	others := slices.DeleteFunc(slices.Clone(m.anytime), func(ref string) bool { return strings.Contains(ref, m.now) })
	if len(others) == 0 {
		return ""
	}
	return pick(g, others)
}

// forms are ways to write an expression that needs A and B. A name that a for expression introduces hides a resource's.
var forms = []string{
	`A`, `A`, `A`, `"x-${A}-${B}"`, `[A, B]`, `{ a = A }`, `{ (A) = B }`, `{ "${A}" = 1 }`, `(A)`, `A == B ? 1 : 2`,
	`[for x in [A] : x if x != B]`, `{ for k, v in { a = A } : k => v... }`, `join(",", [A], [B]...)`, `try(A, B)`, `[A][0]`, `[A][*]`,
	`["x"][length([A])]`, `jsonencode({ a = { b = [A] } })`, `templatefile("${path.module}/note.tpl", { a = A })`, `!A`, `A + B`,
	`[for terraform_data in [{ r0 = 1 }] : terraform_data.r0]`, `[for local in [A] : local.l0]`,
	"<<-EOT\n    a: ${A}\n    EOT\n  ", "<<EOT\n%{ for x in [A] ~}\n${x} ${B}\n%{ endfor ~}\nEOT\n",
	"<<-EOT\n    %{ if A == B }a%{ else }${B}%{ endif }\n    EOT\n  ",
}

func (g *generator) expression(m *drawnModule) string {
	return strings.NewReplacer("A", g.reference(m), "B", g.reference(m)).Replace(pick(g, forms))
}
