// Command release brings the tables of karplint to a new release of Karpenter. It reads the release's Go modules, which it gets from the Go module
// proxy, or a checkout of its tag, writes what follows from them, and prints what a person has to read.
//
//	go run ./release                           all releases that the proxy has and the tables lack
//	go run ./release -check                    names these releases, and fails if there are any
//	go run ./release -release 1.16.0 -from DIR one release, from a checkout of its tag
package main

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"
)

func main() {
	var (
		root    = flag.String("root", "..", "the directory of karplint's repository")
		version = flag.String("release", "", "the release to read, instead of all that the proxy has")
		from    = flag.String("from", "", "a checkout of the tag of -release, instead of its Go module")
		check   = flag.Bool("check", false, "only print the releases that the tables lack")
	)
	flag.Parse()
	if err := run(*root, *version, *from, *check); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(root, version, from string, check bool) error {
	version = strings.TrimPrefix(version, "v")
	if _, err := semver.StrictNewVersion(version); err != nil && (version != "" || from != "") {
		return fmt.Errorf("-release is %q; write the release to read, such as 1.16.0 (-from needs it too)", version)
	}
	schemas, err := readTable(filepath.Join(root, "admission/schema/table.txt"))
	if err != nil {
		return err
	}
	releases := []string{version}
	if version == "" {
		if releases, err = missing(schemas.releases); err != nil {
			return err
		}
	}
	switch {
	case len(releases) == 0:
		fmt.Println("the tables have every release")
		return nil
	case check:
		return fmt.Errorf("the tables lack %s; run make releases", strings.Join(releases, ", "))
	}
	for _, release := range releases {
		files, err := sourceOf(release, from)
		if err != nil {
			return err
		}
		if err := add(root, schemas, release, files, sourceOf); err != nil {
			return fmt.Errorf("karpenter %s: %w", release, err)
		}
	}
	return nil
}

// sourceOf returns the files of a release: those of a checkout, or of its module.
func sourceOf(release, checkout string) (fs.FS, error) {
	if checkout != "" {
		return os.DirFS(checkout), nil
	}
	return download(module, release)
}

// add brings the tables to a release. Each step compares one kind of facts, writes what is new, and prints what a person decides. A patch of an older
// minor is news for the schemas only: the other tables say since when a fact is, and until when. The release before is read with the function source.
func add(root string, schemas *table, release string, files fs.FS, source func(release, checkout string) (fs.FS, error)) error {
	if err := schemas.addRelease(release, files); err != nil {
		return err
	}
	if err := schemas.write(filepath.Join(root, "admission/schema/table.txt")); err != nil {
		return err
	}
	if err := addDescriptions(filepath.Join(root, "admission/schema/descriptions.txt"), release, files); err != nil {
		return err
	}
	t := &tables{dir: filepath.Join(root, "facts"), release: release}
	t.done("schemas")
	var known struct{ Newest string }
	if err := t.load("releases", &known); err != nil {
		return err
	}
	if isBefore(release, known.Newest) {
		t.tell("a patch of an older minor: read its release notes for defects (facts/bad_versions.yaml); the CRDs are in admission/schema/table.txt")
		return nil
	}
	before, err := source(schemas.releases[slices.Index(schemas.releases, release)-1], "")
	if err != nil {
		return err
	}
	for _, step := range []func(*tables, fs.FS) error{addChart("chart_values", "charts/karpenter"), addChart("crd_chart_values", "charts/karpenter-crd"),
		addKubernetes, addKubelet, addWellKnown, addEnded(before), printLacking, printRest} {
		if err := step(t, files); err != nil {
			return err
		}
	}
	return t.finish()
}
