package main

import (
	"bytes"
	_ "embed"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
)

var (
	label  = regexp.MustCompile(`(?m)^\s+(?:Label|Annotation)\w+\s+= apis\.Group \+ "(/[a-z0-9-]+)"`)
	family = regexp.MustCompile(`"([a-z][-a-z0-9]*)\.[-a-z0-9]+":`)
	action = regexp.MustCompile(`"([a-z0-9-]+:[A-Z][A-Za-z]+)"`)
)

// usual are the actions of IAM that every release needs.
//
//go:embed actions.txt
var usual string

// actionsOf returns the part of a CloudFormation template that has actions; the keys of conditions look like actions.
func actionsOf(template []byte) []byte {
	return bytes.Join(regexp.MustCompile(`"Action": (?:\[[^]]*\]|"[^"]*")`).FindAll(template, -1), []byte("\n"))
}

// addLabels prints the labels, instance families and actions of IAM that the tables lack. A person says since when they are, and what they are for.
func addLabels(t *tables, files fs.FS) error {
	for _, kind := range []struct {
		noun, file string
		form       *regexp.Regexp
		prefix     string
		tables     []string
	}{
		{"label or annotation", "pkg/apis/v1/labels.go", label, "karpenter.k8s.aws", []string{"karpenter_checks", "labels"}},
		{"instance family", "pkg/providers/pricing/zz_generated.pricing_aws.go", family, "", []string{"instance_types"}},
		{"action", "website/content/en/preview/getting-started/getting-started-with-karpenter/cloudformation.yaml", action, "", []string{"permissions", "upgrade_steps"}},
	} {
		text, err := fs.ReadFile(files, kind.file)
		if err != nil {
			t.tell("%s is not in the module: compare it in a checkout of the tag (-from)", kind.file)
			continue
		}
		if kind.noun == "action" {
			text = actionsOf(text)
		}
		known, err := t.texts(kind.tables)
		if err != nil {
			return err
		}
		var lacking []string
		for _, m := range kind.form.FindAllSubmatch(text, -1) {
			if name := kind.prefix + string(m[1]); !mentions(known+usual, name) && !slices.Contains(lacking, name) {
				lacking = append(lacking, name)
			}
		}
		for _, name := range lacking {
			t.tell("%s %s is not in facts/%s.yaml", kind.noun, name, strings.Join(kind.tables, ".yaml or facts/"))
		}
	}
	return nil
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
		{"metrics", "website/content/en/preview/reference/metrics.md: names that ended or changed"},
		{"upgrade_steps", "website/content/en/preview/upgrading/upgrade-guide.md: what no file shows, and stops"},
		{"permissions", "the CloudFormation template: which field needs the new actions, and what fails without them"},
	} {
		t.tell("read for facts/%s.yaml: %s", row[0], row[1])
	}
	t.tell("run go test ./admission/schema: it says what the CRDs have and facts/served_apis.yaml and facts/defaults.yaml lack")
	t.tell("then raise these tables in facts/releases.yaml")
	return nil
}
