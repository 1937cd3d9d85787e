package terraform

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/karplint/karplint/terraform"
)

var (
	generatedSeed  = flag.Uint64("generated.seed", 1, "what the generated expressions are drawn from")
	generatedCount = flag.Int("generated.count", 10_000, "how many expressions are generated")
)

// TestGenerated compares random calls of all functions, with arguments that mostly fit, and random uses of the language.
func TestGenerated(t *testing.T) {
	g := &generator{Rand: rand.New(rand.NewPCG(*generatedSeed, 1)), functions: functionsOf(t)}
	var expressions []string
	drawn := map[string]bool{}
	for len(expressions) < *generatedCount {
		if e := g.value(3); !drawn[e] {
			drawn[e] = true
			expressions = append(expressions, e)
		}
	}
	dir := t.TempDir()
	total := &tally{seen: map[string]int{}}
	const half = 2
	var answers [half][]string
	var wg sync.WaitGroup
	size := (len(expressions) + half - 1) / half
	for i, part := range slices.Collect(slices.Chunk(expressions, size)) {
		wg.Go(func() { answers[i] = console(t, t.TempDir(), part) })
	}
	ours := evaluate(t, dir, ".", expressions)
	wg.Wait()
	theirs := slices.Concat(answers[:]...)
	for _, i := range shortestFirst(expressions) {
		total.compare(t, expressions[i], ours[i], theirs[i], theirs[i])
	}
	total.log(t)
	checkRefusals(t, dir, expressions, theirs)
}

// checkRefusals holds karplint to call no arguments wrong that tofu takes.
func checkRefusals(t *testing.T, dir string, expressions, theirs []string) {
	t.Helper()
	told := 0
	for i, e := range expressions {
		loaded := terraform.Load(directory{dir, "question.tf", "resource \"question\" \"all\" {\n  q = " + e + "\n}\n"}, ".", terraform.Options{})
		for _, err := range loaded.Errors {
			if !strings.Contains(err.Message, "Terraform") {
				continue // a bound of karplint's own
			}
			if told++; theirs[i] != failed && theirs[i] != refused {
				t.Errorf("%s\n is told to be wrong: %s\n  tofu %.300s", e, err.Message, theirs[i])
			}
		}
	}
	t.Logf("%d calls are told to have wrong arguments", told)
	if told == 0 {
		t.Error("none is told to have wrong arguments")
	}
}

// generator draws expressions.
type generator struct {
	*rand.Rand
	functions []signature
}

// signature is what `tofu metadata functions` says of a function.
type signature struct {
	name       string
	Parameters []parameter `json:"parameters"`
	Variadic   *parameter  `json:"variadic_parameter"`
}

type parameter struct {
	Name string          `json:"name"`
	Type json.RawMessage `json:"type"`
}

// incalculable are functions that are not called: what they give is another thing each time, or asks the machine.
var incalculable = []string{"abspath", "bcrypt", "plantimestamp", "timestamp", "uuid", "issensitive", "templatefile", "try"}

func functionsOf(t *testing.T) []signature {
	t.Helper()
	out, err := run(t, t.TempDir(), "", "metadata", "functions", "-json")
	if err != nil {
		t.Fatal(err)
	}
	var all struct {
		Signatures map[string]signature `json:"function_signatures"`
	}
	if err := json.Unmarshal([]byte(out), &all); err != nil {
		t.Fatal(err)
	}
	var functions []signature
	for name, s := range all.Signatures {
		if !strings.Contains(name, "::") && !slices.Contains(incalculable, name) {
			s.name = name
			functions = append(functions, s)
		}
	}
	slices.SortFunc(functions, func(a, b signature) int { return cmp.Compare(a.name, b.name) })
	return functions
}

// pools are literals by what they are for: the name of a parameter, or a type.
var pools = map[string][]string{
	"string": {`""`, `"a"`, `"abc"`, `"Hello, World"`, `"é"`, `"a\nb\n"`, `" x "`, `"true"`, `"12"`, `"1.50"`, `"a,b,,c"`, `"a-b"`, `"v1.2.3"`,
		`"{\"a\": [1, null]}"`, `"a: [x, 1]\nb: true\n"`, `"w6k="`, `"10.0.0.0/8"`, `"日本"`, `"a%20b"`, `"null"`},
	"number": {"0", "1", "2", "3", "-1", "1.5", "10", "100", "0.1", "1e3", "-7", "16", `"4"`, "100000"},
	"bool":   {"true", "false", `"true"`, `"false"`},
	"list": {"[]", `["a", "b", "a"]`, "[1, 2, 3]", `["x"]`, "[true, false]", `[1, "a", true]`, `["a", null]`, `[["a"], ["b", "c"]]`,
		`[{ a = 1 }, { a = 2 }]`, `tolist(["a", "b"])`, "tolist([])", "[[], [1]]", `["", "a", ""]`, `[null]`, `[1, [2]]`, `["b", "a", "10", "9"]`,
		`tolist([3, 1, 2])`, `[{ a = 1 }, { b = "x" }]`},
	"set": {"toset([])", `toset(["b", "a"])`, "toset([2, 1, 10])", `toset(["1", 2])`, "toset([true])", `toset([["b"], ["a"]])`},
	"map": {"{}", "{ a = 1 }", `{ b = "x", a = "y" }`, `{ a = 1, b = "x", c = true }`, `tomap({ a = 1, b = 2 })`, "tomap({})", `{ a = { b = 1 } }`,
		`{ a = ["x", "y"], b = ["y"] }`, `{ a = null }`, `tomap({ a = "x" })`, `{ "x y" = 1, "1" = 2 }`, `{ a = [], b = ["x"] }`},
	"null":    {"null"},
	"time":    {`"2024-02-29T12:34:56Z"`, `"2023-12-31T23:59:59+01:00"`, `"x"`},
	"dates":   {`"YYYY-MM-DD"`, `"hh:mm:ss ZZZ"`, `"EEE, D MMM 'at' H AA"`, `"Q"`, `"'a"`},
	"span":    {`"1h"`, `"-90m"`, `"1d"`},
	"prefix":  {`"10.0.0.0/8"`, `"10.1.2.3/24"`, `"192.168.0.0/30"`, `"fd00::/64"`, `"10.0.0.1"`, `"0.0.0.0/0"`, `"x"`},
	"pattern": {`"[a-z]+"`, `"(.)(.)"`, `"(?P<x>.)"`, `"a|b"`, `"("`, `"^$"`, `"\\d+"`, `"(a)?b"`},
	"format": {`"%s"`, `"%d"`, `"%v"`, `"%q %s"`, `"%5.1f|%-4s"`, `"%#v"`, `"%03d"`, `"%t"`, `"x"`, `"%[2]s-%[1]v"`, `"%x"`, `"%%"`, `"%"`, `"%g"`,
		`"%-6q|"`, `"%+.2e"`},
	"base64":  {`"w6k="`, `"YWJj"`, `""`, `"?"`, `"/w=="`, `"6QA="`},
	"charset": {`"UTF-8"`, `"UTF-16LE"`, `"ISO-8859-1"`, `"x"`, `"latin1"`, `"windows-1252"`, `"Shift_JIS"`},
	"json":    {`"{\"a\": [1, null]}"`, `"[]"`, `"\"x\""`, `"1.50"`, `"{"`, `"true"`, `"{\"a\": 1, \"a\": 2}"`},
	"yaml": {`"a: [x, 1]\nb: true\n"`, `"- 1\n- ~\n- yes\n- 0x1F\n"`, `"a: &x 1\nb: *x\n"`, `"x"`, `"a: b: c"`, `"2020-01-01"`,
		`"{a: 'b', c: \"d\"}"`},
	"csv":   {`"a,b\n1,2\n"`, `"a\n\"x\"\n"`, `"a,b\n1\n"`},
	"space": {`"dns"`, `"url"`, `"x"`, `"6ba7b810-9dad-11d1-80b4-00c04fd430c8"`},
	"base":  {"2", "10", "16", "36", "62", "1", "63"},
	"text":  {`"hello $${x}"`, `"%%{ if x }y%%{ endif }"`},
}

// hints are the pools of parameters that take a certain kind of text, by function, or by function and parameter.
var hints = map[string]string{
	"formatdate.format": "dates", "formatdate.time": "time", "timeadd.timestamp": "time", "timeadd.duration": "span", "timecmp.timestamp_a": "time",
	"timecmp.timestamp_b": "time",
	"cidrhost.prefix":     "prefix", "cidrnetmask.prefix": "prefix", "cidrsubnet.prefix": "prefix", "cidrsubnets.prefix": "prefix",
	"cidrcontains.containing_prefix": "prefix", "cidrcontains.contained_ip_or_prefix": "prefix",
	"regex.pattern": "pattern", "regexall.pattern": "pattern", "format.format": "format", "formatlist.format": "format", "base64decode.str": "base64",
	"base64gunzip.str":        "base64",
	"textdecodebase64.source": "base64", "textdecodebase64.encoding": "charset", "textencodebase64.encoding": "charset", "jsondecode.str": "json",
	"yamldecode.src": "yaml", "csvdecode.str": "csv",
	"uuidv5.namespace": "space", "parseint.base": "base", "parseint.number": "string", "templatestring.data": "text", "templatestring.vars": "map",
	"lookup.inputMap": "map", "keys.inputMap": "map", "values.mapping": "map",
	"merge.maps": "map", "concat.seqs": "list", "coalescelist.vals": "list", "element.list": "list", "index.list": "list", "contains.list": "list",
	"flatten.list": "list", "one.list": "list", "slice.list": "list", "reverse.list": "list", "sum.list": "list", "setproduct.sets": "list",
	"zipmap.values": "list",
}

var general = []string{"string", "number", "bool", "list", "set", "map", "null"}

func (g *generator) pick(of []string) string { return of[g.IntN(len(of))] }

// value draws an expression of any kind, with at most depth expressions within each other.
func (g *generator) value(depth int) string {
	switch n := g.IntN(20); {
	case depth <= 0:
		return g.pick(pools[g.pick(general)])
	case n < 14:
		return g.call(depth)
	default:
		return g.language(depth)
	}
}

// of draws an expression that is mostly of a kind.
func (g *generator) of(kind string, depth int) string {
	switch n := g.IntN(20); {
	case n == 0:
		return "null"
	case n < 3:
		return g.pick(pools[g.pick(general)])
	case n < 6 && depth > 0:
		return g.value(depth - 1)
	}
	if pools[kind] == nil {
		return g.value(0)
	}
	return g.pick(pools[kind])
}

func (g *generator) call(depth int) string {
	f := g.functions[g.IntN(len(g.functions))]
	var args []string
	for _, p := range f.Parameters {
		args = append(args, g.of(f.kindOf(p), depth))
	}
	if f.Variadic != nil {
		for range g.IntN(3) + 1 - min(1, len(f.Parameters)) {
			args = append(args, g.of(f.kindOf(*f.Variadic), depth))
		}
	}
	switch g.IntN(60) {
	case 0:
		args = append(args, g.value(0))
	case 1:
		args = args[:max(0, len(args)-1)]
	case 2:
		if len(args) > 0 {
			args[len(args)-1] = g.of("list", 0) + "..."
		}
	}
	return f.name + "(" + strings.Join(args, ", ") + ")"
}

func (f signature) kindOf(p parameter) string {
	if kind := hints[f.name+"."+p.Name]; kind != "" {
		return kind
	}
	var name string
	if json.Unmarshal(p.Type, &name) == nil {
		return name
	}
	var compound []json.RawMessage
	if json.Unmarshal(p.Type, &compound) == nil && len(compound) > 0 && json.Unmarshal(compound[0], &name) == nil {
		return name
	}
	return "dynamic"
}

var binaryOperators = []string{"+", "-", "*", "/", "%", "==", "!=", "<", ">", "<=", ">=", "&&", "||"}

// language draws an operator, a conditional, a loop, an index, a splat, a template or a collection.
func (g *generator) language(depth int) string {
	v := func(kind string) string { return g.of(kind, depth-1) }
	switch g.IntN(14) {
	case 0:
		return fmt.Sprintf("(%s %s %s)", v("number"), g.pick(binaryOperators), v("number"))
	case 1:
		return fmt.Sprintf("(%s %s %s)", v("dynamic"), g.pick(binaryOperators), v("dynamic"))
	case 2, 3:
		kind := g.pick(general)
		return fmt.Sprintf("(%s ? %s : %s)", v("bool"), v(kind), v(kind))
	case 4:
		return fmt.Sprintf("[for x in %s : x]", v("list"))
	case 5:
		return fmt.Sprintf("[for k, v in %s : [k, v] if %s]", v("map"), v("bool"))
	case 6:
		return fmt.Sprintf("{ for k, v in %s : k => v }", v(g.pick([]string{"map", "list", "set"})))
	case 7:
		return fmt.Sprintf("{ for v in %s : v => %s... }", v("list"), v("dynamic"))
	case 8:
		return fmt.Sprintf("%s[%s]", v("list"), v("number"))
	case 9:
		return fmt.Sprintf("%s.a", v("map"))
	case 10:
		return fmt.Sprintf("%s[*]%s", v(g.pick([]string{"list", "set", "map"})), g.pick([]string{"", ".a", "[0]"}))
	case 11:
		return fmt.Sprintf(`"x${%s}y"`, v("string"))
	case 12:
		return fmt.Sprintf("[%s, %s]", v("dynamic"), v("dynamic"))
	default:
		return fmt.Sprintf("{ a = %s, b = %s }", v("dynamic"), v("dynamic"))
	}
}
