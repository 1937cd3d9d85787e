package main

import (
	"archive/zip"
	"encoding/json"
	"fmt"
	"io/fs"
	"os/exec"
	"regexp"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"
)

const (
	module        = "github.com/aws/karpenter-provider-aws"
	coreModule    = "sigs.k8s.io/karpenter"
	kubeletModule = "k8s.io/kubelet"
)

// missing returns the releases that the proxy has after the newest one of the tables, and the patches of older minors that the schemas lack.
func missing(known []string) ([]string, error) {
	output, err := exec.Command("go", "list", "-m", "-versions", "-json", module).Output()
	if err != nil {
		return nil, fmt.Errorf("go list -m -versions %s: %w", module, err)
	}
	var listed struct{ Versions []string }
	if err := json.Unmarshal(output, &listed); err != nil {
		return nil, err
	}
	var missing []string
	for _, version := range listed.Versions {
		v, err := semver.StrictNewVersion(strings.TrimPrefix(version, "v"))
		if err != nil || v.Prerelease() != "" || v.LessThan(semver.MustParse(known[0])) {
			continue
		}
		if !slices.Contains(known, v.String()) {
			missing = append(missing, v.String())
		}
	}
	return missing, nil
}

// download returns the files of a module. It reads the archive itself, because an older Go does not unpack a module that requires a newer one.
func download(module, version string) (fs.FS, error) {
	output, failed := exec.Command("go", "mod", "download", "-json", module+"@v"+version).Output()
	var downloaded struct{ Zip, Error string }
	if err := json.Unmarshal(output, &downloaded); err != nil {
		return nil, fmt.Errorf("go mod download %s@v%s: %w: %w", module, version, failed, err)
	}
	if downloaded.Zip == "" {
		return nil, fmt.Errorf("go mod download %s@v%s: %s", module, version, downloaded.Error)
	}
	archive, err := zip.OpenReader(downloaded.Zip) // open until the command ends
	if err != nil {
		return nil, err
	}
	return fs.Sub(archive, module+"@v"+version)
}

// required returns the version of a module that the go.mod of a release requires, "" if it requires none.
func required(files fs.FS, module string) (string, error) {
	text, err := fs.ReadFile(files, "go.mod")
	if err != nil {
		return "", err
	}
	found := regexp.MustCompile(`(?m)^\s+` + regexp.QuoteMeta(module) + ` v(\S+)`).FindSubmatch(text)
	if found == nil {
		return "", nil
	}
	return string(found[1]), nil
}
