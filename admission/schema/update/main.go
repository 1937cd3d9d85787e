// Command update adds the schemas of new releases of Karpenter to the table of package schema. It reads the CRDs in the module of
// Karpenter's provider for AWS, which it gets from the Go module proxy.
//
//	go run ./admission/schema/update            adds every release that the proxy has and the table lacks
//	go run ./admission/schema/update -check     prints these releases, and exits with status 1 if there are any
//	go run ./admission/schema/update -from FILE makes the table from scratch, from a file with the schemas of many releases
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
)

func main() {
	var (
		path  = flag.String("table", "admission/schema/table.txt", "the table")
		from  = flag.String("from", "", "a JSON file with schemas by hash, and with the hash for each kind and release")
		check = flag.Bool("check", false, "only print the releases that the table lacks")
	)
	flag.Parse()
	if err := run(*path, *from, *check); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(path, from string, check bool) error {
	if from != "" {
		t := newTable()
		if err := t.addAll(from); err != nil {
			return err
		}
		return t.write(path)
	}
	t, err := readTable(path)
	if err != nil {
		return err
	}
	missing, err := t.missing()
	switch {
	case err != nil:
		return err
	case len(missing) == 0:
		fmt.Println("the table has every release")
		return nil
	case check:
		return fmt.Errorf("the table lacks %s; run go run ./admission/schema/update", strings.Join(missing, ", "))
	}
	for _, release := range missing {
		if err := t.addModule(release); err != nil {
			return fmt.Errorf("karpenter %s: %w", release, err)
		}
		fmt.Println("added", release)
	}
	return t.write(path)
}
