package karpenter

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/karplint/karplint/admission"
	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/karplint/karplint/versions"
)

// TestCheck compares the problems of the objects in testdata for each target. An archive has the targets, the objects, and
// "problems", with all problems of each object. A target is a constraint on releases, optionally with the word webhook or the group
// of a provider.
func TestCheck(t *testing.T) {
	golden.Archives(t, "testdata/*.txtar", func(t *testing.T, archive *txtar.Archive) []txtar.File {
		targets := strings.Split(strings.TrimSpace(string(archive.Files[0].Data)), "\n")
		objects := archive.Files[1]
		var out bytes.Buffer
		for _, doc := range documents(objects.Name, objects.Data) {
			name := doc.Root.Str("metadata", "name")
			if name == "" {
				t.Errorf("%s has an object without a name", objects.Name)
			}
			var order []string
			of := map[string][]string{} // the targets that have the same problems
			for _, target := range targets {
				text := report(Check(admission.Object{Value: doc.Root}, parseTarget(t, target)))
				if of[text] == nil {
					order = append(order, text)
				}
				of[text] = append(of[text], target)
			}
			for _, text := range order {
				fmt.Fprintf(&out, "%s (%s)\n%s", name, strings.Join(of[text], "; "), text)
			}
		}
		return []txtar.File{archive.Files[0], objects, {Name: "problems", Data: out.Bytes()}}
	})
}

func documents(name string, text []byte) []*model.Document {
	var all []*model.Document
	yaml.Documents(model.NewFile(name, text), func(doc *model.Document, err *yaml.ParseError) bool {
		if err != nil {
			panic(err)
		}
		if doc.Root.IsMap() {
			all = append(all, doc)
		}
		return true
	})
	return all
}

func parseTarget(t *testing.T, text string) Cluster {
	t.Helper()
	var c Cluster
	for i, word := range strings.Fields(text) {
		switch {
		case word == "webhook":
			c.Webhook = known.Yes
		case word == "any":
		case i == 0:
			var err error
			if c.Controller, err = versions.ParseConstraint(strings.ReplaceAll(word, ",", ", ")); err != nil {
				t.Fatal(err)
			}
		default:
			c.Cloud = word
		}
	}
	return c
}

// report writes problems, each with its place, its message and the title of its fix.
func report(problems []admission.Problem) string {
	var b strings.Builder
	for _, p := range problems {
		fmt.Fprintf(&b, "  %s", model.PathText(p.Path))
		for _, note := range []string{
			map[admission.Class]string{admission.Invalid: "invalid", admission.Suspicious: "suspicious"}[p.Class],
			p.Code, p.Releases, map[bool]string{true: "inferred"}[p.Inferred], map[bool]string{true: "conditional"}[p.Conditional],
		} {
			if note != "" {
				fmt.Fprintf(&b, ", %s", note)
			}
		}
		fmt.Fprintf(&b, "\n    %s\n", p.Message)
		if why := p.Consequence(); why != "" {
			fmt.Fprintf(&b, "    why: %s\n", why)
		}
		fmt.Fprintf(&b, "    help: %s\n", p.Help)
		if p.Fix != nil {
			fmt.Fprintf(&b, "    fix: %s\n", p.Fix.Title)
		}
	}
	if len(problems) == 0 {
		return "  nothing\n"
	}
	return b.String()
}

// TestCodes: the code of each refusal is in the table of checks, and each row of the table has an object that is refused.
func TestCodes(t *testing.T) {
	reported := map[string]bool{}
	for _, target := range []string{"0.32.10 webhook", "0.37.8 webhook", "1.14.1", "1.15.2", "any"} {
		golden.Archives(t, "testdata/*.txtar", func(t *testing.T, archive *txtar.Archive) []txtar.File {
			for _, doc := range documents("a.yaml", archive.Files[1].Data) {
				for _, p := range Check(admission.Object{Value: doc.Root}, parseTarget(t, target)) {
					if p.Class == admission.Invalid {
						reported[p.Code] = true
					}
				}
			}
			return archive.Files
		})
	}
	var missing []string
	for _, c := range facts.KarpenterChecks().Checks {
		if !reported[c.ID] {
			missing = append(missing, c.ID)
		}
		delete(reported, c.ID)
	}
	slices.Sort(missing)
	if len(missing) > 0 || len(reported) > 0 {
		t.Errorf("never reported: %v; no row of the table: %v", missing, reported)
	}
}

func TestWebhookByDefault(t *testing.T) {
	for constraint, want := range map[string]known.Truth{
		"0.32.10": known.Yes, "0.33.0": known.No, "0.33.7": known.No, "0.33.8": known.Yes, "0.37.2": known.No, "0.37.8": known.Yes,
		">= 0.33.0, < 0.34.0": known.Maybe, "": known.Maybe, "1.0.8": known.No, "1.14.1": known.No,
	} {
		releases, err := versions.ParseConstraint(constraint)
		if err != nil {
			t.Fatal(err)
		}
		if got := WebhookByDefault(releases); got != want {
			t.Errorf("%q: %v, want %v", constraint, got, want)
		}
	}
}

// BenchmarkCheck checks an object without problems, and one with ten.
func BenchmarkCheck(b *testing.B) {
	texts := map[string]string{
		"pool": `
apiVersion: karpenter.sh/v1
kind: NodePool
metadata: {name: default}
spec:
  limits: {cpu: "100"}
  disruption: {budgets: [{nodes: "0", schedule: "0 9 * * mon-fri", duration: 8h}]}
  template:
    metadata: {labels: {team: a, example.com/stage: prod}}
    spec:
      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: default}
      taints: [{key: team, value: a, effect: NoSchedule}]
      requirements:
        - {key: karpenter.sh/capacity-type, operator: In, values: [spot, on-demand]}
        - {key: kubernetes.io/arch, operator: In, values: [amd64]}
        - {key: karpenter.k8s.aws/instance-category, operator: In, values: [c, m, r]}
        - {key: karpenter.k8s.aws/instance-generation, operator: Gt, values: ["4"]}
`,
		"problems": `
apiVersion: karpenter.sh/v1
kind: NodePool
metadata: {name: default}
spec:
  template:
    metadata: {labels: {karpenter.sh/a: a, karpenter.sh/b: a, karpenter.sh/c: a, two words: a, x: two words}}
    spec:
      taints: [{key: a, effect: NoSchedule}, {key: a, effect: NoSchedule}]
      requirements: [{key: a, operator: Inn}, {key: b, operator: In}, {key: karpenter.sh/x, operator: Exists}, {key: c, operator: Gt}]
`,
	}
	for _, name := range []string{"pool", "problems"} {
		o := admission.Object{Value: documents("a.yaml", []byte(texts[name]))[0].Root}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Check(o, Cluster{Webhook: known.No})
			}
		})
	}
}

// TestManyProblems: an object has a bounded number of problems, and none has a long message.
func TestManyProblems(t *testing.T) {
	var categories, families strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&categories, "x%d, ", i)
		fmt.Fprintf(&families, "m%d, ", i)
	}
	text := "apiVersion: karpenter.sh/v1\nkind: NodePool\nspec: {template: {spec: {requirements: [{key: karpenter.k8s.aws/instance-category, " +
		"operator: In, values: [" +
		categories.String() + "]}, {key: karpenter.k8s.aws/instance-family, operator: In, values: [" + families.String() + "]}]}}}\n"
	problems := Check(admission.Object{Value: documents("pool.yaml", []byte(text))[0].Root}, Cluster{})
	if len(problems) != admission.MaxProblems {
		t.Errorf("%d problems", len(problems))
	}
	for _, p := range problems {
		if len(p.Message) > 500 {
			t.Errorf("a message of %d bytes: %s…", len(p.Message), p.Message[:100])
		}
	}
}

// TestManyComparisons: a contradiction is found among more requirements than a pool may have, and the work for a pool is bounded.
func TestManyComparisons(t *testing.T) {
	for number, want := range map[int]int{300: 1, 2000: 0} {
		var requirements strings.Builder
		for i := range number {
			fmt.Fprintf(&requirements, "{key: team, operator: NotIn, values: [t%d]}, ", i)
		}
		text := "apiVersion: karpenter.sh/v1\nkind: NodePool\nspec: {template: {spec: {requirements: [" + requirements.String() +
			"{key: team, operator: In, values: [t0]}]}}}\n"
		found := 0
		for _, p := range Check(admission.Object{Value: documents("pool.yaml", []byte(text))[0].Root}, Cluster{}) {
			if p.Code == "contradiction" {
				found++
			}
		}
		if found != want {
			t.Errorf("%d contradictions among %d requirements", found, number)
		}
	}
}
