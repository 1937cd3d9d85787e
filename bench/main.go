// Command bench measures karplint's lint, convert and plan, and conftest beside lint, on generated repositories, and prints wall time
// and peak memory of each. The repositories are the same on every machine: their seed is fixed.
//
//	bench -karplint ../karplint -conftest conftest [-runs 5] [-corpus small|old|mono] [-keep DIR]
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	var o options
	flag.StringVar(&o.karplint, "karplint", "../karplint", "the program to measure")
	flag.StringVar(&o.conftest, "conftest", "conftest", "the program to measure it against; empty for none")
	flag.StringVar(&o.policy, "policy", "policy", "conftest's policy")
	flag.StringVar(&o.only, "corpus", "", "small, old or mono; all if empty")
	flag.StringVar(&o.keep, "keep", "", "directory in which the repositories stay; a temporary one if empty")
	flag.IntVar(&o.runs, "runs", 0, "runs of each program; 0: 20 on small, 3 on mono")
	flag.Parse()
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

type options struct {
	karplint, conftest, policy, only, keep string
	runs                                   int
}

// setting is a corpus with the bounds that karplint has to keep on it.
type setting struct {
	corpus   corpus
	runs     int
	maxRatio float64 // of karplint's median wall time to conftest's
	maxPeak  int     // MiB; 0 for no bound
	isOld    bool    // a repository in git with findings, for what is new in a commit
}

var settings = []setting{
	{corpus: corpus{name: "small", roots: 1, tfPerRoot: 3, manifests: 5, every: 1}, runs: 20, maxRatio: 0.6},
	{corpus: corpus{name: "old", roots: 40, tfPerRoot: 10, manifests: 1572, every: 8}, runs: 10, isOld: true},
	{corpus: corpus{name: "mono", roots: 200, tfPerRoot: 10, manifests: 20_000, every: 20}, runs: 3, maxRatio: 0.15, maxPeak: 192},
}

func run(o options) error {
	base, err := directory(o.keep)
	if err != nil {
		return err
	}
	if o.keep == "" {
		defer os.RemoveAll(base) //nolint:errcheck // a temporary directory
	}
	for _, s := range settings {
		if o.only != "" && o.only != s.corpus.name {
			continue
		}
		if o.runs > 0 {
			s.runs = o.runs
		}
		measure := measure
		if s.isOld {
			measure = measureNew
		}
		if err := measure(o, s, filepath.Join(base, s.corpus.name)); err != nil {
			return fmt.Errorf("%s: %w", s.corpus.name, err)
		}
	}
	return nil
}

func directory(keep string) (string, error) {
	if keep == "" {
		return os.MkdirTemp("", "karplint-bench-")
	}
	return keep, os.MkdirAll(keep, 0o755)
}
