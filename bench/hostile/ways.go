package main

import (
	"crypto/sha256"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/karplint/karplint/internal/testing/hostile"
)

// way is a command with the flags that people run it with, apart from those of each input.
type way struct {
	name    string
	args    []string
	changes bool // files: it is run again then, and must change no more
	oneFile use  // only for inputs of one file, which is an argument or standard input
}

type use int

const (
	notUsed use = iota
	named
	piped
)

var ways = []way{
	{name: "to-v1", args: []string{"convert", "--diff", "--to", "v1"}},
	{name: "write", args: []string{"convert", "--write"}, changes: true},
	{name: "write-v1", args: []string{"convert", "--write", "--to", "v1"}, changes: true},
	{name: "fix", args: []string{"lint", "--fix", "--format", "concise"}, changes: true},
	{name: "unsafe", args: []string{"lint", "--unsafe-fixes", "--format", "concise"}, changes: true},
	{name: "formats", args: []string{"lint", "--format", "sarif", "--output", "json=/dev/null", "--output", "github=/dev/null"}},
	{name: "planned", args: []string{"plan"}},
	{name: "named", args: []string{"lint"}, oneFile: named},
	{name: "print", args: []string{"convert", "--to", "v1", "-f"}, oneFile: named},
	{name: "piped", args: []string{"lint", "-"}, oneFile: piped},
	{name: "filter", args: []string{"convert", "-f", "-"}, oneFile: piped},
}

// run is one run of karplint.
type run struct {
	name    string
	args    []string
	stdin   string
	changes bool
}

// runs returns the runs of an input, which is in a directory: those of its commands, or if there are names, its commands and ways with such a name.
func runs(in hostile.Input, dir string, names *regexp.Regexp) []run {
	var all []run
	for _, command := range in.CommandsToRun() {
		if names == nil || names.MatchString(command) {
			all = append(all, run{name: command, args: append([]string{command}, in.Args...), stdin: in.Stdin})
		}
	}
	if names == nil || in.Stdin != "" || slices.Contains(in.Commands, "upgrade") {
		return all // the same files are run for plan
	}
	for _, w := range ways {
		if r, ok := w.on(dir); ok && names.MatchString(w.name) {
			all = append(all, r)
		}
	}
	return all
}

// on returns the run on the input in a directory; false if it has more than the one file that the run needs.
func (w way) on(dir string) (run, bool) {
	r := run{name: w.name, args: w.args, changes: w.changes}
	if w.oneFile == notUsed {
		return r, true
	}
	file, ok := onlyFile(dir)
	if w.oneFile == named {
		r.args = append(r.args[:len(r.args):len(r.args)], file)
		return r, ok
	}
	r.args, r.stdin = append(r.args[:len(r.args):len(r.args)], "--stdin-filename", file), file
	return r, ok
}

// onlyFile returns the path of the only file in a directory, relative to it.
func onlyFile(dir string) (file string, ok bool) {
	n := 0
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || d.IsDir():
			return err
		case n > 0:
			n++
			return fs.SkipAll
		}
		n++
		ok = d.Type().IsRegular()
		file, err = filepath.Rel(dir, path)
		return err
	})
	return file, ok && n == 1
}

// digest returns a sum of the regular files in a directory, and of their names.
func digest(dir string) (sum string, err error) {
	h := sha256.New()
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close() //nolint:errcheck // it was only read
		_, err = io.WriteString(h, path+"\x00")
		if err == nil {
			_, err = io.Copy(h, f)
		}
		return err
	})
	return string(h.Sum(nil)), err
}
