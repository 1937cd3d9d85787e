package facts_test

import (
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/Masterminds/semver/v3"

	"github.com/karplint/karplint/facts"
)

// undated are the tables that a new release of Karpenter does not change: they are about other software, or about releases of the past.
var undated = []string{
	"addon_tolerations", "alpha_to_v1beta1", "appliers", "apply_commands", "chart_changes", "chart_links", "clouds", "conversion_webhook", "ecr_public",
	"module_arguments", "module_outputs", "module_roles", "network", "queues", "releases", "settings", "startup_taints", "terraform_modules",
	"v1beta1_to_v1",
}

// TestNewest: each table knows the newest release.
func TestNewest(t *testing.T) {
	known := facts.KnownReleases()
	for name, release := range known.Read {
		if release != known.Newest {
			t.Errorf("%s was compared with Karpenter %s, and the newest release is %s; follow CONTRIBUTING.md, Add a release of Karpenter", name, release,
				known.Newest)
		}
	}
	files, err := fs.Glob(facts.FS, "*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(file, ".yaml")
		if (known.Read[name] != "") == slices.Contains(undated, name) {
			t.Errorf("%s must be either in releases.yaml, or among the tables that a release does not change", file)
		}
	}
	last := facts.KubernetesVersions().Rows[len(facts.KubernetesVersions().Rows)-1]
	if newest := facts.Newest(); !last.Contain(newest) || last.Contain(semver.New(newest.Major(), newest.Minor()+1, 0, "", "")) {
		t.Errorf("the last row of kubernetes_versions.yaml, %+v, is not that of %s", last, newest)
	}
}

func TestIsNewer(t *testing.T) {
	newest := facts.Newest()
	for version, want := range map[*semver.Version]bool{
		newest:                    false,
		semver.MustParse("0.1.0"): false,
		semver.New(newest.Major(), newest.Minor(), 99999, "", ""): false,
		semver.New(newest.Major(), newest.Minor()+1, 0, "", ""):   true,
		semver.New(newest.Major()+1, 0, 0, "", ""):                true,
	} {
		if got := facts.IsNewer(version); got != want {
			t.Errorf("IsNewer(%s) is %v", version, got)
		}
	}
}
