package convert_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/model"
)

// TestProperties converts random files in random styles, and asserts of them what the golden cases
// assert of theirs: see checkLaws.
func TestProperties(t *testing.T) {
	for seed := range uint64(300) {
		g := generator{rand.New(rand.NewPCG(seed, 1))}
		opts := convert.Options{KarpenterVersion: pick(g, "0.32.0", "0.32.10", "0.37.8"), Role: pick(g, "", "NodeRole"), IgnoreDefaults: g.chance(20)}
		c, err := convert.New(opts)
		if err != nil {
			t.Fatal(err)
		}
		text := g.file(g.objects())
		ok := t.Run(fmt.Sprint("seed=", seed), func(t *testing.T) {
			in := []*model.File{model.NewFile("a.yaml", []byte(text))}
			out := c.Files(in)
			checkLaws(t, c, in, out)
			if !strings.Contains(text, "\r") {
				variant(t, c, in, out, crlf)
			}
			for _, f := range out {
				checkDecided(t, f)
			}
		})
		if !ok {
			t.Fatalf("the file was\n%s", text)
		}
	}
}

// objects returns the objects of a file: pools, classes and others.
func (g generator) objects() []entries {
	var all []entries
	for i := range 1 + g.IntN(3) {
		name := fmt.Sprint("object-", i)
		switch g.IntN(5) {
		case 0, 1:
			all = append(all, g.provisioner(name, name))
		case 2, 3:
			all = append(all, g.template(name))
		case 4:
			all = append(all, g.other(name))
		}
	}
	return all
}

// checkDecided asserts that only what cannot be edited is left to people: the objects are legal.
// An anchor may stand in the way, and a role is asked for.
func checkDecided(t *testing.T, f convert.File) {
	t.Helper()
	for _, n := range f.Notes {
		asked := strings.Contains(n.Message, "the placeholder") || strings.Contains(n.Message, "Karpenter 0.32.0 refuses an AMI term with owner and tags")
		if n.Level == convert.Decision && !asked && !bytes.Contains(f.Before, []byte("&a")) {
			t.Errorf("%s: %s", n.Path, n.Message)
		}
	}
}
