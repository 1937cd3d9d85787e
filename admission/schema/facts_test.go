package schema_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/karplint/karplint/admission/schema"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// TestNewest: the schemas and all other tables know the same newest release.
func TestNewest(t *testing.T) {
	if newest := schema.Releases()[len(schema.Releases())-1].String(); newest != facts.Newest().String() ||
		newest != facts.KnownReleases().Read["schemas"] {
		t.Errorf("the newest release is %s in table.txt, %s in facts/releases.yaml", newest, facts.Newest())
	}
}

// TestServedAPIs: facts/served_apis.yaml has for each release what its CRDs serve.
func TestServedAPIs(t *testing.T) {
	for _, name := range schema.Names() {
		if group, _, _ := strings.Cut(name[0], "/"); !facts.IsKarpenter(group) {
			continue // the autoscaler of clusters serves it as well
		}
		served := map[string]bool{}
		for _, s := range schema.Lookup(name[0], name[1]).Served {
			served[s.Release.String()] = true
		}
		for _, r := range schema.Releases() {
			got := slices.ContainsFunc(facts.Served().Of(name[0], name[1]), func(rows facts.Releases) bool { return rows.Contain(r.Version()) })
			if got != served[r.String()] {
				t.Errorf("%s %s in %s: %v in facts/served_apis.yaml, %v in the CRDs", name[0], name[1], r, got, !got)
			}
		}
	}
}

// TestDefaults: facts/defaults.yaml has for each release the defaults of its CRDs.
func TestDefaults(t *testing.T) {
	for _, kind := range facts.DefaultValues().Schema {
		k := schema.Lookup(kind.APIVersion, kind.Kind)
		for _, s := range k.Served {
			want, got := map[string]string{}, map[string]string{}
			defaults(k.Schemas[s.Schema].Property("spec"), "spec", want)
			for _, d := range facts.DefaultValues().Of(kind.APIVersion, kind.Kind, s.Release.Version()) {
				got[d.Path] = fmt.Sprint(d.Value)
			}
			if fmt.Sprint(want) != fmt.Sprint(got) {
				t.Errorf("%s %s in %s:\n%v in the CRDs\n%v in facts/defaults.yaml", kind.APIVersion, kind.Kind, s.Release, want, got)
			}
		}
	}
}

// defaults collects the defaults at and below a node, by path.
func defaults(n *schema.Node, path string, into map[string]string) {
	if n == nil {
		return
	}
	if n.HasDefault() {
		into[path] = fmt.Sprint(plain(n.Default()))
	}
	defaults(n.Items(), path+"[]", into)
	for _, name := range n.Properties() {
		defaults(n.Property(name), path+"."+name, into)
	}
}

// plain returns a value as encoding/json reads it.
func plain(v *model.Value) any {
	switch v.Kind {
	case model.Map:
		m := map[string]any{}
		for _, e := range v.Entries {
			m[e.Key.Text] = plain(e.Value)
		}
		return m
	case model.List:
		list := []any{}
		for _, item := range v.Items {
			list = append(list, plain(item))
		}
		return list
	}
	return v.Text
}
