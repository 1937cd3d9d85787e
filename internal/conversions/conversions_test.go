package conversions_test

import (
	"testing"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/internal/conversions"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/versions"
)

// TestConvertersShare: equal converters convert a file once; another option, version or text converts it again.
func TestConvertersShare(t *testing.T) {
	pool := "apiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata: {name: a}\nspec: {providerRef: {name: a}}\n"
	reads := 0
	manifests := func(state int) lint.Manifests {
		return lint.Manifests{
			Paths: []string{"pool.yaml"}, State: state,
			Files:     model.ReadFunc(func(string) ([]byte, error) { reads++; return []byte(pool), nil }),
			Installed: func(string) project.Installed { return project.Installed{} },
		}
	}
	unknown, err := versions.ParseTarget("unknown", "test")
	if err != nil {
		t.Fatal(err)
	}
	exact, err := versions.ParseTarget("0.37.8", "test")
	if err != nil {
		t.Fatal(err)
	}
	var all conversions.Converters
	for i, ask := range []struct {
		options convert.Options
		given   versions.Target
		to      string
		state   int
		again   bool
	}{
		{convert.Options{}, unknown, "v1beta1", 1, true},
		{convert.Options{}, unknown, "v1beta1", 1, false},
		{convert.Options{}, exact, "v1beta1", 1, true},
		{convert.Options{}, unknown, "v1", 1, true},
		{convert.Options{Role: "r"}, unknown, "v1beta1", 1, true},
		{convert.Options{IgnoreDefaults: true}, unknown, "v1beta1", 1, true},
		{convert.Options{Roles: map[string]string{"a": "r"}}, unknown, "v1beta1", 1, true},
		{convert.Options{Answers: []convert.Answer{{Object: "*/*", Place: "a.yaml:1:1"}}}, unknown, "v1beta1", 1, true},
		{convert.Options{Answers: []convert.Answer{{Object: "*/*", Place: "a.yaml:2:1"}}}, unknown, "v1beta1", 1, true},
		{convert.Options{}, unknown, "v1beta1", 1, false},
		{convert.Options{}, unknown, "v1beta1", 2, true},
	} {
		before := reads
		found, err := all.Converter(ask.options, ask.given)(ask.to, manifests(ask.state))
		if err != nil || len(found) != 1 {
			t.Fatalf("%d: %d conversions, error %v", i, len(found), err)
		}
		if read := reads > before; read != ask.again {
			t.Errorf("%d: converted again: %t; want %t", i, read, ask.again)
		}
	}
}
