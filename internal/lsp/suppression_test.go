package lsp_test

import (
	"strings"
	"testing"

	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/rules"
)

// TestSuppressions: wherever the examples of a rule have a finding, the action that ignores it suppresses nothing until a person writes a reason,
// then the finding, and it breaks nothing.
func TestSuppressions(t *testing.T) {
	golden.NotInCheck(t)
	all, err := rule.Load(rules.FS)
	if err != nil {
		t.Fatal(err)
	}
	number := 0
	for _, r := range all.All() {
		examples, err := r.Examples()
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range examples.Cases {
			if number++; e.Bad && len(e.Before) == 0 && len(e.Options) == 0 && golden.IsSampled(number, 25) {
				t.Run(r.ID+" "+e.Name, func(t *testing.T) { suppress(t, r, e) })
			}
		}
	}
}

func suppress(t *testing.T, r *rule.Rule, e rule.Example) {
	files := map[string]string{}
	for _, f := range e.Files {
		files[f.Name] = f.Text
	}
	flags := []string{"--select", r.ID}
	if e.Version != "" {
		flags = append(flags, "--karpenter-version", e.Version)
	}
	if e.DestroyOrder != "" {
		files[".karplint.yaml"] = "destroy-order: " + e.DestroyOrder + "\n"
	}
	dir := put(t, files)
	c := startClient(t, dir, nil, flags...)
	for _, f := range e.Files {
		c.open(f.Name)
		before := c.await(f.Name)
		for _, action := range c.actions(f.Name, whole) {
			if !strings.HasPrefix(action.Title, "Ignore ") {
				continue
			}
			c.apply(action.Edit)
			if unreasoned := c.await(f.Name); len(unreasoned) < len(before) {
				t.Errorf("%s: without a reason %d of %d diagnostics are left", f.Name, len(unreasoned), len(before))
			}
			c.replace(f.Name, strings.ReplaceAll(c.texts[f.Name], "<reason>", "a person wrote it"))
			after := c.await(f.Name)
			if len(after) >= len(before) {
				t.Errorf("%s: %s: %d diagnostics before, %d after:\n%s", f.Name, action.Title, len(before), len(after), c.texts[f.Name])
			}
			c.replace(f.Name, f.Text)
			if again := c.await(f.Name); len(again) != len(before) {
				t.Errorf("%s: %d diagnostics at first, and then %d", f.Name, len(before), len(again))
			}
			break // the first of each file
		}
	}
	c.stop()
}
