package apiserver

import (
	"archive/zip"
	"encoding/json"
	"fmt"
	"io/fs"
	"os/exec"
	"path"

	"github.com/Masterminds/semver/v3"
	crdv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"sigs.k8s.io/yaml"
)

// Releases are the releases whose CRDs are judges, oldest first: one for each minor whose module the proxies of Go modules that
// we know serve.
var Releases = []string{"0.32.0", "0.32.10", "0.34.0", "0.35.0", "1.0.0", "1.0.8", "1.8.2", "1.9.3", "1.10.0", "1.11.0", "1.12.0", "1.13.0",
	"1.14.1", "1.15.2"}

// renamed is the first release whose module has the name that it has today.
var renamed = semver.MustParse("0.35.0")

// CRDs returns the CRDs in the module of a release, which it downloads where the module cache does not have it. It reads the archive itself, because
// an older Go does not unpack a module that requires a newer one.
func CRDs(release string) (crds []*crdv1.CustomResourceDefinition, err error) {
	module := "github.com/aws/karpenter-provider-aws@v" + release
	if semver.MustParse(release).LessThan(renamed) {
		module = "github.com/aws/karpenter@v" + release
	}
	output, failed := exec.Command("go", "mod", "download", "-json", module).Output()
	var downloaded struct{ Zip, Error string }
	if err := json.Unmarshal(output, &downloaded); err != nil || downloaded.Zip == "" {
		return nil, fmt.Errorf("go mod download %s: %w %s", module, failed, downloaded.Error)
	}
	archive, err := zip.OpenReader(downloaded.Zip)
	if err != nil {
		return nil, err
	}
	defer func() { _ = archive.Close() }() // it was only read
	names, err := fs.Glob(archive, module+"/pkg/apis/crds/karpenter*.yaml")
	if err != nil || len(names) == 0 {
		return nil, fmt.Errorf("%s has no CRDs: %w", module, err)
	}
	for _, name := range names {
		crd, err := readCRD(archive, name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path.Base(name), err)
		}
		crds = append(crds, crd)
	}
	return crds, nil
}

func readCRD(files fs.FS, name string) (*crdv1.CustomResourceDefinition, error) {
	data, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, err
	}
	crd := new(crdv1.CustomResourceDefinition)
	return crd, yaml.Unmarshal(data, crd)
}
