package karplint_test

import (
	"encoding/json"
	"encoding/xml"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/karplint/karplint/internal/testing/golden"
)

// TestCIPage runs the commands of the snippets of docs/ci.md, in clones like those of each CI and with the variables that it sets, and checks what
// they report. What only a CI can run is checked for what it names.
func TestCIPage(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds karplint")
	}
	for _, name := range []string{"curl", "sha256sum", "jq"} {
		if _, err := exec.LookPath(name); err != nil {
			golden.Skip(t, "the snippets need %s", name)
		}
	}
	p := readCIPage(t)
	origin := pullRequest(t, p.install)

	const topic = "fetch -q origin topic; checkout -q FETCH_HEAD"
	const main = "fetch -q origin main:refs/remotes/origin/main; checkout -q origin/main"
	const azure = "fetch -q origin +refs/heads/*:refs/remotes/origin/* +refs/pull/7/merge:refs/remotes/pull/7/merge; checkout -q pull/7/merge"
	const atlantis, server = main + "; fetch -q origin topic; merge -q --no-ff FETCH_HEAD", "repos.yaml of the server"
	const bitbucket = topic + "; fetch -q origin main; merge -q FETCH_HEAD"
	base := strings.TrimSpace(origin.git("merge-base", "main", "topic"))
	for _, c := range []struct {
		name, snippet, commands, clone, variable string
		files                                    string // those with a finding that is reported
		report                                   string // the file that the job keeps
	}{
		{"GitLab", ".gitlab-ci.yml", "karplint/script", topic, "CI_MERGE_REQUEST_DIFF_BASE_SHA=" + base, "new.yaml", "gl-code-quality-report.json"},
		{"GitLab, main", ".gitlab-ci.yml", "karplint/script", main, "", "old.yaml later.yaml", "gl-code-quality-report.json"},
		{"Bitbucket", "bitbucket-pipelines.yml", "pipelines/pull-requests/**/step/script", bitbucket, "BITBUCKET_PR_DESTINATION_BRANCH=main", "new.yaml",
			"test-results/karplint.xml"},
		{"Azure Repos", "azure-pipelines.yml", "steps/bash", azure, "SYSTEM_PULLREQUEST_TARGETBRANCH=refs/heads/main", "new.yaml", "karplint.xml"},
		{"Azure, GitHub", "azure-pipelines.yml", "steps/bash", azure, "SYSTEM_PULLREQUEST_TARGETBRANCH=main", "new.yaml", "karplint.xml"},
		{"Azure, push", "azure-pipelines.yml", "steps/bash", main, "", "old.yaml later.yaml", "karplint.xml"},
		{"Jenkins", "Jenkinsfile", "", main + ";" + topic, "CHANGE_TARGET=main", "new.yaml", "karplint.xml"},
		{"Jenkins, main", "Jenkinsfile", "", main, "", "old.yaml later.yaml", "karplint.xml"},
		{"Atlantis", server, "workflows/karplint/plan/steps/run", atlantis, "BASE_BRANCH_NAME=main", "new.yaml", ""},
		{"Atlantis, hook", server, "repos/pre_workflow_hooks/run", atlantis, "", "old.yaml later.yaml new.yaml", ""},
		{"Spacelift", ".spacelift/config.yml", "stack_defaults/before_plan", topic, "", "old.yaml new.yaml", ""},
	} {
		p.run(c.name, func(p *ciPage) {
			var commands []string
			if c.snippet == "Jenkinsfile" {
				for _, step := range regexp.MustCompile(`(?m)^ *sh '(.*)'$`).FindAllStringSubmatch(p.snippet(c.snippet), -1) {
					commands = append(commands, step[1])
				}
			} else {
				commands = p.values(c.snippet, c.commands)
			}
			r := p.clone(origin, c.clone)
			if c.name == "Spacelift" {
				commands = append([]string{"rm -rf .git"}, commands...) // nothing promises it there
			}
			out := p.shell(r, 1, c.variable, commands...)
			for _, file := range []string{"old.yaml", "later.yaml", "new.yaml"} {
				isWanted := slices.Contains(strings.Fields(c.files), file)
				if isWanted != strings.Contains(out, file) {
					p.Errorf("%s: reported %t, want %t\n%s", file, !isWanted, isWanted, out)
				}
				if isWanted && c.report != "" {
					wantText(p.T, filepath.Join(r.dir, c.report), file)
				}
			}
			if c.report != "" {
				p.checkReport(filepath.Join(r.dir, c.report))
			}
		})
	}
	p.run("exit codes", func(p *ciPage) {
		r := p.clone(origin, main)
		for line := range strings.Lines(p.snippet("exit codes")) {
			_, code, _ := strings.Cut(line, " # ")
			p.shell(r, int(code[0]-'0'), "", line)
		}
	})
	p.run("rendered", func(p *ciPage) {
		for _, name := range []string{"kustomize", "helm"} {
			p.program(name, "cat <<'END'\n"+agentText("rendered")+"END\n")
		}
		for line := range strings.Lines(p.snippet("rendered")) {
			if out := p.shell(p.clone(origin, main), 1, "", line); !strings.Contains(out, "--> clusters/prod/rendered") {
				p.Error(out)
			}
		}
	})
	p.run("all repositories", func(p *ciPage) { p.checkAllRepositories(p.clone(origin, main), origin.dir) })
	p.run("page", func(p *ciPage) { p.checkFleet(p.clone(origin, main)) })
	p.run("workflows", (*ciPage).checkWorkflows)
	p.run("pre-commit", func(p *ciPage) { p.checkPreCommit(p.clone(origin, main)) })
	p.values(".gitlab-ci.yml of each project", "include/file")
	wantText(t, "Dockerfile", "COPY ${TARGETPLATFORM}/karplint /karplint\n")
	if !strings.Contains(p.snippet("Dockerfile"), "COPY --from=ghcr.io/karplint/karplint:1.2.3 /karplint ") {
		t.Error("the page copies another file than the image has")
	}
	for name := range p.unused {
		t.Errorf("no test uses the snippet %s", name)
	}
}

// checkReport expects a report that its reader can read.
func (p *ciPage) checkReport(name string) {
	data, err := os.ReadFile(name)
	var entries []map[string]any
	if err == nil && filepath.Ext(name) == ".xml" {
		err = xml.Unmarshal(data, &struct{}{})
	} else if err == nil {
		err = json.Unmarshal(data, &entries)
	}
	if err != nil {
		p.Error(err)
	}
	for _, e := range entries {
		for _, key := range []string{"description", "check_name", "fingerprint", "severity", "location/path"} {
			if texts := valuesAt(e, strings.Split(key, "/")); len(texts) != 1 || texts[0] == "" {
				p.Errorf("GitLab requires %s: %v", key, e)
			}
		}
	}
}

// checkAllRepositories runs the jobs of the workflow for all repositories. A script stands for gh: it lists 25 repositories, and can clone acme/shop.
func (p *ciPage) checkAllRepositories(r *repository, shop string) {
	p.program("gh", `case "$2 $3" in
"list acme") seq -f acme/%g 25 ;;
"clone acme/shop") git clone -q --depth=1 -b main "file://`+shop+`" "$4" ;;
*) exit 1 ;;
esac
`)
	output, summary := filepath.Join(r.dir, "output"), filepath.Join(r.dir, "summary")
	for _, job := range []string{"list", "lint", "sum"} {
		commands := p.values(".github/workflows/karplint-all.yaml", "jobs/"+job+"/steps/run")
		out := p.shell(r, 0, "REPOSITORIES=acme/gone acme/shop\nGITHUB_OUTPUT="+output+"\nGITHUB_STEP_SUMMARY="+summary, commands...)
		if job == "lint" && !strings.Contains(out, "::warning::acme/gone was not checked") {
			p.Error(out)
		}
	}
	wantText(p.T, output, `acme/20","acme/21 acme/22`) // groups of twenty
	wantText(p.T, summary, "2 error KL501 do-not-evict")
}

// checkFleet runs the jobs of the workflow for a page about many clusters. What the parts upload is where the page downloads it.
func (p *ciPage) checkFleet(r *repository) {
	clusters := p.values(".github/workflows/fleet.yaml", "jobs/part/strategy/matrix/cluster")
	parts := p.values(".github/workflows/fleet.yaml", "jobs/part/steps/run")
	uploaded := p.values(".github/workflows/fleet.yaml", "jobs/part/steps/with/path")
	p.shell(r, 0, "", "mkdir parts")
	for _, cluster := range clusters {
		r.write(map[string]string{"clusters/" + cluster + "/pod.yaml": agentText(cluster)})
		for _, command := range append(parts, "mv "+uploaded[len(uploaded)-1]+" parts/") {
			p.shell(r, 0, "", strings.ReplaceAll(command, "${{ matrix.cluster }}", cluster))
		}
	}
	p.shell(r, 0, "", p.values(".github/workflows/fleet.yaml", "jobs/page/steps/run")...)
	for _, cluster := range clusters {
		wantText(p.T, filepath.Join(r.dir, "fleet.html"), `{"name":"`+cluster+`"`)
	}
	wantText(p.T, filepath.Join(r.dir, "fleet.html"), "<title>3 repositories")
}

// checkWorkflows lets actionlint check the workflows, and looks for the inputs that they give to the Action.
func (p *ciPage) checkWorkflows() {
	args := []string{"tool", "-modfile=tools/actionlint/go.mod", "actionlint"}
	known := actionDefaults(p.T)
	for _, name := range slices.Sorted(maps.Keys(p.snippets)) {
		if filepath.Dir(name) != ".github/workflows" {
			continue
		}
		file := filepath.Join(p.TempDir(), filepath.Base(name))
		if err := os.WriteFile(file, []byte(p.snippet(name)), 0o600); err != nil {
			p.Fatal(err)
		}
		args = append(args, file)
		for _, inputs := range regexp.MustCompile(`uses: karplint/karplint@v1.2.3\n +with: (\{.*\})`).FindAllStringSubmatch(p.snippet(name), -1) {
			var values map[string]any
			if err := yaml.Unmarshal([]byte(inputs[1]), &values); err != nil {
				p.Fatal(err)
			}
			for input := range values {
				if _, isKnown := known["INPUT_"+strings.ToUpper(strings.ReplaceAll(input, "-", "_"))]; !isKnown {
					p.Errorf("%s: the Action has no input %s", name, input)
				}
			}
		}
	}
	if out, err := run(".", nil, "go", append(slices.Clone(args[:2]), "-n", "actionlint")...); err != nil {
		golden.Skip(p.T, "actionlint cannot be built: %s", out)
	}
	if out, err := run(".", nil, "go", args...); err != nil {
		p.Errorf("actionlint: %v\n%s", err, out)
	}
}

// checkPreCommit runs the page's configuration of pre-commit, with the hooks of this checkout.
func (p *ciPage) checkPreCommit(r *repository) {
	needPreCommit(p.T)
	hooks, revision := hookRepository(p.T)
	config := strings.NewReplacer("https://github.com/karplint/karplint", hooks, "v1.2.3", revision).Replace(p.snippet(".pre-commit-config.yaml"))
	r.write(map[string]string{".pre-commit-config.yaml": config})
	r.git("add", ".pre-commit-config.yaml")
	home := "PRE_COMMIT_HOME=" + p.TempDir()
	p.shell(r, 0, home, "pre-commit run") // the findings are old
	if out := p.shell(r, 1, home, p.snippet("pre-commit in CI")); !strings.Contains(out, "--> old.yaml") {
		p.Error(out)
	}
}
