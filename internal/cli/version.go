package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/karplint/karplint/base/printable"
	"github.com/karplint/karplint/facts"
)

// version and commit are set by the linker for releases: -X github.com/karplint/karplint/internal/cli.version=1.2.3. Other builds
// have what Go recorded.
var version, commit string

// build is the program that runs, as karplint version shows it.
type build struct {
	Version   string `json:"version"` // 1.2.3; devel if it is unknown
	Commit    string `json:"commit"`  // "" if it is unknown
	Modified  bool   `json:"modified,omitempty"`
	Karpenter string `json:"karpenter"` // the newest release that the tables know
	Go        string `json:"go"`
	Platform  string `json:"platform"`
}

func currentBuild() build {
	info, _ := debug.ReadBuildInfo()
	return newBuild(version, commit, info)
}

// newBuild returns the build with what the linker set, or else with what Go recorded, which may be nil.
func newBuild(version, commit string, info *debug.BuildInfo) build {
	b := build{
		Version: version, Commit: commit, Karpenter: facts.Newest().String(),
		Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH,
	}
	if info == nil {
		info = &debug.BuildInfo{}
	}
	recorded := map[string]string{}
	for _, s := range info.Settings {
		recorded[s.Key] = s.Value
	}
	if b.Version == "" && info.Main.Version != "(devel)" {
		b.Version = info.Main.Version
	}
	if strings.HasPrefix(recorded["vcs.revision"], b.Commit) {
		b.Commit, b.Modified = recorded["vcs.revision"], recorded["vcs.modified"] == "true"
	}
	b.Version = strings.TrimPrefix(b.Version, "v")
	switch {
	case b.Version == "" && b.Commit != "":
		b.Version = "devel-" + b.Commit[:min(12, len(b.Commit))]
	case b.Version == "":
		b.Version = "devel"
	}
	return b
}

func (r *runner) version(c *cli.Context) (int, error) {
	if err := noPaths(c); err != nil {
		return 0, err
	}
	if err := checkOneOf(c, "format", c.String("format")); err != nil {
		return 0, err
	}
	b := currentBuild()
	if c.String("format") == "json" {
		return exitOK, printable.JSON(r.out, b)
	}
	fmt.Fprintf(r.out, "karplint %s %s %s\n", b.Version, b.Go, b.Platform)
	if b.Commit != "" {
		modified := ""
		if b.Modified {
			modified = ", with changes that are not committed"
		}
		fmt.Fprintf(r.out, "commit %s%s\n", b.Commit, modified)
	}
	fmt.Fprintf(r.out, "knows Karpenter up to %s\n", b.Karpenter)
	return exitOK, nil
}
