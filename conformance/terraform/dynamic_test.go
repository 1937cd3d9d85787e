package terraform

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	hcl2 "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/dynblock"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/terraform"
)

// TestDynamic compares random dynamic blocks, within each other and beside written ones, with what HCL's own extension makes of
// them, which Terraform expands them with. tofu cannot be asked: no resource of its own provider has nested blocks.
func TestDynamic(t *testing.T) {
	const roots, least = 600, 300
	compared := 0
	for seed := range uint64(roots) {
		g := &blocks{Rand: rand.New(rand.NewPCG(*generatedSeed, seed))}
		text := "resource \"r\" \"r\" {\n" + g.body(0, nil) + "}\n"
		theirs, diags := expanded(text)
		ours := evaluated(t, text)
		switch {
		case diags.HasErrors():
			continue // what fails is unknown here, or open
		case cmp.Diff(theirs, ours) != "":
			t.Fatalf("%s\n(-HCL +karplint)%s", text, cmp.Diff(theirs, ours))
		}
		if strings.Contains(text, "dynamic") {
			compared++
		}
	}
	t.Logf("%d roots with dynamic blocks compared", compared)
	if compared < least {
		t.Errorf("only %d roots with dynamic blocks could be compared", compared)
	}
}

// blocks draws bodies with blocks.
type blocks struct {
	*rand.Rand
	iterators int
}

const (
	attributes = "abcd" // names of attributes
	types      = "xyz"  // and of blocks
)

func (g *blocks) body(depth int, iterators []string) string {
	indent := strings.Repeat("  ", depth+1)
	var b strings.Builder
	for _, name := range attributes[:g.IntN(len(attributes))] {
		fmt.Fprintf(&b, "%s%c = %s\n", indent, name, g.value(iterators))
	}
	if depth >= 4 {
		return b.String()
	}
	for range g.IntN(4) {
		kind := string(types[g.IntN(len(types))])
		if g.IntN(3) == 0 {
			fmt.Fprintf(&b, "%s%s {\n%s%s}\n", indent, kind, g.body(depth+1, iterators), indent)
			continue
		}
		iterator, named := kind, ""
		if g.IntN(3) == 0 {
			g.iterators++
			iterator = fmt.Sprintf("i%d", g.iterators)
			named = fmt.Sprintf("%s  iterator = %s\n", indent, iterator)
		}
		fmt.Fprintf(&b, "%sdynamic %q {\n%s  for_each = %s\n%s%s  content {\n%s%s  }\n%s}\n", indent, kind, indent, g.collection(iterators), named,
			indent, g.body(depth+2, append(iterators[:len(iterators):len(iterators)], iterator)), indent, indent)
	}
	return b.String()
}

func (g *blocks) pick(from ...string) string { return from[g.IntN(len(from))] }

func (g *blocks) value(iterators []string) string {
	if len(iterators) == 0 || g.IntN(4) == 0 {
		return g.pick("1", `"a"`, "true", "null", "[1, 2]", `{ k = "v" }`)
	}
	at := g.pick(iterators...)
	return g.pick(at+".value", at+".key", `"${`+at+`.key}-x"`, "["+at+".key, "+at+".value]", "{ v = "+at+".value }")
}

func (g *blocks) collection(iterators []string) string {
	if len(iterators) > 0 && g.IntN(3) == 0 {
		at := g.pick(iterators...)
		return g.pick("["+at+".key]", "{ ("+at+".key) = "+at+".value }", "[for v in [1, 2] : "+at+".value]", at+".value")
	}
	return g.pick("[]", "{}", `["p", "q"]`, `toset(["q", "p", "q"])`, `{ n = 1, m = 2 }`, `[["a"], ["b", "c"]]`, `{ l = ["a"], k = [] }`,
		"toset([3, 1])", "tolist([true])",
		`[for v in ["s", "t"] : v if v == "t"]`, "true ? [1] : []", "false ? [1] : []")
}

// expanded returns what HCL makes of the resource in a text, as JSON has it.
func expanded(text string) (any, hcl2.Diagnostics) {
	file, diags := hclsyntax.ParseConfig([]byte(text), "main.tf", hcl2.InitialPos)
	if diags.HasErrors() {
		return nil, diags
	}
	context := &hcl2.EvalContext{Functions: map[string]function.Function{
		"toset":  stdlib.MakeToFunc(cty.Set(cty.DynamicPseudoType)),
		"tolist": stdlib.MakeToFunc(cty.List(cty.DynamicPseudoType)),
	}}
	return expandBody(dynblock.Expand(file.Body.(*hclsyntax.Body).Blocks[0].Body, context), context)
}

func expandBody(body hcl2.Body, context *hcl2.EvalContext) (any, hcl2.Diagnostics) {
	schema := &hcl2.BodySchema{}
	for _, name := range attributes {
		schema.Attributes = append(schema.Attributes, hcl2.AttributeSchema{Name: string(name)})
	}
	for _, kind := range types {
		schema.Blocks = append(schema.Blocks, hcl2.BlockHeaderSchema{Type: string(kind)})
	}
	content, all := body.Content(schema)
	if all.HasErrors() {
		return nil, all
	}
	result := map[string]any{}
	for name, a := range content.Attributes {
		value, diags := a.Expr.Value(context)
		all = append(all, diags...)
		if !diags.HasErrors() {
			result[name] = fromJSON(ctyjson.SimpleJSONValue{Value: value})
		}
	}
	for _, b := range content.Blocks {
		inner, diags := expandBody(b.Body, context)
		all = append(all, diags...)
		list, _ := result[b.Type].([]any)
		result[b.Type] = append(list, inner)
	}
	return result, all
}

func fromJSON(v ctyjson.SimpleJSONValue) any {
	data, err := v.MarshalJSON()
	if err != nil {
		return err.Error()
	}
	var result any
	if err := json.Unmarshal(data, &result); err != nil {
		return err.Error()
	}
	return result
}

// evaluated returns what karplint makes of the resource in a text, as JSON has it.
func evaluated(t *testing.T, text string) any {
	t.Helper()
	loaded := terraform.Load(directory{t.TempDir(), "main.tf", text}, ".", terraform.Options{})
	if len(loaded.Errors) > 0 || len(loaded.Resources) != 1 {
		t.Fatalf("%s\n%d resources, errors %v", text, len(loaded.Resources), loaded.Errors)
	}
	return plain(loaded.Resources[0].Value)
}

// plain returns a value as JSON has it. Of blocks, those that a dynamic one made none of are left out.
func plain(v *model.Value) any {
	switch {
	case v.Open || v.Kind == model.Unknown:
		return "unknown: " + v.Text
	case v.Kind == model.List:
		items := []any{}
		for _, item := range v.Items {
			items = append(items, plain(item))
		}
		return items
	case v.Kind == model.Map:
		fields := map[string]any{}
		for _, e := range v.Entries {
			if list := e.Value; strings.Contains(types, e.Key.Text) && v.Style == model.Block && list.Kind == model.List && len(list.Items) == 0 &&
				!list.Open {
				continue
			}
			fields[e.Key.Text] = plain(e.Value)
		}
		return fields
	case v.Kind == model.Null:
		return nil
	case v.Kind == model.Bool:
		return v.Text == "true"
	case v.Kind == model.Number:
		var n float64
		_ = json.Unmarshal([]byte(v.Text), &n)
		return n
	}
	return v.Text
}
