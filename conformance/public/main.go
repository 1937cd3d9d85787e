// Command public compares karplint's findings on public objects with the API server's verdicts. It takes a folder with repositories,
// each a work tree or a bare git directory named owner+name, and a table of objects with the verdicts of the API server's code in
// some releases. It prints how often both agree, and each object on which they differ.
//
//	go run ./public -rows ../../shared/admission.tsv -karplint ../karplint FOLDER
package main

import (
	"flag"
	"fmt"
	"log"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

func main() {
	rows := flag.String("rows", "../../shared/admission.tsv", "the table of objects and verdicts")
	karplint := flag.String("karplint", "../karplint", "the program")
	flag.Parse()
	if flag.NArg() != 1 {
		log.Fatal("name one folder of repositories")
	}
	if err := run(*rows, *karplint, flag.Arg(0)); err != nil {
		log.Fatal(err)
	}
}

func run(rowsFile, karplint, folder string) error {
	karplint, err := filepath.Abs(karplint)
	if err != nil {
		return err
	}
	rows, err := readRows(rowsFile)
	if err != nil {
		return err
	}
	scratch, err := os.MkdirTemp("", "public-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(scratch) }() // only copies
	c := &comparison{karplint: karplint, outcomes: map[string]int{}}
	for repo, of := range byRepo(rows) {
		r := repository{name: repo, from: filepath.Join(folder, repo.folder()), into: filepath.Join(scratch, repo.folder())}
		if err := c.compare(r, of); err != nil {
			fmt.Printf("%s: %v\n", repo, err)
		}
	}
	c.print()
	return nil
}

func (c *comparison) print() {
	slices.Sort(c.lines)
	for _, line := range c.lines {
		fmt.Println(line)
	}
	for _, outcome := range slices.Sorted(maps.Keys(c.outcomes)) {
		fmt.Printf("%6d %s\n", c.outcomes[outcome], outcome)
	}
}
