// Command bench measures karplint, and other programs beside it, on generated repositories: processor time, wall time and peak memory. It
// prints the table of rows with their bounds, and the curves of growing inputs. The repositories are the same on every machine: their seed
// is fixed. Without -corpus and -runs it writes the page too.
//
//	bench -karplint ../karplint [-conftest FILE] [-kubeconform FILE] [-pluto FILE] [-corpus small,roots,curves] [-runs 1] [-keep DIR] [-page FILE]
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	var o options
	flag.StringVar(&o.karplint, "karplint", "../karplint", "the program to measure")
	flag.StringVar(&o.conftest, "conftest", "", "the programs beside it; the rows of one that is absent say so")
	flag.StringVar(&o.kubeconform, "kubeconform", "", "")
	flag.StringVar(&o.pluto, "pluto", "", "")
	flag.StringVar(&o.rg, "rg", "rg", "")
	flag.StringVar(&o.only, "corpus", "", "the corpora to measure, or curves, with commas between; all if empty")
	flag.StringVar(&o.keep, "keep", "", "directory in which the repositories stay; a temporary one if empty")
	flag.StringVar(&o.page, "page", "", "page to write if everything was measured")
	flag.IntVar(&o.runs, "runs", 0, "runs of each program; 0: as many as the page has")
	flag.Parse()
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

type options struct {
	karplint, conftest, kubeconform, pluto, rg string
	only, keep, page                           string
	runs                                       int
}

// wants reports whether a corpus, or the curves, is to be measured.
func (o options) wants(name string) bool {
	return o.only == "" || slices.Contains(strings.Split(o.only, ","), name)
}

func run(o options) error {
	if err := o.absolute(); err != nil {
		return err
	}
	base, err := directory(o.keep)
	if err != nil {
		return err
	}
	if o.keep == "" {
		defer os.RemoveAll(base) //nolint:errcheck // a temporary directory
	}
	var all report
	for _, c := range corpora {
		if !o.wants(c.name) {
			continue
		}
		if o.runs > 0 {
			c.runs = o.runs
		}
		if err := all.corpus(o, c, filepath.Join(base, c.name)); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
	}
	if o.wants("curves") {
		for _, c := range curves {
			if err := all.curve(o, c, filepath.Join(base, "curve")); err != nil {
				return fmt.Errorf("curve %s: %w", c.name, err)
			}
		}
	}
	if err := all.print(os.Stdout, "table"); err != nil || o.page == "" || o.only != "" || o.runs > 0 {
		return err
	}
	page, err := os.Create(o.page)
	if err != nil {
		return err
	}
	defer page.Close() //nolint:errcheck // what is written is checked below
	return all.print(page, "page")
}

// absolute makes the programs' names work in every directory. One that is absent becomes empty.
func (o *options) absolute() error {
	for _, name := range []*string{&o.karplint, &o.conftest, &o.kubeconform, &o.pluto, &o.rg} {
		*name = found(*name)
	}
	if o.karplint == "" {
		return fmt.Errorf("there is no karplint to measure; run make build")
	}
	return nil
}

func directory(keep string) (string, error) {
	if keep == "" {
		return os.MkdirTemp("", "karplint-bench-")
	}
	keep, err := filepath.Abs(keep)
	if err != nil {
		return "", err
	}
	return keep, os.MkdirAll(keep, 0o755)
}
