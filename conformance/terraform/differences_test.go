package terraform

import (
	"regexp"
	"testing"
)

// A row is what karplint means not to know, though tofu does.
type row struct {
	form   *regexp.Regexp // of the canonical form of the Unknown
	reason string
}

// unknowns are the expressions that karplint leaves unknown on purpose. Each row is seen in a run.
var unknowns = []row{
	{regexp.MustCompile(`path\.cwd|abspath\(`), "the working directory is the machine's, not the project's"},
	{regexp.MustCompile(`\b(uuid|timestamp|bcrypt)\(`), "the function gives another value each time"},
	{regexp.MustCompile(`issensitive\(`), "what is sensitive is not followed"},
	{regexp.MustCompile(`[\]})"] [!=]= [\[{]|[\[{].* [!=]= `), "values do not tell a list from a tuple, nor a map from an object, and those are never equal"},
	{regexp.MustCompile(`text(en|de)codebase64\(`), "only UTF-8 and UTF-16LE are known"},
	{regexp.MustCompile(`(?i)1e400|1 / 0|"inf"`), "numbers of more than 300 digits are not worked with"},
	{regexp.MustCompile(`fileset\(.*\.\.`), "a pattern that leads upwards may leave the project"},
	{regexp.MustCompile(`cidrsubnet\(.*-1`), "a negative number of a network is a mistake, whatever Terraform makes of it"},
	{regexp.MustCompile(`yamldecode\(.*\*`), "aliases may stand for any number of values, so only what our own reader reads is decoded"},
	{regexp.MustCompile(`lookup\(`), "a default is converted to the type of a map's elements, which is not kept"},
	{regexp.MustCompile(`coalescelist\(null`), "the type of a null is not kept"},
	{regexp.MustCompile(`terraform\.`), "the workspace is chosen when Terraform is run"},
}

// intended returns the reason why an expression with the canonical form is unknown, "" if it should not be.
func intended(form string) string {
	for _, r := range unknowns {
		if r.form.MatchString(form) {
			return r.reason
		}
	}
	return ""
}

// difference returns the reason why karplint gives another value than tofu, "" if it should not.
func difference(expression, ours, theirs string) string {
	return ""
}

// checkRows fails for a row that nothing in the run shows.
func (c *tally) checkRows(t *testing.T) {
	t.Helper()
	for _, r := range unknowns {
		if c.seen[r.reason] == 0 {
			t.Errorf("nothing shows that %s", r.reason)
		}
	}
}
