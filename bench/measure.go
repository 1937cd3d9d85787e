package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"time"
)

// sample is one run of a program.
type sample struct {
	processor, wall time.Duration
	peak            int64 // KiB
}

// of returns what the metric says of the run: seconds, or MiB.
func (s sample) of(m metric) float64 {
	switch m {
	case wall:
		return s.wall.Seconds()
	case peak:
		return float64(s.peak) / 1024
	default:
		return s.processor.Seconds()
	}
}

// corpus writes the corpus, runs the programs of its rows on it, and adds the results. The programs take turns, so that other work of the
// machine slows them down alike.
func (r *report) corpus(o options, c corpus, dir string) error {
	files, bytes, err := c.write(dir)
	if err != nil {
		return err
	}
	r.Corpora = append(r.Corpora, written{Name: c.name, About: c.about, Files: files, MB: float64(bytes) / 1e6, Runs: c.runs})
	progress("%s: %d files, %.1f MB, %d runs", c.name, files, float64(bytes)/1e6, c.runs)
	if c.name == "old" {
		return r.measureNew(o, c, dir)
	}
	// The surroundings of a named file are what git has, as in every real repository.
	if err := git(dir, "init", "-q"); err != nil {
		return err
	}
	schemas, err := writeSchemas(o, dir+"-schemas")
	if err != nil {
		return err
	}
	samples, err := inTurns(programsOf(c.name, programs(o, schemas)), c.runs, dir)
	if err != nil {
		return err
	}
	r.times(c.name, samples)
	for _, row := range rows {
		switch {
		case row.corpus != c.name || row.bound == 0 && row.against == "":
		case row.metric == parses:
			value, err := parsesOfObject(dir)
			if err != nil {
				return err
			}
			r.add(row, []float64{value})
		default:
			r.add(row, row.values(samples))
		}
	}
	return nil
}

// programsOf returns the programs in the rows of a corpus, without those that are absent.
func programsOf(corpus string, all []program) []program {
	return slices.DeleteFunc(all, func(p program) bool {
		isUsed := func(r row) bool { return r.corpus == corpus && (r.program == p.name || r.against == p.name) }
		if !slices.ContainsFunc(rows, isUsed) {
			return true
		}
		if p.args[0] == "" {
			progress("  %s is missing here: its rows have no figure", p.name)
		}
		return p.args[0] == ""
	})
}

// values returns what was measured in each run, or the ratio of each pair; nothing if one of the programs was absent.
func (r row) values(samples map[string][]sample) (values []float64) {
	others := samples[r.against]
	for i, s := range samples[r.program] {
		switch {
		case r.against == "":
			values = append(values, s.of(r.metric))
		case i < len(others):
			values = append(values, s.of(r.metric)/others[i].of(r.metric))
		}
	}
	return values
}

// inTurns runs each program so many times, and returns the samples by its name. Short runs are preceded by one that warms the caches: the files
// were just written, so it makes no difference to long ones.
func inTurns(all []program, runs int, dir string) (map[string][]sample, error) {
	samples := map[string][]sample{}
	first := 0
	if runs > 3 {
		first = -1
	}
	for i := first; i < runs; i++ {
		for _, p := range all {
			one, err := once(p, dir)
			if err != nil {
				return nil, err
			}
			if i >= 0 {
				samples[p.name] = append(samples[p.name], one)
			}
		}
	}
	return samples, nil
}

// once runs a program in dir. Its output is thrown away; a failure to run is an error.
func once(p program, dir string) (sample, error) {
	cmd := exec.Command(p.args[0], p.args[1:]...)
	var notes bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, io.Discard, &notes
	start := time.Now()
	err := cmd.Run()
	took := time.Since(start)
	if err != nil && (cmd.ProcessState == nil || !cmd.ProcessState.Exited() || cmd.ProcessState.ExitCode() > p.ok) {
		return sample{}, fmt.Errorf("%s: %w\n%s", p.name, err, notes.Bytes())
	}
	usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return sample{}, errors.New("this system does not tell a program's peak memory")
	}
	return sample{processor: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), wall: took, peak: usage.Maxrss}, nil
}

// found returns the absolute name of a program or file, or nothing if it is absent.
func found(name string) string {
	if _, err := os.Stat(name); err != nil {
		if name, err = exec.LookPath(name); err != nil {
			return ""
		}
	}
	full, err := filepath.Abs(name)
	if err != nil {
		return ""
	}
	return full
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}

func progress(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }
