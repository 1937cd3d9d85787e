package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"sigs.k8s.io/yaml"
)

// crds is the module with the CRDs that kubeconform gets.
const crds = "github.com/aws/karpenter-provider-aws@v1.8.2"

// writeSchemas writes the schemas of Karpenter's CRDs as kubeconform reads them, with unknown fields forbidden, and returns their directory. Go
// downloads the CRDs at the first time.
func writeSchemas(o options, dir string) (string, error) {
	if o.kubeconform == "" {
		return "", nil
	}
	out, err := exec.Command("go", "mod", "download", "-json", crds).Output()
	if err != nil {
		return "", fmt.Errorf("go mod download %s: %w", crds, err)
	}
	var module struct{ Dir string }
	if err := errors.Join(json.Unmarshal(out, &module), os.MkdirAll(dir, 0o755)); err != nil {
		return "", err
	}
	names, err := filepath.Glob(filepath.Join(module.Dir, "pkg/apis/crds/karpenter*.yaml"))
	for _, name := range names {
		if err == nil {
			err = writeSchema(name, dir)
		}
	}
	return dir, err
}

func writeSchema(name, dir string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	var crd struct {
		Spec struct {
			Group    string
			Names    struct{ Kind string }
			Versions []struct {
				Name   string
				Schema struct{ OpenAPIV3Schema map[string]any }
			}
		}
	}
	if err := yaml.Unmarshal(text, &crd); err != nil {
		return err
	}
	group, _, _ := strings.Cut(crd.Spec.Group, ".")
	for _, version := range crd.Spec.Versions {
		closed(version.Schema.OpenAPIV3Schema)
		// The metadata of objects are open in a CRD.
		version.Schema.OpenAPIV3Schema["properties"].(map[string]any)["metadata"] = map[string]any{"type": "object"}
		data, err := json.Marshal(version.Schema.OpenAPIV3Schema)
		if err != nil {
			return err
		}
		file := strings.ToLower(crd.Spec.Names.Kind+"-"+group+"-"+version.Name) + ".json"
		if err := os.WriteFile(filepath.Join(dir, file), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// closed forbids other properties than those that an object of the schema lists.
func closed(schema any) {
	switch s := schema.(type) {
	case map[string]any:
		if _, ok := s["properties"].(map[string]any); ok && s["additionalProperties"] == nil {
			s["additionalProperties"] = false
		}
		for _, child := range s {
			closed(child)
		}
	case []any:
		for _, child := range s {
			closed(child)
		}
	}
}

// counted is the code that reads documents: each call of Parsed in it is one that was read.
const counted = "parsers/yaml/parse.go"

// parsesOfObject runs convert with a karplint that counts, as Go's coverage does, how often a document is parsed, and divides that by the objects
// of the corpus.
func parsesOfObject(dir string) (float64, error) {
	source, err := os.ReadFile("../" + counted)
	if err != nil {
		return 0, err
	}
	work := dir + "-counts"
	binary := filepath.Join(work, "karplint")
	if err := os.MkdirAll(work, 0o755); err != nil {
		return 0, err
	}
	// Without the main package the counters would not be written.
	build := exec.Command("go", "build", "-cover", "-covermode=atomic", "-coverpkg=./cmd/karplint,./parsers/yaml", "-tags", "urfave_cli_no_docs",
		"-o", binary, "./cmd/karplint")
	build.Dir = ".."
	if out, err := build.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("a karplint that counts: %w\n%s", err, out)
	}
	convert := exec.Command(binary, "convert", "--to", "v1", ".")
	convert.Dir, convert.Env = dir, append(os.Environ(), "GOCOVERDIR="+work)
	if err := convert.Run(); err != nil && convert.ProcessState.ExitCode() != 1 {
		return 0, err
	}
	profile := filepath.Join(work, "profile")
	if out, err := exec.Command("go", "tool", "covdata", "textfmt", "-i", work, "-o", profile).CombinedOutput(); err != nil {
		return 0, fmt.Errorf("go tool covdata: %w\n%s", err, out)
	}
	text, err := os.ReadFile(profile)
	sum := calls(string(source), string(text))
	if err == nil && sum == 0 {
		err = fmt.Errorf("no line of %s that calls Parsed was counted", counted)
	}
	return float64(sum) / convertObjects, err
}

var block = regexp.MustCompile(regexp.QuoteMeta(counted) + `:(\d+)\.\d+,(\d+)\.\d+ \d+ (\d+)`)

// calls returns how often the lines of source that call Parsed were run, according to a coverage profile.
func calls(source, profile string) (sum int) {
	blocks := block.FindAllStringSubmatch(profile, -1)
	for i, line := range strings.Split(source, "\n") {
		if !strings.HasPrefix(strings.TrimSpace(line), "Parsed(") {
			continue
		}
		for _, b := range blocks {
			first, _ := strconv.Atoi(b[1])
			last, _ := strconv.Atoi(b[2])
			if times, _ := strconv.Atoi(b[3]); first <= i+1 && i+1 <= last {
				sum += times
			}
		}
	}
	return sum
}
