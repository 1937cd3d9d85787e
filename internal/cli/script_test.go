package cli_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/karplint/karplint/internal/cli"
	"github.com/karplint/karplint/internal/testing/golden"
)

const goldenDir = "../../testdata/golden"

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"karplint": func() { os.Exit(cli.Main(os.Args, os.Stdin, os.Stdout, os.Stderr)) },
	})
}

// TestScripts runs the command line as its users do: testdata/golden/script/*.txtar. Beside
// testscript's own commands there are
//
//	exits CODE COMMAND…     the command exits with exactly this code
//	large FILE MIB [TEXT]   a file of that size that ends with the text, without using the disk
//	repeat FILE N TEXT      a file of N times the text; \n is a newline
//	bytes FILE GOSTRING     a file of the bytes that the inside of a Go string says
//
// and the condition [root].
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           filepath.Join(goldenDir, "script"),
		UpdateScripts: golden.Update(),
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "large": large, "repeat": repeat, "bytes": writeBytes,
		},
		Condition: func(name string) (bool, error) {
			if name == "root" {
				return os.Geteuid() == 0, nil
			}
			return false, errors.New("unknown condition " + name)
		},
		RequireUniqueNames: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("COLUMNS", "1000") // so that a pattern finds a text in one line
			for name, value := range gitEnvironment {
				env.Setenv(name, value)
			}
			return nil
		},
	})
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

func large(ts *testscript.TestScript, _ bool, args []string) {
	size, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	f, err := os.Create(ts.MkAbs(args[0]))
	ts.Check(err)
	ts.Check(f.Truncate(size << 20))
	if len(args) > 2 {
		_, err = f.WriteAt([]byte(args[2]), size<<20)
		ts.Check(err)
	}
	ts.Check(f.Close())
}

func repeat(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	text := unquote(ts, args[2])
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), bytes.Repeat([]byte(text), n), 0o666))
}

func writeBytes(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(unquote(ts, args[1])), 0o666))
}

func unquote(ts *testscript.TestScript, text string) string {
	out, err := strconv.Unquote(`"` + strings.ReplaceAll(text, `"`, `\"`) + `"`)
	ts.Check(err)
	return out
}
