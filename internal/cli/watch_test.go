package cli

import (
	"bufio"
	"bytes"
	"context"
	"os"
	"strings"
	"testing"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/internal/load"
)

// TestLimit: when a limit ends a run, each command says so once, changes nothing, and fails only if it had to decide something.
func TestLimit(t *testing.T) {
	const provisioner = "apiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata: {name: default}\nspec: {}\n"
	const advice = `; it worked longest on "pool.yaml"; pass fewer paths, exclude what you need not check, or raise --timeout`
	for _, test := range []struct {
		args, want string
		code       int
	}{
		{"lint", "the run takes more time than 2s (--timeout)", exitFound},
		{"lint --fix --unsafe-fixes", "karplint: the run takes more time than 2s (--timeout), so no fix is made", exitFound},
		{"convert --write", "decision: the run takes more time than 2s (--timeout), so none of them is converted\n  --> pool.yaml:1\n", exitFound},
		{"convert -f pool.yaml", provisioner, exitFound},
		{"convert --format json", `"message": "the run takes more time than 2s (--timeout), so none of them is converted`, exitFound},
		{"plan", "the run takes more time than 2s (--timeout), so nothing is planned" + advice, exitFound},
		{"graph", "the run takes more time than 2s (--timeout), so nothing is drawn" + advice, exitFound},
		{"upgrade --write --to 1.8.1", "the run takes more time than 2s (--timeout), so no stop is taken" + advice, exitFound},
	} {
		t.Run(test.args, func(t *testing.T) {
			t.Setenv("COLUMNS", "1000")
			t.Chdir(t.TempDir())
			if err := os.WriteFile("pool.yaml", []byte(provisioner), 0o600); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancelCause(t.Context())
			cancel(&limit.Exceeded{Flag: limit.TimeFlag, Limit: "2s", File: "pool.yaml"})
			var out bytes.Buffer
			r := &runner{ctx: ctx, out: bufio.NewWriter(&out), err: &out}
			if code := r.run(append([]string{"karplint"}, strings.Fields(test.args)...)); code != test.code {
				t.Errorf("exit code %d, want %d", code, test.code)
			}
			if strings.Count(out.String(), test.want) != 1 {
				t.Errorf("it prints\n%s\nwithout\n%s", out.String(), test.want)
			}
			if text, err := os.ReadFile("pool.yaml"); string(text) != provisioner {
				t.Errorf("the file is now %q, %v", text, err)
			}
		})
	}
}

// TestSavesAfterLimit: a conversion that was complete before the limit is written as a whole after it. An interrupt writes nothing more.
func TestSavesAfterLimit(t *testing.T) {
	for _, test := range []struct {
		cause error
		want  string
	}{{&limit.Exceeded{Flag: limit.TimeFlag, Limit: "2s", File: "pool.yaml"}, "b: 2\n"}, {context.Canceled, "a: 1\n"}} {
		t.Chdir(t.TempDir())
		if err := os.WriteFile("a.yaml", []byte("a: 1\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(test.cause)
		r := &runner{ctx: ctx}
		listing := load.List([]string{"a.yaml"}, load.Options{})
		err := r.save(listing.Files[0], "a.yaml", []byte("a: 1\n"), []byte("b: 2\n"))
		if text, _ := os.ReadFile("a.yaml"); string(text) != test.want || (err != nil) != (test.want == "a: 1\n") {
			t.Errorf("after %v the file is %q, error %v", test.cause, text, err)
		}
	}
}
