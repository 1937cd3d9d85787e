package lint

// Examples are the examples of a rule: its golden test, and what its page shows.
type Examples struct {
	Cases []Example // bad ones first, in the order of the file
}

// Example is one file with what karplint says about it.
type Example struct {
	Name     string   // "bad/deployment.yaml"
	Bad      bool     // false: no finding is right
	Version  string   // the target, "" if unknown
	Input    string   // the file
	Findings []string // "6:5-6:41 warning message" and, with a fix, " (safe fix: title)"; positions are line:column, ends exclusive
	Fixed    string   // the file after all fixes, "" if there are none
}

// Examples reads the rule's examples.txtar.
func (r *Rule) Examples() (*Examples, error) { panic("TODO") }
