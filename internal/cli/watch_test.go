package cli

import (
	"bufio"
	"bytes"
	"context"
	"os"
	"strings"
	"testing"

	"github.com/karplint/karplint/base/limit"
)

// TestLimit: when a limit ends a run, each command says so once, changes nothing, and fails only if it had to decide something.
func TestLimit(t *testing.T) {
	const provisioner = "apiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata: {name: default}\nspec: {}\n"
	const advice = "; pass fewer paths at once, or set KARPLINT_LIMITS=off if you trust the files"
	for _, test := range []struct {
		args, want string
		code       int
	}{
		{"lint", "karplint takes more than 2 seconds for these files, and this one and others after it are not checked", exitOK},
		{"lint --fix --unsafe-fixes", "karplint: karplint takes more than 2 seconds for these files, so no fix is made", exitOK},
		{"convert --write", "pool.yaml:1: decision: karplint takes more than 2 seconds for these files, so none of them is converted" + advice, exitFound},
		{"convert -f pool.yaml", provisioner, exitFound},
		{"convert --format json", `"message": "karplint takes more than 2 seconds for these files, so none of them is converted`, exitFound},
		{"plan", "karplint takes more than 2 seconds for these files, so nothing is planned" + advice, exitFound},
		{"upgrade --write --to 1.8.1", "karplint takes more than 2 seconds for these files, so no stop is taken" + advice, exitFound},
	} {
		t.Run(test.args, func(t *testing.T) {
			t.Chdir(t.TempDir())
			if err := os.WriteFile("pool.yaml", []byte(provisioner), 0o600); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancelCause(t.Context())
			cancel(&limit.Exceeded{Amount: "2 seconds"})
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
