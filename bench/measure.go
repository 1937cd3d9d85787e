package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"time"
)

// sample is one run of a program.
type sample struct {
	wall time.Duration
	peak int64 // resident memory at its highest, KiB
}

// measure writes the corpus, runs the programs on it and prints the results. The programs take turns, so that
// other work of the machine slows them down alike.
func measure(o options, s setting, dir string) error {
	files, bytes, err := s.corpus.write(dir)
	if err != nil {
		return err
	}
	fmt.Printf("%s: %d files, %.1f MB, %d runs\n", s.corpus.name, files, float64(bytes)/1e6, s.runs)
	samples, err := inTurns(programs(o), s.runs, dir)
	if err != nil {
		return err
	}
	medians := map[string]sample{}
	for _, p := range programs(o) {
		medians[p.name] = show(p.name, samples[p.name])
	}
	verdict(s, medians)
	return nil
}

// program is a command line that is measured.
type program struct {
	name string
	args []string
	ok   int // the highest exit code that is no failure: convert ends with 1 where a decision is open
}

// programs are lint, conftest beside it, and the commands that convert.
func programs(o options) []program {
	all := []program{
		{name: "lint", args: []string{o.karplint, "lint", "--exit-zero", "--format", "json", "."}},
		{name: "convert", args: []string{o.karplint, "convert", "."}, ok: 1},
		{name: "plan", args: []string{o.karplint, "plan", "--to", planned, "."}, ok: 1},
	}
	if o.conftest != "" {
		args := []string{o.conftest, "test", "--no-fail", "--no-color", "--output", "json", "--policy", o.policy, "."}
		all = append(all, program{name: "conftest", args: args})
	}
	return all
}

// planned is the release to which plan upgrades the corpus, whose charts are 1.0.8.
const planned = "1.8.1"

// inTurns runs each program once to warm the caches, and then runs times, and returns the samples by its name.
func inTurns(all []program, runs int, dir string) (map[string][]sample, error) {
	samples := map[string][]sample{}
	for i := range runs + 1 {
		for _, p := range all {
			one, err := once(p, dir)
			if err != nil {
				return nil, err
			}
			if i > 0 {
				samples[p.name] = append(samples[p.name], one)
			}
		}
	}
	return samples, nil
}

// once runs a program in dir. Its output is thrown away; a failure to run is an error.
func once(p program, dir string) (sample, error) {
	path, err := filepath.Abs(p.args[0])
	if err != nil {
		return sample{}, err
	}
	args := slices.Clone(p.args[1:])
	for i := 1; i < len(args); i++ {
		if args[i-1] == "--policy" {
			if args[i], err = filepath.Abs(args[i]); err != nil {
				return sample{}, err
			}
		}
	}
	cmd := exec.Command(path, args...)
	var notes bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, io.Discard, &notes
	start := time.Now()
	err = cmd.Run()
	wall := time.Since(start)
	if err != nil && (cmd.ProcessState == nil || !cmd.ProcessState.Exited() || cmd.ProcessState.ExitCode() > p.ok) {
		return sample{}, fmt.Errorf("%s: %w\n%s", p.name, err, notes.Bytes())
	}
	usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return sample{}, errors.New("this system does not tell a program's peak memory")
	}
	return sample{wall: wall, peak: usage.Maxrss}, nil
}

// show prints the samples of a program and returns their medians.
func show(name string, samples []sample) sample {
	var walls []time.Duration
	var peaks []int64
	for _, s := range samples {
		walls, peaks = append(walls, s.wall), append(peaks, s.peak)
	}
	slices.Sort(walls)
	slices.Sort(peaks)
	middle := len(samples) / 2
	fmt.Printf("  %-10s wall %8s (min %s, max %s)  peak %7.1f MiB (max %.1f)\n", name,
		round(walls[middle]), round(walls[0]), round(walls[len(walls)-1]), mib(peaks[middle]), mib(peaks[len(peaks)-1]))
	return sample{wall: walls[middle], peak: peaks[len(peaks)-1]}
}

// verdict compares what lint took with the aims.
func verdict(s setting, medians map[string]sample) {
	lint := medians["lint"]
	if conftest, ok := medians["conftest"]; ok {
		ratio := lint.wall.Seconds() / conftest.wall.Seconds()
		fmt.Printf("  lint takes %.3f of conftest's wall time; %.2f is the aim: %s\n", ratio, s.maxRatio, word(ratio <= s.maxRatio))
	}
	if s.maxPeak > 0 {
		fmt.Printf("  the peak of lint is %.1f MiB; %d is the aim: %s\n", mib(lint.peak), s.maxPeak, word(mib(lint.peak) <= float64(s.maxPeak)))
	}
}

func word(reached bool) string {
	if reached {
		return "reached"
	}
	return "MISSED"
}

func mib(kib int64) float64 { return float64(kib) / 1024 }

func round(d time.Duration) time.Duration {
	if d < time.Second {
		return d.Round(100 * time.Microsecond)
	}
	return d.Round(10 * time.Millisecond)
}
