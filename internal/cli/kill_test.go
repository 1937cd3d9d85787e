//go:build unix

package cli_test

import (
	"bytes"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/karplint/karplint/internal/testing/golden"
)

// pairs is the number of pools, each with its class in another file.
const pairs = 40

// TestKill kills karplint while it writes. No file is lost. The next run removes leftovers, names each unwritten file of a group that was begun, and
// finishes.
func TestKill(t *testing.T) {
	golden.NotInCheck(t)
	kills := 2
	if os.Getenv("KARPLINT_TEST_LONG") != "" {
		kills = 70
	}
	for _, args := range [][]string{
		{"convert", "--write", "--role", "Node", "."},
		{"upgrade", "--to", "0.32.10", "--all", "--write", "--role", "Node", "."},
		{"lint", "--fix", "--unsafe-fixes", "--exit-zero", "--select", "KL501", "."},
	} {
		t.Run(args[0], func(t *testing.T) {
			after := t.TempDir()
			before := writePairs(t, after)
			if stderr, err := runIn(after, args); err != nil {
				t.Fatalf("%v: %s", err, stderr)
			}
			k := &killing{args: args, before: before, after: readDir(t, after)}
			n := 0
			for n < kills || k.left == 0 && n < 100 { // how many come in time depends on the machine
				k.once(t)
				n++
			}
			t.Logf("%d kills: %d left files behind, %d files were written, %d groups were half written", n, k.left, k.written, k.half)
			if k.left == 0 {
				t.Error("no kill left a file behind, so nothing was tested")
			}
		})
	}
}

type killing struct {
	args                []string
	before, after       map[string]string // the files of a directory without and with the changes
	left, written, half int
}

func (k *killing) once(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	writePairs(t, dir)
	killWhileWriting(t, dir, k.args)
	found := readDir(t, dir)
	isLeft := false
	for name, text := range found {
		switch {
		case strings.HasPrefix(name, ".karplint-"):
			isLeft = true
		case text == k.after[name]:
			k.written++
		case text != k.before[name]:
			t.Fatalf("%s holds neither what it did nor what it should: %q", name, text)
		}
	}
	if isLeft {
		k.left++
	}
	stderr, err := runIn(dir, k.args)
	if err != nil {
		t.Fatalf("%v: %s", err, stderr)
	}
	k.checkNamed(t, found, stderr)
	for name, text := range readDir(t, dir) {
		if text != k.after[name] {
			t.Errorf("after another run %s holds %q", name, text)
		}
	}
}

// checkNamed checks that the next run names the unwritten file of each half written pair.
func (k *killing) checkNamed(t *testing.T, found map[string]string, stderr string) {
	t.Helper()
	for i := range pairs {
		pool, class := fmt.Sprintf("pool-%d.yaml", i), fmt.Sprintf("class-%d.yaml", i)
		if k.args[0] != "convert" || (found[pool] == k.after[pool]) == (found[class] == k.after[class]) {
			continue
		}
		k.half++
		unwritten := pool
		if found[pool] == k.after[pool] {
			unwritten = class
		}
		if !strings.Contains(stderr, unwritten+": an earlier run was killed before it wrote this file") {
			t.Errorf("%s is half of a group, but not named in %q", unwritten, stderr)
		}
	}
}

// killWhileWriting starts karplint, and kills it at some time after it began to write.
func killWhileWriting(t *testing.T, dir string, args []string) {
	t.Helper()
	cmd := exec.Command("karplint", args...)
	cmd.Dir = dir
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for {
		select {
		case err := <-ended:
			t.Logf("it ended before it was killed: %v", err)
			return
		case <-time.After(20 * time.Microsecond):
		}
		if left, _ := filepath.Glob(filepath.Join(dir, ".karplint-*")); len(left) > 0 {
			break
		}
	}
	time.Sleep(time.Duration(rand.Intn(1+rand.Intn(5000))) * time.Microsecond) // most often at once, because writing takes milliseconds
	_ = cmd.Process.Kill()
	if err := <-ended; err != nil {
		t.Log(err) // it was killed, or had ended before
	}
}

func runIn(dir string, args []string) (stderr string, err error) {
	var text bytes.Buffer
	cmd := exec.Command("karplint", args...)
	cmd.Dir, cmd.Stderr = dir, &text
	err = cmd.Run()
	return text.String(), err
}

// writePairs writes the files of a directory, and returns them.
func writePairs(t *testing.T, dir string) map[string]string {
	t.Helper()
	for i := range pairs {
		evict := "metadata:\n  annotations:\n    karpenter.sh/do-not-evict: \"true\"\n"
		for name, text := range map[string]string{
			"pool": "apiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata:\n  name: p%d\nspec:\n  ttlSecondsAfterEmpty: 30\n  providerRef:\n    " +
				"name: c%[1]d\n",
			"class": "apiVersion: karpenter.k8s.aws/v1alpha1\nkind: AWSNodeTemplate\nmetadata:\n  name: c%d\nspec:\n  amiFamily: AL2\n  subnetSelector:\n   " +
				" a: b\n  securityGroupSelector:\n    a: b\n",
		} {
			text = fmt.Sprintf(text, i) + "---\napiVersion: v1\nkind: Pod\n" + evict
			if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s-%d.yaml", name, i)), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	return readDir(t, dir)
}

func readDir(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = string(text)
	}
	return files
}
