package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// measureNew writes the corpus into git and measures what a hook and a pull request wait for: one harmless line that is staged, beside lint on that
// file, and a commit that changes 20 files, beside lint on all.
func (r *report) measureNew(o options, c corpus, dir string) error {
	if err := errors.Join(git(dir, "init", "-q"), commit(dir)); err != nil {
		return err
	}
	for i := range 20 {
		if err := change(dir, i); err != nil {
			return err
		}
	}
	if err := commit(dir); err != nil {
		return err
	}
	for _, file := range []string{"deploy/003/app-01/app.yaml", "deploy/000/app-01/karpenter.yaml", "infra/004/karpenter.tf"} {
		if err := errors.Join(appendTo(dir, file, "# a harmless line\n"), git(dir, "add", "-A")); err != nil {
			return err
		}
		err := r.pair(c, dir, 2, program{name: "the hook on a line in " + file, args: []string{o.karplint, "lint", "--staged", "--fail-on", "warning"}},
			program{name: "lint on that file", args: []string{o.karplint, "lint", "--exit-zero", file}})
		if err := errors.Join(err, git(dir, "reset", "-q", "--hard")); err != nil {
			return err
		}
	}
	return r.pair(c, dir, 1.5, program{name: "lint --new-from with 20 files", args: []string{o.karplint, "lint", "--exit-zero", "--new-from", "HEAD^"}},
		program{name: "lint on all", args: []string{o.karplint, "lint", "--exit-zero"}})
}

// pair measures a program against another one, by wall time.
func (r *report) pair(c corpus, dir string, bound float64, one, other program) error {
	samples, err := inTurns([]program{one, other}, c.runs, dir)
	if err != nil {
		return err
	}
	row := row{corpus: c.name, program: one.name, against: other.name, metric: wall, bound: bound}
	r.add(row, row.values(samples))
	return nil
}

// change changes a file for the number: pods and pools, roots, and files without Karpenter.
func change(dir string, i int) error {
	switch i % 4 {
	case 0:
		return appendTo(dir, fmt.Sprintf("infra/%03d/karpenter.tf", 4*i%40), "# changed\n")
	case 1:
		return appendTo(dir, fmt.Sprintf("deploy/%03d/app-00/karpenter.yaml", 8*i%40), "# changed\n")
	}
	return appendTo(dir, fmt.Sprintf("infra/%03d/service_05.tf", i), "# changed\n")
}

func appendTo(dir, name, text string) error {
	name = filepath.Join(dir, filepath.FromSlash(name))
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	return os.WriteFile(name, append(data, text...), 0o644)
}

func commit(dir string) error {
	return errors.Join(git(dir, "add", "-A"),
		git(dir, "-c", "user.name=bench", "-c", "user.email=bench@example.com", "commit", "-q", "-m", "commit"))
}

func git(dir string, args ...string) error {
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("git %s: %w\n%s", args[0], err, out)
	}
	return nil
}
