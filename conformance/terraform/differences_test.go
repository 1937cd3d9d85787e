package terraform

import (
	"regexp"
	"testing"
)

// A row is what karplint means not to know, though tofu does.
type row struct {
	form   *regexp.Regexp // of the canonical form of the Unknown
	reason string

	refused bool // tofu refuses it: no configuration that works has it, but in try and can
}

// uncalled are the functions that no public repository that was tried calls.
var uncalled = regexp.MustCompile(`\b(base64gunzip|base64gzip|base64sha512|cidrcontains|csvdecode|filebase64sha512|filesha1|` +
	`filesha512|matchkeys|parseint|pow|sha512|signum|strrev|textdecodebase64|textencodebase64|transpose|urldecode|urlencode|uuidv5)\(`)

// unknowns are the expressions that karplint leaves unknown on purpose. Each row is seen in a run.
var unknowns = []row{
	{regexp.MustCompile(`path\.cwd|abspath\(`), "the working directory is the machine's, not the project's", false},
	{regexp.MustCompile(`\b(uuid|timestamp|bcrypt)\(`), "the function gives another value each time", false},
	{uncalled, "no public repository that was tried calls the function", false},
	{regexp.MustCompile(`issensitive\(`), "what is sensitive is not followed", false},
	{regexp.MustCompile(`[\]})"] [!=]= [\[{]|[\[{].* [!=]= `),
		"values do not tell a list from a tuple, nor a map from an object, and those are never equal", false},
	{regexp.MustCompile(`(?i)1e400|1 / 0|"inf"|log\(0|log\(.*, 1\)`), "numbers of more than 300 digits are not worked with", false},
	{regexp.MustCompile(`fileset\(.*\.\.`), "a pattern that leads upwards may leave the project", false},
	{regexp.MustCompile(`cidrsubnet\(.*-[0-9]`), "a negative number of a network is a mistake, whatever Terraform makes of it", false},
	{regexp.MustCompile(`yamldecode\(.*\*`), "aliases may stand for any number of values, so only what our own reader reads is decoded", false},
	{regexp.MustCompile(`lookup\(`), "a default is converted to the type of a map's elements, which is not kept", false},
	{regexp.MustCompile(`fileset\(".*[\[{]`), "a directory whose name looks like a pattern is not read", false},
	{regexp.MustCompile(`indent\(1000`), "a text is indented by less than 1000 blanks", false},
	{regexp.MustCompile(`coalescelist\(null`), "the type of a null is not kept", false},
	{regexp.MustCompile(`terraform\.`), "the workspace is chosen when Terraform is run", false},
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

// differences are the expressions of which karplint says more than it may. Each row is seen in a run.
var differences = []row{
	{regexp.MustCompile(`to\w+\((null|\[\]|\{\}|\(.* \? .*null.*\))\)`),
		"a null or an empty collection is taken for one of any type, so what Terraform refuses for the type has a value", true},
	{uncalled, "what a function gives that nobody calls is not known, nor its type, so what Terraform refuses for it has a value", true},
	{regexp.MustCompile(`null \? `), "what a branch that fails would give has no type, so Terraform alone sees that it does not go with the other " +
		"branch", true},
	{regexp.MustCompile(`set(union|subtract|intersection)\(`), "an empty list has no type of elements, which the set would get from it", false},
}

// difference returns the reason why karplint gives another value than tofu, "" if it should not.
func difference(expression, theirs string) string {
	for _, r := range differences {
		if r.form.MatchString(expression) && (r.refused == (theirs == failed || theirs == `"!"`)) {
			return r.reason
		}
	}
	return ""
}

// checkRows fails for a row that nothing in the run shows.
func (c *tally) checkRows(t *testing.T) {
	t.Helper()
	for _, r := range append(unknowns, differences...) {
		if c.seen[r.reason] == 0 {
			t.Errorf("nothing shows that %s", r.reason)
		}
	}
}
