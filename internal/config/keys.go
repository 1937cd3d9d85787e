package config

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/versions"
)

// key is a setting. The table of keys serves to read the file, and to write its JSON Schema and the output of
// "karplint init".
type key struct {
	name        string
	description string // for people
	example     string // a value in the syntax of the file
	// a pointer to the field; its type is that of the value: *string, *[]string, *bool, *map[string]string, *Rules
	target    func(c *Config) any
	allowed   []string                           // the values that a text may have; nil: any
	form      func() *regexp.Regexp              // of a text; nil: any
	expected  string                             // how a text of the right form looks
	checkText func(text string) error            // checks a text; nil accepts every text
	check     func(p *parser, item string) error // checks each text of a list; nil: none
	rules     bool                               // its texts are names of rules
	keys      []key                              // of a section, which has no other fields
	override  bool                               // an entry of overrides may have it
	maps      bool                               // of an answer: it is a list of maps
	path      bool                               // it is a path relative to the file
}

var levels = []string{"error", "warning", "info"}

// keys are all settings.
var keys = []key{
	{
		name: "select", override: true, example: "[KL4, KL5]", rules: true, check: (*parser).checkRule,
		description: "The rules to check, by id, prefix of ids (KL5) or name, or the group advice (suggestions about what is not a fault). Without it " +
			"every rule is on, without advice. KL000 is on unless ignored.",
		target: func(c *Config) any { return &c.Select },
	},
	{
		name: "ignore", override: true, example: "[KL103]", rules: true, check: (*parser).checkRule,
		description: "The rules not to check, by id, prefix of ids or name.",
		target:      func(c *Config) any { return &c.Ignore },
	},
	{
		name: "rules", override: true, example: "\n  KL309: off # or error, warning, info: the severity of its findings" +
			"\n  KL103: on # advice, which is off otherwise" +
			"\n  application-tolerates-disruption:\n    severity: info\n    namespaces: [agents] # an option of this rule; its page lists all of them",
		description: "Single rules, by id or name: off, on (also its advice), a severity, or a map with a severity and the rule's options.",
		target:      func(c *Config) any { return &c.Rules },
	},
	{
		name: rulesDir, example: "[policies]",
		description: "Folders with rules of your own, relative to this file; --rules adds more. docs/writing-rules.md describes such a rule.",
		target:      func(c *Config) any { return &c.RulesDir },
	},
	{
		name: "fail-on", override: true, example: "warning", allowed: levels,
		description: "The lowest severity of findings that make lint fail: error (default), warning or info.",
		target:      func(c *Config) any { return &c.FailOn },
	},
	{
		name: "karpenter-version", override: true, example: `"1.0.8"`,
		description: "The Karpenter version that the files are for: a version (1.0.8), all versions of a minor (1.0), or a range " +
			`(">= 0.37, < 1.1"). The default is the version that each project installs. If that is unknown too, findings that ` +
			"depend on the version are warnings at most.",
		target:    func(c *Config) any { return &c.KarpenterVersion },
		checkText: func(text string) error { _, err := versions.ParseTarget(text, ""); return err },
	},
	{
		name: "kubernetes-version", override: true, example: `"1.29"`,
		description: "The Kubernetes version of the clusters: 1.29 or 1.29.3.",
		form:        kubernetesForm, expected: noKubernetes,
		target: func(c *Config) any { return &c.KubernetesVersion },
	},
	{
		name: "destroy-order", override: true, example: "controller-first", allowed: []string{"controller-last", "controller-first"},
		description: "The order in which terraform destroy should remove Karpenter: controller-last (default), so that the controller " +
			"can terminate its nodes, or controller-first, which disables KL202 and reverses KL203.",
		target: func(c *Config) any { return &c.DestroyOrder },
	},
	{
		name: limit.TimeFlag, example: "10m", form: limit.TimeForm, expected: limit.NoTime,
		description: "How long a run may take: 5m (default), 90s; 0 sets no limit. It counts in the configuration of the working directory.",
		target:      func(c *Config) any { return &c.Timeout },
	},
	{
		name: limit.MemoryFlag, example: "4GiB", form: limit.MemoryForm, expected: limit.NoMemory,
		description: "How much memory a run may take: 2GiB (default, or half of what the machine has), 500MB; 0 sets no limit. It counts likewise.",
		target:      func(c *Config) any { return &c.MaxMemory },
	},
	{
		name: "baseline", path: true, example: ".karplint-baseline.txt",
		description: "A file of findings that lint counts and does not show, made by lint --write-baseline; its path is relative to this file. It counts " +
			"in the configuration of the working directory.",
		target: func(c *Config) any { return &c.Baseline },
	},
	{
		name: "exclude", example: `["*.generated.yaml", charts/vendor/**]`, check: checkGlob,
		description: "Files and directories to skip, as globs. A glob without a slash matches a name in any directory, one with a slash " +
			"a path relative to this file; ** matches any directories.",
		target: func(c *Config) any { return &c.Exclude },
	},
	{
		name: "extends", example: "../.karplint.yaml",
		description: "Another configuration in the repository, relative to this one. What this one does not set, holds as set there.",
		target:      func(c *Config) any { return &c.Extends },
	},
	{
		name: "overrides", example: "\n  - paths: [legacy/**]\n    rules:\n      KL302: off",
		description: "Settings for single files: paths, as globs like those of exclude, and any of select, ignore, rules, fail-on, the versions, " +
			"destroy-order and convert. Later entries win.",
		target: func(c *Config) any { return &c.Overrides },
	},
	{name: "convert", description: "Settings of convert.", override: true, keys: []key{
		{
			name: "role", example: "KarpenterNodeRole",
			description: "The IAM role of node classes that have none.",
			target:      func(c *Config) any { return &c.Convert.Role },
		},
		{
			name: "instance-profile", example: "KarpenterNodes",
			description: "The instance profile of these classes, instead of a role.",
			target:      func(c *Config) any { return &c.Convert.InstanceProfile },
		},
		{
			name: "ignore-defaults", example: "true",
			description: "Whether to leave out the requirements that the alpha API added by default.",
			target:      func(c *Config) any { return &c.Convert.IgnoreDefaults },
		},
		{
			name: "exclude", example: `[Provisioner/legacy, "*/test-*"]`, check: checkGlob,
			description: "Objects that stay as they are and hold nothing back, as globs of their kind and name.",
			target:      func(c *Config) any { return &c.Convert.Exclude },
		},
		{
			name: "roles", example: "{gpu: KarpenterGpuNodeRole}",
			description: "The roles of single node classes, by name. They override role.",
			target:      func(c *Config) any { return &c.Convert.Roles },
		},
		{
			name: "answers", example: "\n  - objects: [AWSNodeTemplate/gpu-*] # of an inline provider: Provisioner/gpu-*\n    spec:" +
				"\n      role: KarpenterGpuNodeRole\n      amiFamily: Bottlerocket\n  - objects: [AWSNodeTemplate/shared]\n    class: existing # of others",
			description: "Decisions that convert would ask for, by globs of kind and name: role, instanceProfile, amiFamily, amiSelectorTerms, userData, " +
				"securityGroupSelectorTerms, subnetSelectorTerms and blockDeviceMappings of the EC2NodeClass, or that somebody else owns the class. " +
				"The first entry that fits wins.",
			target: func(c *Config) any { return &c.Convert.Answers },
		},
	}},
}

const rulesDir = "rules-dir"

const noKubernetes = "not a Kubernetes version; write 1.29 or 1.29.3"

var kubernetesForm = pattern.New(`^v?1\.[0-9]{1,3}(\.[0-9]{1,3})?$`)

// ParseKubernetes returns a version of Kubernetes without "v"; it returns "" for "".
func ParseKubernetes(text string) (string, error) {
	if text != "" && !kubernetesForm().MatchString(text) {
		return "", fmt.Errorf("%q is %s", text, noKubernetes)
	}
	return strings.TrimPrefix(text, "v"), nil
}

func checkGlob(_ *parser, glob string) error {
	if strings.HasPrefix(glob, "!") {
		return fmt.Errorf("%q: a glob cannot leave out what others match; write globs for what is meant", glob)
	}
	if !doublestar.ValidatePattern(glob) {
		return fmt.Errorf("%q is not a glob; check its brackets", glob)
	}
	return nil
}

// checkObjectGlob is checkGlob for globs of kinds and names.
func checkObjectGlob(p *parser, glob string) error {
	if !strings.Contains(glob, "/") {
		return fmt.Errorf("%q has no kind; write a kind and a name, such as */%s", glob, glob)
	}
	return checkGlob(p, glob)
}
