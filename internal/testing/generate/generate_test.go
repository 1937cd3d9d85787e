package generate_test

import (
	"encoding/json"
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
	"sigs.k8s.io/yaml"

	"github.com/karplint/karplint/internal/testing/generate"
)

func TestMain(m *testing.M) {
	flag.Parse()
	for name, value := range map[string]string{"rapid.seed": "1", "rapid.checks": "500", "rapid.nofailfile": "true"} {
		if err := flag.Set(name, value); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

// TestText reads the texts as Kubernetes does, and finds the objects in them that were drawn.
func TestText(t *testing.T) {
	for name, files := range map[string]*rapid.Generator[generate.File]{
		"alpha": generate.Alpha(), "0.32.0": generate.Beta("0.32.0"), "0.37.8": generate.Beta("0.37.8"),
	} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				f := files.Draw(t, "file")
				var want []any
				for _, o := range f.Objects {
					want = append(want, asRead(t, o.Plain()))
				}
				if diff := cmp.Diff(want, read(t, f.Text)); diff != "" {
					t.Errorf("the text reads differently (-drawn +read):\n%s", diff)
				}
			})
		})
	}
}

var separator = regexp.MustCompile(`(?m)^---.*$`)

func read(t *rapid.T, text string) []any {
	var objects []any
	for _, document := range separator.Split(text, -1) {
		var v map[string]any
		if err := yaml.UnmarshalStrict([]byte(document), &v); err != nil {
			t.Fatalf("%v", err)
		}
		items, isList := v["items"].([]any)
		switch {
		case isList:
			objects = append(objects, items...)
		case v != nil:
			objects = append(objects, v)
		}
	}
	return objects
}

// asRead returns the tree with the numbers of encoding/json.
func asRead(t *rapid.T, v any) any {
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var read any
	if err := json.NewDecoder(strings.NewReader(string(text))).Decode(&read); err != nil {
		t.Fatal(err)
	}
	return read
}
