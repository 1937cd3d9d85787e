package rules_test

import (
	"errors"
	"io/fs"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/lint/rule"
	"sigs.k8s.io/yaml"
)

// catalogue is where the list of all rules that are planned lies beside a checkout. Its ids and names are promises to users, for
// they stand in comments and configurations.
const catalogue = "../../shared/rules.yaml"

// planned is what the catalogue says of a rule.
type planned struct {
	ID, Name, Severity, Scope, Fix, When string
	APIs                                 []string
	Tier                                 int    // 1: the rule must be there
	Retired                              string // why no rule may have the id
}

// narrowed says where a rule is more precise than the catalogue.
var narrowed = map[string]func(*planned){
	"KL106": readsOtherObjects,
	"KL107": readsOtherObjects,
	"KL307": readsOtherObjects,
	"KL804": func(p *planned) { p.Fix = "none" },                      // no edit turns blocks into a list
	"KL309": func(p *planned) { p.When = "< 1.0" },                    // the versions of which it speaks
	"KL403": func(p *planned) { p.Fix = "safe" },                      // the best it can be, where the add-on's default is known
	"KL513": func(p *planned) { p.When = "< 1.15" },                   // from 1.15 on the API server fills it in
	"KL537": func(p *planned) { p.Scope, p.Fix = "resource", "none" }, // the pool alone shows it; the class also serves other pools
	"KL541": safeWhereCertain,
	"KL542": safeWhereCertain,
	"KL543": safeWhereCertain,
	"KL544": safeWhereCertain,
	"KL556": func(p *planned) { p.When = ">= 0.32" }, // the versions that read the annotation
	"KL703": func(p *planned) { p.When = "" },        // below 1.0 the policy of 1.0 is the wrong one
	"KL701": func(p *planned) { p.When = ">= 0.32" }, // below that the tags of alpha are the right ones
}

// readsOtherObjects is for rules about an installation whose version or repository another object of Flux may have.
func readsOtherObjects(p *planned) { p.Scope = "project" }

// safeWhereCertain is for rules of which only some findings have a fix.
func safeWhereCertain(p *planned) { p.Fix = "safe" }

// TestCatalogue: each rule is what the catalogue says of its id, and no rule of the first tier is missing.
func TestCatalogue(t *testing.T) {
	data, err := os.ReadFile(catalogue)
	if errors.Is(err, fs.ErrNotExist) {
		golden.Skip(t, "%s does not lie beside this checkout", catalogue)
	}
	if err != nil {
		t.Fatal(err)
	}
	var all struct{ Rules []planned }
	if err := yaml.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	loaded, err := rule.Load(os.DirFS("."))
	if err != nil {
		t.Fatal(err)
	}
	written := map[string]*rule.Rule{}
	for _, r := range loaded.All() {
		written[r.ID] = r
	}
	for _, want := range all.Rules {
		r := written[want.ID]
		delete(written, want.ID)
		if r != nil && want.Retired != "" {
			t.Errorf("rule %s has the id %s, which was retired: %s", r.Name, r.ID, want.Retired)
			continue
		}
		if r == nil && want.Tier > 1 {
			continue
		}
		if r == nil {
			t.Errorf("there is no rule %s %s", want.ID, want.Name)
			continue
		}
		if narrow := narrowed[r.ID]; narrow != nil {
			narrow(&want)
		}
		got := planned{r.ID, r.Name, r.Severity.String(), string(r.Scope), r.Fix, r.When, r.APIs, want.Tier, ""}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s (-catalogue +METADATA):\n%s", r.ID, d)
		}
	}
	for _, want := range all.Rules {
		for id, r := range written { // that the catalogue does not have
			if r.Name == want.Name {
				t.Errorf("%s has the name of %s, %s", id, want.ID, want.Name)
			}
		}
	}
}
