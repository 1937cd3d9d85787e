package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
)

var (
	label  = regexp.MustCompile(`(?m)^\s+((?:Label|Annotation)\w+)\s+= apis\.Group \+ "(/[a-z0-9-]+)"`)
	family = regexp.MustCompile(`"([a-z][-a-z0-9]*)\.[-a-z0-9]+":`)
	action = regexp.MustCompile(`"([a-z0-9-]+:[A-Z][A-Za-z]+)"`)
	call   = regexp.MustCompile(`(?m)^\t(\w+)\(.*\*(\w+)\.\w+Input`) // in the interfaces of AWS's SDK
)

// usual are names that no table needs, such as the actions of IAM that every release needs.
//
//go:embed usual.txt
var usual string

// actionsOf returns what has actions: in a CloudFormation template without the keys of conditions, which look like actions, and for the requests of
// the controller.
func actionsOf(text []byte) []byte {
	found := regexp.MustCompile(`"Action": (?:\[[^]]*\]|"[^"]*")`).FindAll(text, -1)
	for _, m := range call.FindAllSubmatch(text, -1) {
		found = append(found, fmt.Appendf(nil, "%q", strings.Replace(string(m[2]), "arczonalshift", "arc-zonal-shift", 1)+":"+string(m[1])))
	}
	return bytes.Join(found, []byte("\n"))
}

var inserted = regexp.MustCompile(`WellKnownLabels\.Insert\(([^)]*)\)`)

// addWellKnown writes the labels of AWS that nodes have and the table lacks.
func addWellKnown(t *tables, files fs.FS) error {
	text, err := fs.ReadFile(files, "pkg/apis/v1/labels.go")
	if err != nil {
		return err
	}
	known, err := t.texts([]string{"karpenter_checks"})
	if err != nil {
		return err
	}
	block := bytes.Join(inserted.FindAll(text, -1), nil)
	return t.edit("karpenter_checks", func(lines []string) []string {
		at := slices.Index(lines, "  well_known:") + 1
		for strings.HasPrefix(lines[at], "    ") {
			at++
		}
		for _, m := range label.FindAllSubmatch(text, -1) {
			if key := "karpenter.k8s.aws" + string(m[2]); mentions(string(block), string(m[1])) && !mentions(known, key) {
				t.tell("added to facts/karpenter_checks.yaml: the label %s", key)
				lines = slices.Insert(lines, at, fmt.Sprintf("    - {key: %s, since: %s, group: karpenter.k8s.aws}", key, t.release))
				at++
			}
		}
		return lines
	})
}

// printLacking prints the labels, annotations, instance families and actions of IAM that the tables lack, with the row to add. A person says what
// they are for.
func printLacking(t *tables, files fs.FS) error {
	var lacking []string
	for _, kind := range []struct {
		file   string
		form   *regexp.Regexp
		prefix string
		tables []string
		row    func(name string) string
	}{
		{"pkg/apis/v1/labels.go", label, "karpenter.k8s.aws", []string{"karpenter_checks", "labels"}, func(name string) string {
			return "to karpenter_checks.yaml if Karpenter reads it, or to machine_written of labels.yaml if it writes it: " + name
		}},
		{"pkg/providers/pricing/zz_generated.pricing_aws.go", family, "", []string{"instance_types"}, familyRow},
		{"pkg/providers/instancetype/zz_generated.bandwidth.go", family, "", []string{"instance_types"}, familyRow},
		{"pkg/providers/instancetype/zz_generated.vpclimits.go", family, "", []string{"instance_types"}, familyRow},
		{"pkg/aws/sdk.go", action, "", []string{"permissions", "upgrade_steps"}, t.permission},
		{"website/content/en/preview/getting-started/getting-started-with-karpenter/cloudformation.yaml",
			action, "", []string{"permissions", "upgrade_steps"}, t.permission},
	} {
		text, err := fs.ReadFile(files, kind.file)
		if err != nil {
			t.tell("%s is not in the module: compare it in a checkout of the tag (-from)", kind.file)
			continue
		}
		if kind.form == action {
			text = actionsOf(text)
		}
		known, err := t.texts(kind.tables)
		if err != nil {
			return err
		}
		for _, m := range kind.form.FindAllSubmatch(text, -1) {
			if name := kind.prefix + string(m[len(m)-1]); !mentions(known+usual, name) && !slices.Contains(lacking, name) {
				lacking = append(lacking, name)
				t.tell("add %s", kind.row(name))
			}
		}
	}
	return nil
}

func familyRow(name string) string {
	return "to families of instance_types.yaml, arm64 if it has a g after the generation, amd64 otherwise (see EC2): " + name
}

// permission returns the row for an action.
func (t *tables) permission(action string) string {
	_, name, _ := strings.Cut(action, ":")
	return fmt.Sprintf("to permissions.yaml, with for or with if not all need it:  %s: {since: %s, actions: [%s], effect: …}", name, t.release, action)
}

// texts returns the texts of tables.
func (t *tables) texts(names []string) (string, error) {
	var b strings.Builder
	for _, name := range names {
		text, err := os.ReadFile(t.path(name))
		if err != nil {
			return "", err
		}
		b.Write(text)
	}
	return b.String(), nil
}

// mentions reports whether a text has a name as a whole.
func mentions(text, name string) bool {
	return regexp.MustCompile(`(^|[^-/:.\w])` + regexp.QuoteMeta(name) + `($|[^-/:.\w])`).MatchString(text)
}

// printRest prints what only a person can read, and the tables to raise after that.
func printRest(t *tables, _ fs.FS) error {
	if first, _ := minor(t.release); first != t.release {
		t.tell("a patch: read its release notes for defects (facts/bad_versions.yaml), then raise every table in facts/releases.yaml")
		return nil
	}
	for _, row := range [][2]string{
		{"karpenter_checks", "pkg/apis and pkg/controllers/nodeclass, and pkg/apis of sigs.k8s.io/karpenter: what their own checks refuse"},
		{"metrics", "website/content/en/preview/reference/metrics.md: labels of metrics that ended or changed"},
		{"upgrade_steps", "website/content/en/preview/upgrading/upgrade-guide.md: what no file shows, and stops"},
		{"labels", "pkg/apis/v1/labels.go of both: annotations that Karpenter writes"},
		{"bad_versions", "the release notes: defects that a later patch mends"},
		{"permissions", "the CloudFormation template: which field needs the new actions, and what fails without them"},
	} {
		t.tell("read for facts/%s.yaml: %s", row[0], row[1])
	}
	t.tell("run go test ./admission/schema: it says what the CRDs have and facts/served_apis.yaml and facts/defaults.yaml lack")
	t.tell("then raise these tables in facts/releases.yaml")
	return nil
}
