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
func measureNew(o options, s setting, dir string) error {
	files, bytes, err := s.corpus.write(dir)
	if err != nil {
		return err
	}
	fmt.Printf("%s: %d files, %.1f MB, in git, %d runs\n", s.corpus.name, files, float64(bytes)/1e6, s.runs)
	if err := git(dir, "init", "-q"); err != nil {
		return err
	}
	if err := commit(dir); err != nil {
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
		medians, err := medianTimes(s, dir, program{name: "lint FILE", args: []string{o.karplint, "lint", "--exit-zero", file}},
			program{name: "the hook", args: []string{o.karplint, "lint", "--staged", "--fail-on", "warning"}})
		if err != nil {
			return err
		}
		compare("the hook on a line in "+file, medians["the hook"], "lint on that file", medians["lint FILE"], 2)
		if err := git(dir, "reset", "-q", "--hard"); err != nil {
			return err
		}
	}
	medians, err := medianTimes(s, dir, program{name: "lint", args: []string{o.karplint, "lint", "--exit-zero"}},
		program{name: "new-from", args: []string{o.karplint, "lint", "--exit-zero", "--new-from", "HEAD^"}})
	if err == nil {
		compare("--new-from with 20 files", medians["new-from"], "lint on all", medians["lint"], 1.5)
	}
	return err
}

func medianTimes(s setting, dir string, all ...program) (map[string]sample, error) {
	samples, err := inTurns(all, s.runs, dir)
	medians := map[string]sample{}
	for _, p := range all {
		if err == nil {
			medians[p.name] = show(p.name, samples[p.name])
		}
	}
	return medians, err
}

func compare(what string, one sample, against string, other sample, aim float64) {
	ratio := one.wall.Seconds() / other.wall.Seconds()
	fmt.Printf("  %s takes %.2f of %s; %.1f is the aim: %s\n", what, ratio, against, aim, word(ratio <= aim))
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
