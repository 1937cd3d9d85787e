package hostile

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Input is a tree of files made to exhaust karplint.
type Input struct {
	Name     string
	Write    func(t Tree) error
	Commands []string // none: lint and convert
	Args     []string
	Stdin    string // a file for standard input, in the tree or anywhere; "": it is empty
	Exit     int    // an exit code that is right besides 0 and 1
}

// CommandsToRun returns the commands that the input is for.
func (in Input) CommandsToRun() []string {
	if in.Commands == nil {
		return []string{"lint", "convert"}
	}
	return in.Commands
}

// OpenStdin opens a file for the standard input of a run in a directory; "" is none.
func OpenStdin(file, dir string) (io.ReadCloser, error) {
	switch {
	case file == "":
		return io.NopCloser(strings.NewReader("")), nil
	case filepath.IsAbs(file):
		return os.Open(file)
	}
	return os.Open(filepath.Join(dir, file))
}

// one is an input of one file.
func one(name, file string, content func(p *printer)) Input {
	return Input{Name: name, Write: func(t Tree) error { return t.file(file, content) }}
}

// template is an input of one template in a chart.
func template(name string, content func(p *printer)) Input {
	return Input{Name: name, Write: func(t Tree) error {
		if err := t.text("chart/Chart.yaml", chart); err != nil {
			return err
		}
		if err := t.text("chart/values.yaml", "a: 1\nlist: [1, 2]\n"); err != nil {
			return err
		}
		return t.file("chart/templates/pool.yaml", content)
	}}
}

// terraform is an input of one Terraform file that also installs Karpenter.
func terraform(name string, content func(p *printer)) Input {
	return one(name, "main.tf", func(p *printer) {
		p.print("%s", release)
		content(p)
	})
}

// many is an input of n files with equal content, but for the number.
func many(name string, n int, file, content string) Input {
	return Input{Name: name, Write: func(t Tree) error {
		for i := range t.count(n) {
			err := t.file(fmt.Sprintf(file, i), func(p *printer) { p.print("%s", strings.ReplaceAll(content, "NUMBER", fmt.Sprint(i))) })
			if err != nil {
				return err
			}
		}
		return nil
	}}
}

// part is a file of an input of several.
type part struct {
	file    string
	content func(p *printer)
}

// several is an input of several files.
func several(name string, parts ...part) Input {
	return Input{Name: name, Write: func(t Tree) error {
		for _, f := range parts {
			if err := t.file(f.file, f.content); err != nil {
				return err
			}
		}
		return nil
	}}
}

// fixed is a part with one text.
func fixed(file, content string) part {
	return part{file, func(p *printer) { p.print("%s", content) }}
}

func slicesOf(lists ...[]Input) []Input {
	var all []Input
	for _, list := range lists {
		all = append(all, list...)
	}
	return all
}
