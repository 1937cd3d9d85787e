// Package fuzz has seeds and cost bounds for fuzz targets: the seeds come from the golden files. Only tests import it.
package fuzz

import (
	"path/filepath"
	"runtime/metrics"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/karplint/karplint/internal/testing/cputime"
)

// MaxSeed is the maximum size of a golden file that is a seed. Mutations of longer texts are slow, and seldom hit their syntax.
const MaxSeed = 8 << 10

// Archives calls add for each archive whose path matches one of the patterns. A pattern without archives fails the target.
func Archives(f *testing.F, add func(archive *txtar.Archive), patterns ...string) {
	f.Helper()
	for _, pattern := range patterns {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			f.Fatalf("no archives %s: %v", pattern, err)
		}
		for _, name := range names {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				f.Fatal(err)
			}
			add(archive)
		}
	}
}

// Files calls add for each short file of those archives with one of the extensions.
func Files(f *testing.F, extensions []string, add func(data []byte), patterns ...string) {
	f.Helper()
	seen := map[string]bool{}
	Archives(f, func(archive *txtar.Archive) {
		for _, file := range archive.Files {
			if isShort := len(file.Data) <= MaxSeed; isShort && hasExtension(file.Name, extensions) && !seen[string(file.Data)] {
				seen[string(file.Data)] = true
				add(file.Data)
			}
		}
	}, patterns...)
}

func hasExtension(name string, extensions []string) bool {
	for _, extension := range extensions {
		if filepath.Ext(name) == extension {
			return true
		}
	}
	return false
}

// The bound for an input: a constant part, and a part for each of its bytes. It is far below the bound of a whole run, so that a
// quadratic cost is found before a run takes minutes. Instrumented code takes several times as long as a release build.
const (
	baseMemory    = 64 << 20
	memoryPerByte = 64 << 10
	baseTime      = 4 * time.Second
	timePerByte   = time.Millisecond
)

// Bounded runs work on an input of size bytes, and fails the test if that allocates or computes more than the bound.
func Bounded(t *testing.T, size int, work func()) {
	t.Helper()
	memory, start := allocated(), cputime.Used()
	work()
	memory, took := allocated()-memory, cputime.Used()-start
	if limit := uint64(baseMemory + size*memoryPerByte); memory > limit && !cputime.RaceDetector {
		t.Errorf("%d bytes make it allocate %d MiB, more than %d", size, memory>>20, limit>>20)
	}
	if limit := baseTime + time.Duration(size)*timePerByte; took > limit {
		t.Errorf("%d bytes take %s, more than %s", size, took, limit)
	}
}

// allocated returns how many bytes the process has allocated so far.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
