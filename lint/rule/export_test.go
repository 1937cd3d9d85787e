package rule

import (
	"io/fs"

	"github.com/karplint/karplint/lint/rego"
)

// CompileStrictly compiles a rule with the compiler's strict checks.
func CompileStrictly(r *Rule, facts fs.FS) error {
	_, err := r.compile(rego.Facts(facts), true)
	return err
}
