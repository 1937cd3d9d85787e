package planning

import (
	"bytes"
	"fmt"
	"math/rand"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/hcltext"
	"github.com/karplint/karplint/edit/textline"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

var hclRounds = golden.Draws(100, 700)

// Random Ops on random Terraform files: the result is what the same Ops make of plain Go values, every comment is
// there once, a formatted file stays formatted, CRLF changes nothing else, the end of the file stays, and a Set that was
// made has nothing left to do. A Plan refuses only what the Ops ask for wrongly.
func TestHCLProperties(t *testing.T) {
	refused, formatted, alone := 0, 0, 0
	for seed := int64(0); seed < int64(hclRounds) && !t.Failed(); seed++ {
		g := &hclGenerator{generator: generator{Rand: rand.New(rand.NewSource(seed))}}
		text := g.file()
		if bytes.Equal(hclwrite.Format([]byte(text)), []byte(text)) {
			formatted++
		}
		if !checkHCL(t, fmt.Sprintf("seed %d", seed), text, g) {
			refused++
		}
		alone += g.alone
	}
	if refused > hclRounds/20 {
		t.Errorf("%d of %d plans were refused", refused, hclRounds)
	}
	if alone < hclRounds/2 {
		t.Errorf("only %d of %d plans were made on the lines of blocks", alone, hclRounds)
	}
	if formatted < hclRounds/5 {
		t.Errorf("only %d of %d files were formatted", formatted, hclRounds)
	}
}

func checkHCL(t *testing.T, name, text string, g *hclGenerator) bool {
	t.Helper()
	source, err := hcl.Parse(model.NewFile("main.tf", []byte(text)))
	if err != nil {
		t.Fatalf("%s: the generator wrote no Terraform: %v\n%s", name, err, text)
	}
	want := plain(source.Document.Root)
	ops := g.ops(source, &want)
	edits, planErr := Plan(Target{Doc: source.Document}, ops)
	if planErr != nil {
		if refuses(planErr) {
			t.Errorf("%s: %v\n%s\n%s", name, planErr, opsText(ops), text)
		}
		return false
	}
	minimal(t, source.Document, edits)
	if alone, ok := hcltext.PlanBlock(source.Document, ops); ok {
		g.alone++
		if whole, err := hcltext.PlanFile(source.Document, nil, ops); err != nil || !reflect.DeepEqual(alone, whole) {
			t.Errorf("%s: on its lines alone\n%v\non the file\n%v %v\n%s\n%s", name, alone, whole, err, opsText(ops), text)
		}
	}
	out, applyErr := edit.Apply([]byte(text), edits)
	if applyErr != nil {
		t.Fatal(applyErr)
	}
	report := func(format string, args ...any) {
		t.Helper()
		t.Errorf("%s: %s\n%s\n%s\ngives\n%s", name, fmt.Sprintf(format, args...), opsText(ops), text, out)
	}
	after, err := hcl.Parse(model.NewFile("main.tf", out))
	if err != nil {
		report("the result does not parse: %v", err)
		return true
	}
	if got := plain(after.Document.Root); !reflect.DeepEqual(got, want) {
		report("the result means\n%v\nwant\n%v", got, want)
	}
	for _, c := range source.Comments() {
		if n := len(regexp.MustCompile(regexp.QuoteMeta(c.Text)+`\b`).FindAll(out, -1)); n != 1 {
			report("the comment %q is there %d times", c.Text, n)
		}
	}
	if len(out) > 0 && strings.HasSuffix(text, "\n") != bytes.HasSuffix(out, []byte("\n")) {
		report("the end of the file changed")
	}
	if bytes.Equal(hclwrite.Format([]byte(text)), []byte(text)) && !bytes.Equal(hclwrite.Format(out), out) {
		report("formatted, it would be\n%s", hclwrite.Format(out))
	}
	if last := ops[len(ops)-1]; last.Do == edit.Set {
		if again, err := Plan(Target{Doc: after.Document}, []edit.Op{last}); err != nil || len(again) > 0 {
			report("the same Op again: %v %v", again, err)
		}
	}
	checkHCLNewlines(t, name, text, string(out), ops)
	checkTogether(t, name, source.Document, after, ops, g)
	return true
}

// checkTogether plans one more Op: alone on the result of the first ones, it must mean what all of them mean together.
func checkTogether(t *testing.T, name string, doc *model.Document, after *hcl.Source, ops []edit.Op, g *hclGenerator) {
	t.Helper()
	if len(after.Document.Root.Entries) == 0 {
		return
	}
	tree := plain(after.Document.Root)
	more := g.ops(after, &tree)
	edits, err := Plan(Target{Doc: after.Document}, more)
	if err != nil {
		return
	}
	want, _ := edit.Apply(after.File.Data, edits)
	together, err := Plan(Target{Doc: doc}, append(ops[:len(ops):len(ops)], more...))
	if err != nil {
		t.Errorf("%s: together they are refused: %v", name, err)
		return
	}
	minimal(t, doc, together)
	got, _ := edit.Apply(doc.File.Data, together)
	staysFormatted(t, name, doc.File.Data, got)
	both := parseTerraform(t, model.NewFile("main.tf", got)).Document
	if !reflect.DeepEqual(plain(both.Root), plain(parseTerraform(t, model.NewFile("main.tf", want)).Document.Root)) {
		t.Errorf("%s: together\n%s\none by one\n%s\n%s", name, got, want, opsText(append(ops, more...)))
	}
}

// checkHCLNewlines plans the same Ops with CRLF.
func checkHCLNewlines(t *testing.T, name, text, out string, ops []edit.Op) {
	t.Helper()
	if !strings.Contains(text, "\n") {
		return // nothing shows what the newlines are
	}
	crlf := []byte(strings.ReplaceAll(text, "\n", "\r\n"))
	source, err := hcl.Parse(model.NewFile("main.tf", crlf))
	if err != nil {
		t.Fatal(err)
	}
	edits, planErr := Plan(Target{Doc: source.Document}, ops)
	if planErr != nil {
		t.Errorf("%s: refused with CRLF: %v\n%s\n%s", name, planErr, opsText(ops), text)
		return
	}
	if got, _ := edit.Apply(crlf, edits); string(got) != strings.ReplaceAll(out, "\n", "\r\n") {
		t.Errorf("%s: with CRLF\n%q\nwant\n%q", name, got, out)
	}
}

// plain turns a tree into Go values: an expression is its text without blanks, beside its parts.
func plain(v *model.Value) any {
	switch v.Kind {
	case model.Map:
		m := map[string]any{}
		for _, e := range v.Entries {
			if value := plain(e.Value); value != nil || e.Value.Kind == model.Null {
				m[e.Key.Text] = value
			}
		}
		if v.Style == model.Block && v.Props().Empty() && len(m) == 0 && v.Span.Start > 0 {
			return nil
		}
		return m
	case model.List:
		l := []any{}
		for _, item := range v.Items {
			l = append(l, plain(item))
		}
		if v.Style == model.Block && len(l) == 0 {
			return nil
		}
		return l
	case model.Unknown:
		if len(v.Items) > 0 {
			parts := []any{strings.SplitN(v.Text, "(", 2)[0]}
			for _, item := range v.Items {
				parts = append(parts, plain(item))
			}
			return parts
		}
		return "=" + v.Text
	case model.Null:
		return nil
	}
	return fmt.Sprintf("%d %s", v.Kind, v.Text)
}

// hclGenerator writes Terraform files in a style of its own and Ops that fit them.
type hclGenerator struct {
	generator
	unit    string
	aligned bool
	colon   string
	flat    int // collections on one line around what is written
	alone   int // plans that were made on the lines of blocks
}

func (g *hclGenerator) file() string {
	g.unit = []string{"  ", "  ", "  ", "    ", "\t"}[g.Intn(5)]
	g.aligned = g.chance(70)
	g.plain = g.chance(10)
	g.colon = []string{" = ", " = ", " = ", ": ", " : "}[g.Intn(5)]
	for range 1 + g.Intn(3) {
		g.remark("")
		g.block("", 0)
		g.out.WriteString("\n")
		if g.chance(70) {
			g.out.WriteString("\n")
		}
	}
	text := g.out.String()
	if g.chance(50) {
		text = string(hclwrite.Format([]byte(text)))
	}
	if g.chance(20) {
		text = strings.TrimRight(text, "\n")
	}
	return text
}

// remark writes comment lines and blank lines.
func (g *hclGenerator) remark(indent string) {
	for g.chance(15) && !g.plain {
		g.out.WriteString("\n")
	}
	for g.chance(15) && !g.plain {
		g.comments++
		fmt.Fprintf(&g.out, []string{"%s# c%d\n", "%s// c%d\n", "%s/* c%d */\n", "%[1]s/*\n%[1]s * c%[2]d\n%[1]s */\n"}[g.Intn(4)], indent, g.comments)
	}
}

func (g *hclGenerator) besideLine() {
	if g.chance(15) && !g.plain {
		g.comments++
		fmt.Fprintf(&g.out, []string{" # c%d", "  // c%d", " /* c%d */"}[g.Intn(3)], g.comments)
	}
	g.out.WriteString("\n")
}

func (g *hclGenerator) block(indent string, depth int) {
	header := []string{"resource \"a\" \"%s\"", "set", "locals", "module \"%s\"", "nested"}[g.Intn(5)]
	if strings.Contains(header, "%") {
		header = fmt.Sprintf(header, g.key())
	}
	g.out.WriteString(indent + header + " {")
	below := indent + g.unit
	switch n := g.Intn(10); {
	case n == 0:
		g.out.WriteString("}")
		return
	case n == 1:
		fmt.Fprintf(&g.out, " %s = %s }", g.key(), g.hclScalar())
		return
	}
	g.out.WriteString("\n")
	for range g.Intn(4) {
		g.attributes(below)
		if g.chance(30) && depth < 2 {
			g.remark(below)
			g.block(below, depth+1)
			g.out.WriteString("\n")
		}
	}
	g.out.WriteString(indent + "}")
}

// attributes writes a group of attributes.
func (g *hclGenerator) attributes(indent string) {
	names := make([]string, 1+g.Intn(4))
	width := 0
	for i := range names {
		names[i] = g.key() + strings.Repeat("x", g.Intn(3)*3)
		if g.chance(8) {
			names[i] = "depends_on"
		}
		width = max(width, len(names[i]))
	}
	seen := map[string]bool{}
	for _, name := range names {
		if name == "depends_on" {
			name += fmt.Sprint(g.keys)
		}
		if seen[name] {
			continue
		}
		seen[name] = true
		g.remark(indent)
		pad := 0
		if g.aligned {
			pad = max(0, width-len(name))
		}
		g.out.WriteString(indent + name + textline.Spaces(pad) + " = ")
		g.hclValue(indent, 0)
		g.besideLine()
	}
}

func (g *hclGenerator) hclScalar() string {
	return []string{`"text"`, `"a ${var.b} c"`, "3", "-1.5", "true", "null", "var.x", "module.a.b[0]", `"é \" $${x}"`, "1 + 2"}[g.Intn(10)]
}

func (g *hclGenerator) hclValue(indent string, depth int) {
	switch n := g.Intn(20); {
	case n < 4 && depth < 3:
		g.collection("{}", indent, depth)
	case n < 8 && depth < 3:
		g.collection("[]", indent, depth)
	case n < 9 && depth < 3:
		g.out.WriteString("jsonencode(")
		g.collection("{}", indent, depth)
		g.out.WriteString(")")
	case n < 10 && depth == 0:
		fmt.Fprintf(&g.out, "<<-EOT\n%[1]s%[2]sa: 1\n%[1]s%[2]s# no comment\n%[1]sEOT", indent, g.unit)
		g.out.WriteString("\n" + indent + g.key() + " = 1")
	default:
		g.out.WriteString(g.hclScalar())
	}
}

func (g *hclGenerator) collection(brackets, indent string, depth int) {
	multi := g.chance(50) && g.flat == 0
	count := g.Intn(4)
	below := indent + g.unit
	commas := brackets == "[]" || !multi || g.chance(30)
	trailing := g.chance(30)
	g.out.WriteString(brackets[:1])
	for i := range count {
		switch {
		case multi && i == 0:
			g.out.WriteString("\n")
			fallthrough
		case multi:
			g.remark(below)
			g.out.WriteString(below)
		case i > 0 || brackets == "{}":
			g.out.WriteString(" ")
		}
		if brackets == "{}" {
			key := g.key()
			if g.chance(30) {
				key = `"` + key + `"`
			}
			g.out.WriteString(key + g.colon)
		}
		if multi {
			g.hclValue(below, depth+1)
		} else {
			g.flat++
			g.hclValue(indent, depth+1)
			g.flat--
		}
		if commas && (i < count-1 || trailing) {
			g.out.WriteString(",")
		}
		if multi {
			g.besideLine()
		}
	}
	switch {
	case multi && count > 0:
		g.out.WriteString(indent)
	case count > 0 && brackets == "{}":
		g.out.WriteString(" ")
	}
	g.out.WriteString(brackets[1:])
}
