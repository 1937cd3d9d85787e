package main

import (
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
	wall time.Duration
	peak int64 // resident memory at its highest, KiB
}

// measure writes the corpus, runs both programs on it and prints the results. The programs take turns, so that
// other work of the machine slows down both alike.
func measure(o options, s setting, dir string) error {
	files, bytes, err := s.corpus.write(dir)
	if err != nil {
		return err
	}
	fmt.Printf("%s: %d files, %.1f MB, %d runs\n", s.corpus.name, files, float64(bytes)/1e6, s.runs)
	programs := [][]string{{o.karplint, "lint", "--exit-zero", "--format", "json", "."}}
	if o.conftest != "" {
		programs = append(programs, []string{o.conftest, "test", "--no-fail", "--no-color", "--output", "json", "--policy", o.policy, "."})
	}
	samples := make([][]sample, len(programs))
	for range s.runs + 1 {
		for i, program := range programs {
			one, err := once(program, dir)
			if err != nil {
				return err
			}
			samples[i] = append(samples[i], one)
		}
	}
	var medians []sample
	for i, program := range programs {
		medians = append(medians, show(filepath.Base(program[0]), samples[i][1:])) // the first run warms the caches
	}
	verdict(s, medians)
	return nil
}

// once runs a program in dir. Its output is thrown away; a failure to run is an error.
func once(program []string, dir string) (sample, error) {
	path, err := filepath.Abs(program[0])
	if err != nil {
		return sample{}, err
	}
	args := slices.Clone(program[1:])
	for i := 1; i < len(args); i++ {
		if args[i-1] == "--policy" {
			if args[i], err = filepath.Abs(args[i]); err != nil {
				return sample{}, err
			}
		}
	}
	cmd := exec.Command(path, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, io.Discard, os.Stderr
	start := time.Now()
	err = cmd.Run()
	wall := time.Since(start)
	if err != nil {
		return sample{}, fmt.Errorf("%s: %w", program[0], err)
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

func verdict(s setting, medians []sample) {
	if len(medians) == 2 {
		ratio := medians[0].wall.Seconds() / medians[1].wall.Seconds()
		fmt.Printf("  wall time is %.3f of conftest's; %.2f is the aim: %s\n", ratio, s.maxRatio, word(ratio <= s.maxRatio))
	}
	if s.maxPeak > 0 {
		fmt.Printf("  peak is %.1f MiB; %d is the aim: %s\n", mib(medians[0].peak), s.maxPeak, word(mib(medians[0].peak) <= float64(s.maxPeak)))
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
