package cli

import (
	"runtime/debug"
	"testing"

	"github.com/karplint/karplint/facts"
)

func TestNewBuild(t *testing.T) {
	const revision = "0123456789abcdef0123456789abcdef01234567"
	recorded := func(version string, settings ...debug.BuildSetting) *debug.BuildInfo {
		return &debug.BuildInfo{Main: debug.Module{Version: version}, Settings: settings}
	}
	checkout := []debug.BuildSetting{{Key: "vcs.revision", Value: revision}, {Key: "vcs.modified", Value: "true"}}
	for name, test := range map[string]struct {
		version, commit string
		info            *debug.BuildInfo
		want            build
	}{
		"a release":               {"1.2.3", revision, recorded("(devel)"), build{Version: "1.2.3", Commit: revision}},
		"a release with v":        {"v1.2.3", revision, nil, build{Version: "1.2.3", Commit: revision}},
		"a short commit":          {"1.2.3", revision[:7], recorded("v0.0.1", checkout...), build{Version: "1.2.3", Commit: revision, Modified: true}},
		"another commit":          {"1.2.3", "fedcba9", recorded("(devel)", checkout...), build{Version: "1.2.3", Commit: "fedcba9"}},
		"go install at a version": {"", "", recorded("v1.2.3"), build{Version: "1.2.3"}},
		"a checkout":              {"", "", recorded("(devel)", checkout...), build{Version: "devel-0123456789ab", Commit: revision, Modified: true}},
		"nothing recorded":        {"", "", recorded("(devel)"), build{Version: "devel"}},
		"no information":          {"", "", nil, build{Version: "devel"}},
	} {
		got := newBuild(test.version, test.commit, test.info)
		if got.Karpenter != facts.Newest().String() || got.Go == "" || got.Platform == "" {
			t.Errorf("%s: %+v", name, got)
		}
		got.Karpenter, got.Go, got.Platform = "", "", ""
		if got != test.want {
			t.Errorf("%s: %+v, want %+v", name, got, test.want)
		}
	}
}
