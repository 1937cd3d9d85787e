package lint

import (
	"io/fs"

	"github.com/karplint/karplint/model"
)

// Rules are the rules of one or several folders, sorted by id.
type Rules struct {
	all []*Rule
}

// Load reads the rules of each file system: every folder with a rule.rego is a rule, lib holds
// modules that rules import. The first file system is karplint's own (rules.FS), more are a
// team's. An error names the file: Rego that does not parse, metadata that is missing, unknown
// or wrong, an id or a name that stands twice, a folder whose name is not its package's.
func Load(folders ...fs.FS) (*Rules, error) { panic("TODO") }

// All returns every rule, sorted by id.
func (r *Rules) All() []*Rule { return r.all }

// Find returns the rule with the id or the name. An error names the nearest.
func (r *Rules) Find(idOrName string) (*Rule, error) { panic("TODO") }

// Select returns the rules that selected (ids, id prefixes such as KL5, names; empty: all)
// names and ignored does not, sorted by id. An entry that names no rule is an error that says
// which is the nearest.
func (r *Rules) Select(selected, ignored []string) ([]*Rule, error) { panic("TODO") }

// Options say what a Linter does.
type Options struct {
	Select, Ignore []string // see Rules.Select
	Target         Target
	Facts          fs.FS // *.yaml: each is data.karplint.facts.<file name>; read only where a rule asks for it
}

// Linter evaluates the selected rules. It is safe for concurrent use.
type Linter struct {
	rules []*Rule
}

// New returns a Linter, and starts to compile its rules in the background. An error is a
// selection that names no rule.
func New(rules *Rules, options Options) (*Linter, error) { panic("TODO") }

// Rules returns the selected rules, sorted by id.
func (l *Linter) Rules() []*Rule { return l.rules }

// Selects says whether a file with these bytes can have a finding: whether it contains one of
// the needles of the selected rules.
func (l *Linter) Selects(data []byte) bool { panic("TODO") }

// File lints one file, document by document. A file that Selects refuses is not parsed unless
// it was named on the command line. The error is a defect of a rule, never of the file.
func (l *Linter) File(f *model.File, named bool) (Result, error) { panic("TODO") }

// Result is what linting found.
type Result struct {
	Findings   []Finding // sorted by file, position, rule
	Files      int       // files looked at, those that the byte scan passed over included
	Suppressed int       // findings that a suppression kept out of Findings
}

// Add appends another result, and sorts the findings again.
func (r *Result) Add(other Result) { panic("TODO") }

// Sort brings findings into their total order: file, position, rule, message.
func Sort(findings []Finding) { panic("TODO") }

// Fixed is a file after its fixes.
type Fixed struct {
	Data   []byte // equals the file's Data where nothing was fixed
	Fixes  int    // how many findings were fixed
	Result        // what remains, with positions in Data
}

// Fix applies the safe fixes of a file, with unsafe also the others, until nothing changes, at
// most ten rounds; of fixes that overlap the first is applied and the others wait for the next
// round. Data parses as well as the file did before. named as in File.
func (l *Linter) Fix(f *model.File, unsafe, named bool) (Fixed, error) { panic("TODO") }
