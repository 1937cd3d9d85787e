package karplint_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The files of a repository with old findings: agents with a label of the alpha API, and a pool without requirements. The pool refers to one of two
// classes.
var old = map[string]string{
	".karplint.yaml":    "karpenter-version: 1.0.8\n",
	"agents/agent.yaml": agentText("agent"),
	"agents/more.yaml":  agentText("more"),
	"pools/pool.yaml":   poolText("first"),
	"pools/first.yaml":  classText("first"),
	"pools/second.yaml": classText("second"),
}

func agentText(name string) string {
	return "apiVersion: apps/v1\nkind: DaemonSet\nmetadata:\n  name: " + name + `
spec:
  template:
    metadata:
      annotations:
        karpenter.sh/do-not-evict: "true"
    spec:
      containers: []
`
}

func poolText(class string) string {
	return `apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
  name: pool
spec:
  disruption:
    consolidationPolicy: WhenEmpty
    consolidateAfter: 5m
  template:
    spec:
      nodeClassRef:
        group: karpenter.k8s.aws
        kind: EC2NodeClass
        name: ` + class + "\n      requirements: []\n"
}

func classText(name string) string {
	return "apiVersion: karpenter.k8s.aws/v1\nkind: EC2NodeClass\nmetadata:\n  name: " + name + `
spec:
  role: nodes
  amiSelectorTerms: [{alias: al2023@v20240807}]
  subnetSelectorTerms: [{tags: {team: a}}]
  securityGroupSelectorTerms: [{tags: {team: a}}]
`
}

// TestHookSituations runs the hooks for an installed karplint with the real pre-commit and git, where a person would.
func TestHookSituations(t *testing.T) {
	needPreCommit(t)
	bin := t.TempDir()
	if out, err := run(".", nil, "go", "build", "-tags", "urfave_cli_no_docs", "-o", filepath.Join(bin, "karplint"), "./cmd/karplint"); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	hooks := &repository{T: t, dir: t.TempDir()}
	text, err := os.ReadFile(".pre-commit-hooks.yaml")
	if err != nil {
		t.Fatal(err)
	}
	hooks.git("init", "-q")
	hooks.write(map[string]string{".pre-commit-hooks.yaml": string(text)})
	hooks.git("add", "-A")
	hooks.git("commit", "-q", "-m", "hooks")
	revision := strings.TrimSpace(hooks.git("rev-parse", "HEAD"))
	home := t.TempDir()
	for _, s := range situations {
		t.Run(strings.ReplaceAll(s.name, " ", "-"), func(t *testing.T) {
			r := &repository{t, filepath.Join(t.TempDir(), "repository"), bin, []string{
				"PATH=" + bin + string(os.PathListSeparator) + os.Getenv("PATH"), "PRE_COMMIT_HOME=" + home, "PRE_COMMIT_COLOR=never",
			}}
			if err := os.Mkdir(r.dir, 0o755); err != nil {
				t.Fatal(err)
			}
			r.git("init", "-q", "-b", "main")
			r.write(old)
			r.write(map[string]string{".pre-commit-config.yaml": configOf(hooks.dir, revision, s.hook, "karplint-full-system")})
			r.git("add", "-A")
			r.git("commit", "-q", "-m", "old")
			s.do(r)
		})
	}
}

// hook runs the hooks, on what is staged unless there are arguments, and expects that they pass or fail with an output that contains some texts and
// lacks those that begin with "!".
func (r *repository) hook(passes bool, texts []string, args ...string) {
	r.Helper()
	r.want(passes, texts, "pre-commit", append([]string{"run", "--verbose"}, args...)...)
}

// want runs a program and expects that it succeeds or fails, with an output.
func (r *repository) want(passes bool, texts []string, name string, args ...string) {
	r.Helper()
	out, err := r.run(name, args...)
	if (err == nil) != passes {
		r.Errorf("%s %s: %v", name, strings.Join(args, " "), err)
	}
	for _, text := range texts {
		unwanted, isUnwanted := strings.CutPrefix(text, "!")
		if strings.Contains(out, unwanted) == isUnwanted {
			r.Errorf("%s %s: the output is to contain %q", name, strings.Join(args, " "), text)
		}
	}
	if r.Failed() {
		r.Log(out)
	}
}

// appendTo adds a text to a file.
func (r *repository) appendTo(name, text string) {
	r.Helper()
	path := filepath.Join(r.dir, name)
	before, err := os.ReadFile(path)
	if err != nil {
		r.Fatal(err)
	}
	r.write(map[string]string{name: string(before) + text})
}

const (
	reports  = "karplint-system"
	fixes    = "karplint-fix-system"
	converts = "karplint-convert-system"
)

var (
	nothing = []string{"!KL", "!karplint:", "!finding"}
	third   = []string{"KL501", "agents/third.yaml", "!agents/agent.yaml", "!agents/more.yaml"}
)

var situations = []struct {
	name, hook string
	do         func(*repository)
}{
	{"a harmless line", reports, func(r *repository) {
		r.appendTo("pools/first.yaml", "# a comment\n")
		r.git("add", "-A")
		r.hook(true, nothing)
	}},
	{"a harmless line in a file with old findings", reports, func(r *repository) {
		r.appendTo("agents/agent.yaml", "# a comment\n")
		r.git("add", "-A")
		r.hook(true, nothing)
	}},
	{"a new finding", reports, func(r *repository) {
		r.write(map[string]string{"agents/third.yaml": agentText("third")})
		r.git("add", "-A")
		r.hook(false, third)
	}},
	{"a new file that is not staged", reports, func(r *repository) {
		r.write(map[string]string{"agents/third.yaml": agentText("third")})
		r.appendTo("pools/first.yaml", "# a comment\n")
		r.git("add", "pools")
		r.hook(true, nothing)
	}},
	{"a variable for another file", reports, func(r *repository) {
		r.write(map[string]string{
			"flux/vars.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: vars\ndata:\n  version: \"0.37.0\"\n",
			"flux/apps.yaml": "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata:\n  name: apps\nspec:\n  path: ./flux/apps\n" +
				"  postBuild:\n    substituteFrom:\n      - kind: ConfigMap\n        name: vars\n",
			"flux/apps/release.yaml": "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata:\n  name: karpenter\nspec:\n  chart:\n    spec:\n" +
				"      chart: karpenter\n      version: ${version}\n",
		})
		r.git("add", "-A")
		r.git("commit", "-q", "-m", "flux")
		r.write(map[string]string{"flux/vars.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: vars\ndata:\n  version: \"1.4.0\"\n"})
		r.git("add", "-A")
		r.hook(false, []string{"KL305", "flux/apps/release.yaml"})
	}},
	{"a deleted class", reports, func(r *repository) {
		r.git("rm", "-q", "pools/first.yaml")
		r.hook(false, []string{"KL506", "pools/pool.yaml", "!KL501"})
	}},
	{"a rename", reports, func(r *repository) {
		r.git("mv", "agents/agent.yaml", "moved.yaml")
		r.hook(true, nothing)
	}},
	{"a merge", reports, func(r *repository) {
		r.git("checkout", "-q", "-b", "side")
		r.write(map[string]string{"agents/third.yaml": agentText("third")})
		r.git("add", "-A")
		r.git("commit", "-q", "-m", "side")
		r.git("checkout", "-q", "main")
		r.appendTo("pools/first.yaml", "# a comment\n")
		r.git("commit", "-q", "-a", "-m", "main")
		r.git("merge", "-q", "--no-commit", "side")
		r.hook(true, nothing) // what is from the side was committed there
		r.write(map[string]string{"agents/fourth.yaml": agentText("fourth")})
		r.git("add", "-A")
		r.hook(false, []string{"agents/fourth.yaml", "!agents/third.yaml"})
	}},
	{"a merge with a conflict", reports, func(r *repository) {
		r.git("checkout", "-q", "-b", "side")
		r.write(map[string]string{"pools/pool.yaml": poolText("second") + "# side\n"})
		r.git("commit", "-q", "-a", "-m", "side")
		r.git("checkout", "-q", "main")
		r.write(map[string]string{"pools/pool.yaml": poolText("second") + "# main\n"})
		r.git("commit", "-q", "-a", "-m", "main")
		if out, err := r.run("git", "merge", "-q", "side"); err == nil {
			r.Fatalf("no conflict: %s", out)
		}
		r.write(map[string]string{"pools/pool.yaml": poolText("third") + "# both\n"})
		r.git("add", "-A")
		r.hook(false, []string{"KL506", "!KL501"})
	}},
	{"partly staged", reports, func(r *repository) {
		r.appendTo("pools/first.yaml", "# staged\n")
		r.git("add", "-A")
		r.write(map[string]string{"agents/agent.yaml": agentText("renamed")})
		r.hook(true, nothing)
		if !strings.Contains(r.git("diff"), "renamed") {
			r.Error("the change that is not staged is lost")
		}
	}},
	{"all files", reports, func(r *repository) {
		r.hook(true, []string{"nothing is staged", "karplint-full"}, "--all-files")
		r.hook(false, []string{"KL501", "agents/agent.yaml"}, "--hook-stage", "manual", "karplint-full-system", "--all-files")
	}},
	{"from one commit to another", reports, func(r *repository) {
		r.git("checkout", "-q", "-b", "side")
		r.write(map[string]string{"agents/third.yaml": agentText("third")})
		r.git("add", "-A")
		r.git("commit", "-q", "-m", "side")
		r.git("checkout", "-q", "main")
		r.git("rm", "-q", "agents/more.yaml")
		r.git("commit", "-q", "-m", "main")
		r.hook(false, third, "--from-ref", "main", "--to-ref", "side")
		r.hook(true, nothing, "--from-ref", "side", "--to-ref", "main")
	}},
	{"a push", reports, func(r *repository) {
		remote := filepath.Join(filepath.Dir(r.dir), "remote")
		r.git("init", "-q", "--bare", remote)
		r.git("push", "-q", remote, "main")
		r.git("remote", "add", "origin", remote)
		r.git("fetch", "-q", "origin")
		r.want(true, nil, "pre-commit", "install", "--hook-type", "pre-push")
		r.appendTo("pools/first.yaml", "# a comment\n")
		r.git("commit", "-q", "-a", "-m", "harmless")
		r.want(true, nil, "git", "push", "-q", "origin", "main")
		r.write(map[string]string{"agents/third.yaml": agentText("third")})
		r.git("add", "-A")
		r.git("commit", "-q", "-m", "third")
		r.want(false, third, "git", "push", "origin", "main")
	}},
	{"a worktree", reports, func(r *repository) {
		r.want(true, nil, "pre-commit", "install")
		other := &repository{r.T, filepath.Join(filepath.Dir(r.dir), "other"), r.bin, r.environment}
		r.git("worktree", "add", "-q", other.dir)
		other.write(map[string]string{"agents/third.yaml": agentText("third")})
		other.git("add", "-A")
		other.want(false, third, "git", "commit", "-m", "third")
		other.git("rm", "-qf", "agents/third.yaml")
		other.appendTo("pools/first.yaml", "# a comment\n")
		other.want(true, nothing, "git", "commit", "-q", "-a", "-m", "harmless")
	}},
	{"a subdirectory", reports, func(r *repository) {
		r.want(true, nil, "pre-commit", "install")
		r.write(map[string]string{"agents/third.yaml": agentText("third")})
		below := &repository{r.T, filepath.Join(r.dir, "pools"), r.bin, r.environment}
		below.git("add", "-A", "..")
		below.want(false, third, "git", "commit", "-m", "third")
	}},
	{"a submodule", reports, func(r *repository) {
		super := &repository{r.T, filepath.Join(filepath.Dir(r.dir), "super"), r.bin, r.environment}
		r.git("init", "-q", "-b", "main", super.dir)
		super.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", r.dir, "module")
		config, err := os.ReadFile(filepath.Join(r.dir, ".pre-commit-config.yaml"))
		if err != nil {
			r.Fatal(err)
		}
		super.write(map[string]string{".pre-commit-config.yaml": string(config)})
		super.git("add", "-A")
		super.git("commit", "-q", "-m", "super")

		module := &repository{r.T, filepath.Join(super.dir, "module"), r.bin, r.environment}
		module.want(true, nil, "pre-commit", "install")
		module.write(map[string]string{"agents/third.yaml": agentText("third")})
		module.git("add", "-A")
		module.want(false, third, "git", "commit", "-m", "third")
		module.git("commit", "-q", "--no-verify", "-m", "third")
		super.git("add", "-A")
		super.hook(true, []string{"module: the submodule moves", "!KL"})
	}},
	{"one path is committed", reports, func(r *repository) {
		r.want(true, nil, "pre-commit", "install")
		r.write(map[string]string{"agents/third.yaml": agentText("third")})
		r.git("add", "-A")
		r.appendTo("pools/first.yaml", "# a comment\n")
		r.want(true, nothing, "git", "commit", "-q", "-m", "one path", "pools/first.yaml")
		r.want(false, third, "git", "commit", "-m", "the rest")
	}},
	{"the first commit", reports, func(r *repository) {
		r.git("checkout", "-q", "--orphan", "new")
		r.hook(false, []string{"KL501", "agents/agent.yaml", "agents/more.yaml"})
	}},
	{"fixes of what is new", fixes, func(r *repository) {
		r.write(map[string]string{"agents/third.yaml": agentText("third")})
		r.git("add", "-A")
		r.hook(false, []string{"1 finding fixed", "files were modified"})
		if changed := r.git("diff", "--name-only"); changed != "agents/third.yaml\n" {
			r.Errorf("changed: %q", changed)
		}
		r.git("add", "-A")
		r.hook(true, nothing)
	}},
	{"fixes beside changes that are not staged", fixes, func(r *repository) {
		r.write(map[string]string{"agents/third.yaml": agentText("third")})
		r.git("add", "-A")
		r.write(map[string]string{"agents/third.yaml": strings.Replace(agentText("third"), `"true"`, `"false"`, 1)})
		r.hook(false, []string{"conflicted with hook auto-fixes", "Rolling back"})
		wantText(r.T, filepath.Join(r.dir, "agents/third.yaml"), `karpenter.sh/do-not-evict: "false"`)
		r.want(false, []string{"changes that are not staged"}, filepath.Join(r.bin, "karplint"), "lint", "--staged", "--fix")
		wantText(r.T, filepath.Join(r.dir, "agents/third.yaml"), `karpenter.sh/do-not-evict: "false"`)
	}},
	{"fixes of other files", fixes, func(r *repository) {
		r.appendTo("pools/first.yaml", "# a comment\n")
		r.git("add", "-A")
		r.hook(true, nothing)
		if changed := r.git("diff", "--name-only"); changed != "" {
			r.Errorf("changed: %q", changed)
		}
	}},
	{"fixes of files with other ends of lines", fixes, func(r *repository) {
		r.git("config", "core.autocrlf", "true")
		r.write(map[string]string{"agents/third.yaml": strings.ReplaceAll(agentText("third"), "\n", "\r\n")})
		r.git("add", "-A")
		r.hook(false, []string{"1 finding fixed"})
		wantText(r.T, filepath.Join(r.dir, "agents/third.yaml"), "karpenter.sh/do-not-disrupt: \"true\"\r\n")
	}},
	{"fixes of filtered files", fixes, func(r *repository) {
		r.write(map[string]string{"agents/third.yaml": agentText("third"), ".gitattributes": "third.yaml filter=same\n"})
		r.git("config", "filter.same.clean", "cat")
		r.git("add", "-A")
		r.hook(false, []string{"git filters the file"})
	}},
	{"nothing to convert", converts, func(r *repository) {
		r.write(map[string]string{"old.yaml": provisionerText})
		r.git("add", "-A")
		r.git("commit", "-q", "-m", "old")
		r.appendTo("pools/first.yaml", "# a comment\n")
		r.git("add", "-A")
		r.hook(true, []string{"!old.yaml", "!decision", "!changed"})
		if changed := r.git("diff", "--name-only"); changed != "" {
			r.Errorf("changed: %q", changed)
		}
	}},
	{"a pool to convert without its class", converts, func(r *repository) {
		r.write(map[string]string{"old.yaml": provisionerText, "class.yaml": templateText})
		r.git("add", "-A")
		r.git("commit", "-q", "-m", "old")
		r.appendTo("old.yaml", "# a comment\n")
		r.git("add", "-A")
		r.hook(false, []string{"class.yaml must change with it"})
		if changed := r.git("diff", "--name-only"); changed != "" {
			r.Errorf("changed: %q", changed)
		}
		r.appendTo("class.yaml", "# a comment\n")
		r.git("add", "-A")
		r.hook(false, []string{"2 objects converted"})
		if changed := r.git("diff", "--name-only"); changed != "class.yaml\nold.yaml\n" {
			r.Errorf("changed: %q", changed)
		}
	}},
}

const (
	provisionerText = "apiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata:\n  name: default\nspec:\n  providerRef:\n    name: default\n"
	templateText    = `apiVersion: karpenter.k8s.aws/v1alpha1
kind: AWSNodeTemplate
metadata:
  name: default
spec:
  instanceProfile: nodes
  subnetSelector:
    karpenter.sh/discovery: shop
  securityGroupSelector:
    karpenter.sh/discovery: shop
`
)
