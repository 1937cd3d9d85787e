package main

import (
	_ "embed"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"text/template"
)

// report is what the page and the table in the terminal show. Its exported fields are those of page.md.
type report struct {
	Corpora []written
	Rows    []result
	Times   []timed
	Curves  []grown
}

type written struct {
	Name, About string
	Files       int
	MB          float64
	Runs        int
}

// result is a row with what was measured.
type result struct {
	Corpus, What, Metric   string
	Bound, Aim             float64
	Value, Lowest, Highest float64
	Missing                bool // a program is not here
}

// timed are the medians of one program on one corpus.
type timed struct {
	Corpus, Program       string
	Processor, Wall, Peak float64
}

type grown struct {
	Name     string
	Start    float64 // what one costs, seconds
	Points   []point
	Exponent float64
}

// add adds the result of a row: the median of the values of its runs.
func (r *report) add(row row, values []float64) {
	result := result{Corpus: row.corpus, What: row.program, Metric: row.metric.String(), Bound: row.bound, Aim: row.aim, Missing: len(values) == 0}
	switch {
	case row.against != "":
		result.What += " / " + row.against
	case row.metric == processor:
		result.Metric += ", s"
	}
	if len(values) > 0 {
		result.Value, result.Lowest, result.Highest = median(values), slices.Min(values), slices.Max(values)
	}
	progress("  %s, %s: %s, at most %s: %s", result.What, result.Metric, result.Measured(), bound(result.Bound), result.Verdict())
	r.Rows = append(r.Rows, result)
}

func (r *report) times(corpus string, samples map[string][]sample) {
	for _, p := range programs(options{}, "") {
		if of := samples[p.name]; len(of) > 0 {
			values := func(m metric) (all []float64) {
				for _, s := range of {
					all = append(all, s.of(m))
				}
				return all
			}
			r.Times = append(r.Times, timed{corpus, p.name, median(values(processor)), median(values(wall)), median(values(peak))})
		}
	}
}

// Measured is the median with its spread.
func (r result) Measured() string {
	switch {
	case r.Missing:
		return "the other program is missing here"
	case r.Lowest == r.Highest:
		return number(r.Value)
	}
	return fmt.Sprintf("%s (%s to %s)", number(r.Value), number(r.Lowest), number(r.Highest))
}

// Verdict compares it with the bound and the aim.
func (r result) Verdict() string {
	switch {
	case r.Missing:
		return "–"
	case r.Bound == 0:
		return "no bound"
	case r.Value > r.Bound:
		return "**missed**"
	case r.Aim > 0 && r.Value > r.Aim:
		return "reached, the aim not"
	}
	return "reached"
}

func (g grown) Verdict() string {
	if g.Exponent > maxExponent {
		return "**missed**"
	}
	return "reached"
}

//go:embed page.md
var page string

// print writes the page, or only its tables.
func (r *report) print(w io.Writer, name string) error {
	functions := template.FuncMap{"number": number, "machine": machine, "bound": bound, "maxExponent": func() float64 { return maxExponent }}
	t, err := template.New("").Funcs(functions).Parse(page)
	if err != nil {
		return err
	}
	return t.ExecuteTemplate(w, name, r)
}

// number prints three digits.
func number(v float64) string {
	if v >= 100 {
		return fmt.Sprintf("%.0f", v)
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}

func bound(v float64) string {
	if v == 0 {
		return "–"
	}
	return number(v)
}

var memTotal = regexp.MustCompile(`MemTotal: +(\d+) kB`)

// machine says on what was measured, without its name.
func machine() string {
	says := []string{fmt.Sprintf("%d cores", runtime.NumCPU())}
	if info, err := os.ReadFile("/proc/meminfo"); err == nil {
		if match := memTotal.FindSubmatch(info); match != nil {
			kb, _ := strconv.ParseFloat(string(match[1]), 64)
			says = append(says, fmt.Sprintf("%.0f GB", kb/1e6))
		}
	}
	version := strings.TrimPrefix(runtime.Version(), "go")
	return strings.Join(append(says, runtime.GOOS+"/"+runtime.GOARCH, "Go "+version), ", ")
}
