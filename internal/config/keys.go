package config

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/karplint/karplint/base/pattern"
)

// key is a setting. The table of them is what the file is read by, and what its JSON Schema and what
// "karplint init" writes are made of.
type key struct {
	name    string
	about   string                             // what it does, for people
	example string                             // a value, as it is written in the file
	to      func(c *Config) any                // where the value goes; its type says what is read: *string, *[]string, *bool, *map[string]string, *Rules
	allowed []string                           // the values that a text can have; nil: any
	form    func() *regexp.Regexp              // of a text, nil: any
	say     string                             // what a text of another form should be
	check   func(p *parser, item string) error // of each text of a list, nil: none
	rules   bool                               // its texts name rules
	keys    []key                              // of a section, which has nothing else
}

var levels = []string{"error", "warning", "info"}

// keys are all settings.
var keys = []key{
	{
		name: "select", example: "[KL4, KL5]", rules: true, check: (*parser).checkRule,
		about: "The rules to check, by id, prefix of ids (KL5) or name. Without it every rule is on. KL000 is on unless ignored.",
		to:    func(c *Config) any { return &c.Select },
	},
	{
		name: "ignore", example: "[KL103]", rules: true, check: (*parser).checkRule,
		about: "The rules to leave out, by id, prefix of ids or name.",
		to:    func(c *Config) any { return &c.Ignore },
	},
	{
		name: "rules", example: "\n  KL309: off # or error, warning, info: the severity of all that the rule finds" +
			"\n  application-tolerates-disruption:\n    severity: info\n    namespaces: [agents] # an option of this rule; its page has them all",
		about: "Single rules, by id or name: off, a severity, or a map with a severity and the rule's options.",
		to:    func(c *Config) any { return &c.Rules },
	},
	{
		name: "fail-on", example: "warning", allowed: levels,
		about: "The severity from which findings make lint fail: error (default), warning or info.",
		to:    func(c *Config) any { return &c.FailOn },
	},
	{
		name: "karpenter-version", example: `"1.0.8"`,
		about: "The Karpenter version that the files are for: a version (1.0.8), all versions of a minor (1.0), or a range " +
			`(">= 0.37, < 1.1"). Without it the version counts that each project installs; where that is unknown too, nothing that depends ` +
			"on the version is more than a warning.",
		to: func(c *Config) any { return &c.KarpenterVersion },
	},
	{
		name: "kubernetes-version", example: `"1.29"`,
		about: "The Kubernetes version of the clusters: 1.29 or 1.29.3.",
		form:  kubernetesForm, say: noKubernetes,
		to: func(c *Config) any { return &c.KubernetesVersion },
	},
	{
		name: "destroy-order", example: "controller-first", allowed: []string{"controller-last", "controller-first"},
		about: "The order in which terraform destroy is to remove what belongs to Karpenter: controller-last (default), so that the " +
			"controller can end its nodes, or controller-first, which switches KL202 off and turns KL203 round.",
		to: func(c *Config) any { return &c.DestroyOrder },
	},
	{
		name: "exclude", example: `["*.generated.yaml", charts/vendor/**]`, check: checkGlob,
		about: "Files and directories that are not read, as globs: without a slash a name anywhere, with one a path from this " +
			"file on, ** for any directories.",
		to: func(c *Config) any { return &c.Exclude },
	},
	{name: "convert", about: "What convert writes.", keys: []key{
		{
			name: "role", example: "KarpenterNodeRole",
			about: "The IAM role of node classes that have none.",
			to:    func(c *Config) any { return &c.Convert.Role },
		},
		{
			name: "instance-profile", example: "KarpenterNodes",
			about: "An instance profile for them instead; not both.",
			to:    func(c *Config) any { return &c.Convert.InstanceProfile },
		},
		{
			name: "ignore-defaults", example: "true",
			about: "Whether to leave out the requirements that the alpha API added by default.",
			to:    func(c *Config) any { return &c.Convert.IgnoreDefaults },
		},
		{
			name: "roles", example: "{gpu: KarpenterGpuNodeRole}",
			about: "The role of single node classes, by name; wins over role.",
			to:    func(c *Config) any { return &c.Convert.Roles },
		},
	}},
}

const noKubernetes = "not a Kubernetes version; write 1.29 or 1.29.3"

var kubernetesForm = pattern.New(`^v?1\.[0-9]{1,3}(\.[0-9]{1,3})?$`)

// ParseKubernetes returns a version of Kubernetes without "v"; "" for "".
func ParseKubernetes(text string) (string, error) {
	if text != "" && !kubernetesForm().MatchString(text) {
		return "", fmt.Errorf("%q is %s", text, noKubernetes)
	}
	return strings.TrimPrefix(text, "v"), nil
}

func checkGlob(_ *parser, glob string) error {
	if !doublestar.ValidatePattern(glob) {
		return fmt.Errorf("%q is not a glob; check its brackets", glob)
	}
	return nil
}
