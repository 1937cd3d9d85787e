package main

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// maxExponent is how fast the cost may grow: with the number itself, and a little for sorting.
const maxExponent = 1.15

// curve is an input that grows.
type curve struct {
	name  string
	sizes []int // the first one is the start
	fill  func(w *writer, n int)
	args  []string // of karplint; those of lint if nil
}

var (
	thousand    = []int{1, 10, 30, 100, 300, 1000}
	tenThousand = []int{1, 10, 100, 300, 1000, 3000, 10_000}
)

var curves = []curve{
	{"documents in a file", tenThousand, func(w *writer, n int) {
		w.file("all.yaml", repeat(n, func(i int) string {
			return w.text("gitops/workload.yaml", i, "@N", "2", "@A", "        karpenter.sh/do-not-disrupt: \"true\"\n", "@S", "")
		}))
	}, nil},
	{"pools in a file", tenThousand[:6], func(w *writer, n int) { w.poolsInFile(n, cleanPool) }, nil},
	{"pools in a directory", tenThousand[:6], func(w *writer, n int) {
		w.file("class.yaml", w.text("gitops/class.yaml", 0))
		for i := range n {
			w.file(fmt.Sprintf("pool-%05d.yaml", i), w.pool(cleanPool, i))
		}
	}, nil},
	{"pools in a root", thousand, func(w *writer, n int) { w.poolsInRoot(n) }, nil},
	{"roots that call one module", thousand, fillRootsOfModule, nil},
	{"the same, in a plan", thousand[:5], fillRootsOfModule, []string{"plan", "--format", "json", "."}},
	{"modules in each other", []int{1, 10, 20, 40, 80, 160}, fillDepth, nil},
	{"findings in a file", tenThousand, func(w *writer, n int) {
		w.file("all.yaml", repeat(n, func(i int) string { return w.text("old-pod.yaml", i) }))
	}, nil},
	{"overlays on a base", thousand, func(w *writer, n int) {
		w.file("base/pool.yaml", w.pool(cleanPool, 0))
		w.kustomization("base/", "pool.yaml")
		for i := range n {
			dir := fmt.Sprintf("overlays/%04d/", i)
			w.file(dir+"kustomization.yaml", w.text("curves/overlay.yaml", i))
			w.file(dir+"patch.yaml", w.text("curves/patch.yaml", i, "@N", fmt.Sprint(i%100+1)))
		}
	}, nil},
}

// fillRootsOfModule writes n roots that call a module with an installation.
func fillRootsOfModule(w *writer, n int) {
	w.file("modules/eks/eks.tf", w.text("plan/eks.tf", 0))
	w.karpenter("modules/eks/", "beta", "var.karpenter_version", "var.vpc_name")
	for i := range n {
		dir := fmt.Sprintf("roots/%04d/", i)
		w.file(dir+"variables.tf", w.text("plan/root-variables.tf", i))
		w.file(dir+"eks.tf", w.text("plan/root-eks.tf", i, "@V", "0.36.2"))
	}
}

// fillDepth writes a root whose module calls a module, and so on. Each has resources of its own, and hands its variables down.
func fillDepth(w *writer, n int) {
	for i := range n {
		dir := fmt.Sprintf("m%04d/", i)
		w.file(dir+"main.tf", w.text("plan/module-main.tf", i)+w.text("plan/module-iam.tf", i))
		w.file(dir+"variables.tf", w.text("plan/module-variables.tf", i, "@N", "0"))
		w.file(dir+"locals.tf", w.text("plan/module-locals.tf", i))
		if i+1 < n {
			w.file(dir+"next.tf", w.text("curves/next.tf", i, "@D", fmt.Sprintf("m%04d", i+1)))
		} else {
			w.karpenter(dir, "beta", `"0.36.2"`, "var.name")
		}
	}
}

func repeat(n int, object func(i int) string) string {
	var objects []string
	for i := range n {
		objects = append(objects, object(i))
	}
	return strings.Join(objects, "---\n")
}

// point is the cost of one size of a curve, without what one of the thing costs: that is the start of the program and the rules that it loads.
type point struct {
	Size    int
	Seconds float64
}

// curve measures the command at each size, and adds the points with the exponent of their upper part.
func (r *report) curve(o options, c curve, dir string) error {
	var start float64
	measured := grown{Name: c.name}
	for i, size := range c.sizes {
		made := corpus{fill: func(w *writer) { c.fill(w, size) }}
		if _, _, err := made.write(dir); err != nil {
			return err
		}
		seconds, err := secondsOf(o, c, dir)
		if err != nil {
			return err
		}
		if i == 0 {
			start = seconds
			continue
		}
		measured.Points = append(measured.Points, point{size, max(seconds-start, 0)})
	}
	measured.Start = start
	measured.Exponent = exponent(measured.Points, start)
	progress("%s: %.2f", c.name, measured.Exponent)
	r.Curves = append(r.Curves, measured)
	return nil
}

// secondsOf is the processor time of the command: the median of five runs, or of those that end in six seconds.
func secondsOf(o options, c curve, dir string) (float64, error) {
	args := c.args
	if args == nil {
		args = []string{"lint", "--exit-zero", "--format", "json", "."}
	}
	command := program{name: args[0], args: append([]string{o.karplint}, args...), ok: 1} // a plan may have an open decision
	var values []float64
	for began := time.Now(); len(values) < 5 && time.Since(began) < 6*time.Second; {
		one, err := once(command, dir)
		if err != nil {
			return 0, err
		}
		values = append(values, one.of(processor))
		if o.runs == 1 {
			break
		}
	}
	return median(values), nil
}

// exponent fits cost = a·size^exponent to the points that cost more than the start, in logarithms. Without three such points it takes the last
// three.
func exponent(points []point, start float64) float64 {
	upper := points[max(0, len(points)-3):]
	for i, p := range points {
		if p.Seconds > start {
			if len(points)-i > len(upper) {
				upper = points[i:]
			}
			break
		}
	}
	var n, x, y, xx, xy float64
	for _, p := range upper {
		if p.Seconds > 0 {
			a, b := math.Log(float64(p.Size)), math.Log(p.Seconds)
			n, x, y, xx, xy = n+1, x+a, y+b, xx+a*a, xy+a*b
		}
	}
	return (n*xy - x*y) / (n*xx - x*x)
}
