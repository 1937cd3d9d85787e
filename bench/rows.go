package main

// metric is what is measured of a run of a program.
type metric int

const (
	processor metric = iota // user and system time
	wall
	peak   // resident memory at its highest
	parses // documents that are parsed for each object
)

func (m metric) String() string {
	return []string{"processor time", "wall time", "peak, MiB", "parses of an object"}[m]
}

// row is a line of the table: what karplint takes on a corpus, alone or as a ratio to another program.
type row struct {
	corpus  string
	program string
	against string // empty: the bound is a number of seconds, MiB or parses
	metric  metric
	bound   float64 // at most; 0 if there is none
	aim     float64 // 0 if it is the bound
}

// rows are measured in the order of the corpora. What git shows of new findings is measured by measureNew.
var rows = []row{
	{corpus: "small", program: "lint", against: "conftest", bound: 1.5, aim: 1.2},
	{corpus: "roots", program: "lint", against: "conftest", bound: 6, aim: 4},
	{corpus: "gitops", program: "lint", against: "conftest", metric: wall, bound: 0.28, aim: 0.18},
	{corpus: "mono", program: "lint", against: "conftest", metric: wall, bound: 0.15},
	{corpus: "plan", program: "plan", against: "lint", bound: 4.5, aim: 3},
	{corpus: "gitops", program: "lint POOL", against: "rg", bound: 8, aim: 5},
	{corpus: "convert", program: "convert", metric: parses, bound: 2, aim: 1.5},
	{corpus: "pools-root", program: "lint", bound: 3.5},
	{corpus: "pools-file", program: "lint", bound: 8},
	{corpus: "small", program: "lint", metric: peak, bound: 50},
	{corpus: "roots", program: "lint", metric: peak, bound: 140},
	{corpus: "plan", program: "plan", metric: peak, bound: 160},
	{corpus: "gitops", program: "lint", metric: peak, bound: 192},
	{corpus: "mono", program: "lint", metric: peak, bound: 192},
	{corpus: "gitops", program: "lint MANIFESTS", against: "kubeconform"},
	{corpus: "gitops", program: "lint MANIFESTS", against: "pluto"},
	{corpus: "small", program: "convert"},
	{corpus: "small", program: "plan"},
	{corpus: "mono", program: "convert"},
	{corpus: "mono", program: "plan"},
	{corpus: "convert", program: "convert"},
}

// onePool is a pool of the corpus gitops.
const onePool = "clusters/050/karpenter/pool-3.yaml"

// planned is the release to which plan upgrades the corpora.
const planned = "1.8.1"

// program is a command line that is measured.
type program struct {
	name string
	args []string
	ok   int // the highest exit code that is no failure: convert ends with 1 where a decision is open
}

// programs are the command lines of the rows. A program that is absent has an empty name of its file.
func programs(o options, schemas string) []program {
	policy, plutoVersions := found("policy"), found("../tools/comparison/pluto.yaml")
	return []program{
		{name: "lint", args: []string{o.karplint, "lint", "--exit-zero", "--format", "json", "."}},
		{name: "lint POOL", args: []string{o.karplint, "lint", "--exit-zero", onePool}},
		{name: "lint MANIFESTS", args: []string{o.karplint, "lint", "--exit-zero", "--format", "json", "clusters"}},
		{name: "convert", args: []string{o.karplint, "convert", "--to", "v1", "."}, ok: 1},
		{name: "plan", args: []string{o.karplint, "plan", "--to", planned, "."}, ok: 1},
		{name: "conftest", args: []string{o.conftest, "test", "--no-fail", "--no-color", "--output", "json", "--policy", policy, "."}},
		{name: "kubeconform", ok: 1, args: []string{o.kubeconform, "-strict", "-summary", "-n", "2", "-output", "json", "-ignore-missing-schemas",
			"-schema-location", schemas + "/{{ .ResourceKind }}{{ .KindSuffix }}.json", "clusters"}},
		{name: "pluto", args: []string{o.pluto, "detect-files", "--directory", "clusters", "--additional-versions", plutoVersions,
			"--output", "json", "--ignore-deprecations", "--ignore-removals"}},
		{name: "rg", args: []string{o.rg, "-l", "karpenter", "."}},
	}
}
