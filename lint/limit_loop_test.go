package lint

import (
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/lint/rule"
)

// loopingRule compares all pairs of a million numbers for one pool, and reports each other one.
const loopingRule = `# METADATA
# title: A rule that loops
# description: It loops.
# custom:
#   id: T001
#   severity: warning
#   scope: resource
#   fix: none
#   kinds: [Provisioner]
package karplint.rules.looping_rule

report contains {"resource": input.resource.address, "path": [], "message": "found"} if {
	input.resource.name != "p3"
}

report contains {"resource": input.resource.address, "path": [], "message": "loops"} if {
	input.resource.name == "p3"
	some a in numbers.range(1, 1000000)
	some b in numbers.range(1, 1000000)
	a * b == -1
}
`

// TestLoopingRule: a limit ends a run in which a rule loops. What was found in the other files is reported, and the file is named; the rule ends. The
// limit is one of the process, so the test runs in one of its own.
func TestLoopingRule(t *testing.T) {
	golden.NotInCheck(t)
	if os.Getenv("KARPLINT_TEST_LOOP") == "" {
		cmd := exec.Command(os.Args[0], "-test.run=^TestLoopingRule$")
		cmd.Env = append(os.Environ(), "KARPLINT_TEST_LOOP=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return
	}
	rules, err := rule.Load(fstest.MapFS{"looping-rule/rule.rego": {Data: []byte(loopingRule)}})
	if err != nil {
		t.Fatal(err)
	}
	l, err := New(rules, Options{Facts: os.DirFS("../facts")})
	if err != nil {
		t.Fatal(err)
	}
	runtime.GOMAXPROCS(2)
	ctx, stop := limit.Watch(t.Context(), limit.Limits{Time: 5 * time.Second})
	defer stop()
	bounds, others := byBound(t, l.Tree(ctx, memory(provisioners(10))))
	const want = `d03/pool.yaml:1:1 KL000 error the run takes more time than 5s (--timeout); this file and perhaps others are not checked`
	if len(bounds) != 1 || !strings.HasPrefix(bounds[0], want) || !strings.Contains(bounds[0], `longest on "d03/pool.yaml"`) {
		t.Errorf("the limit is reported as %q", bounds)
	}
	if len(others) != 9 {
		t.Errorf("%d findings in the other files: %q", len(others), others)
	}
	time.Sleep(100 * time.Millisecond) // for the rule to notice
	before := allocated()
	time.Sleep(300 * time.Millisecond)
	if more := allocated() - before; more > 1<<20 {
		t.Errorf("the rule goes on: %d bytes allocated", more)
	}
}

func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}
