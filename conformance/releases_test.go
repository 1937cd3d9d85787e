package conformance

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
)

// release is a version of Karpenter whose CRDs are judges.
type release struct {
	version string
	dir     func() (string, error) // the folder of its CRDs; an error says why there is none
}

// The releases, the oldest first. 0.32 is the only one with the alpha kinds; 1.0 has v1beta1 and v1, and is the one whose code converts.
var (
	v0_32 = &release{"0.32.10", sync.OnceValues(func() (string, error) {
		if dir, err := beside("v0.32"); err == nil {
			return dir, nil
		}
		return module("testdata/releases.mod", "github.com/aws/karpenter", "0.32.10")
	})}
	v0_37 = &release{"0.37.8", func() (string, error) { return beside("v0.37") }}
	v1_0  = &release{"1.0.8", sync.OnceValues(func() (string, error) { return module("go.mod", provider, "1.0.8") })}
	v1_14 = &release{"1.14.1", sync.OnceValues(func() (string, error) { return module("testdata/releases.mod", provider, "1.14.1") })}

	releases = []*release{v0_32, v0_37, v1_0, v1_14}
)

const provider = "github.com/aws/karpenter-provider-aws"

// optional says whether tests that need the CRDs may be skipped where they are not there: the others come through
// the module proxy, as all that the tests are built from.
func (r *release) optional() bool { return r == v0_32 || r == v0_37 }

// beside finds CRDs in the folder that may lie beside the checkout.
func beside(name string) (string, error) {
	dir := filepath.Join("..", "..", "shared", "crds", name)
	if _, err := os.Stat(dir); err != nil {
		return "", fmt.Errorf("there is no folder %s beside the checkout", filepath.ToSlash(filepath.Join("shared", "crds", name)))
	}
	return dir, nil
}

// module finds CRDs in a module that the file requires, and downloads it where the module cache does not have it.
func module(file, path, version string) (string, error) {
	run := exec.Command("go", "mod", "download", "-modfile="+file, "-json", path)
	out, err := run.Output()
	var found struct{ Version, Dir, Error string }
	if json.Unmarshal(out, &found) != nil || found.Dir == "" {
		return "", fmt.Errorf("go mod download %s: %w%s", path, err, found.Error)
	}
	if found.Version != "v"+version {
		return "", fmt.Errorf("%s requires %s %s, and releases_test.go says %s", file, path, found.Version, version)
	}
	return filepath.Join(found.Dir, "pkg", "apis", "crds"), nil
}

// GoString is what a failed test prints.
func (r *release) GoString() string { return "Karpenter " + r.version }
