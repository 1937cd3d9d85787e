package lint

// Examples are the examples of a rule: its golden test, and what its page shows.
//
// They stand in examples.txtar. Its comment holds prose for the page (lines that start with "#")
// and flags, either for every case or for one:
//
//	karpenter-version: 1.0.8
//	bad/old.yaml karpenter-version: 0.37.8
//
// karpenter-version is an exact version, a range, or unknown, which is also the default. A case
// bad/NAME.EXT has findings, one for each line of bad/NAME.findings, and bad/NAME.fixed.EXT is the
// file after all its fixes. good/NAME.EXT has no finding. The test writes the last two with -update.
type Examples struct {
	Prose string
	Cases []Example // in the order of the file
}

// Example is one file with what karplint says about it.
type Example struct {
	Name     string   // "bad/deployment.yaml"
	Bad      bool     // false: no finding is right
	Version  string   // the target as ParseTarget reads it, "" if unknown
	Input    string   // the file
	Findings []string // "6:5-6:41 warning message" and, with a fix, " (safe fix: title)"; positions are line:column, ends exclusive
	Fixed    string   // the file after its safe and unsafe fixes, "" if it has none
}

// Examples reads the rule's examples.txtar.
func (r *Rule) Examples() (*Examples, error) { panic("TODO") }
