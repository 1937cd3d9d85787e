package convert_test

import (
	"flag"
	"fmt"
	"hash/fnv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/internal/testing/generate"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/model"
)

// draws is how many files each property test gets in `make test`. Of five planted faults the three in what becomes of expiry and
// consolidation were found within six files; two about templates and ids of selectors were not found within 25.
const draws = 25

// check calls a property with random files: see the packages generate and rapid. Each test draws files of its own, and the same ones in
// every run, more of them in `make test-long`; to draw others, or as many as you like, give -rapid.seed and -rapid.checks.
func check(t *testing.T, property func(*rapid.T)) {
	t.Helper()
	given := map[string]bool{}
	flag.Visit(func(f *flag.Flag) { given[f.Name] = true })
	seed := fnv.New32()
	seed.Write([]byte(t.Name()))
	for name, value := range map[string]string{"rapid.seed": fmt.Sprint(seed.Sum32()), "rapid.checks": fmt.Sprint(golden.Draws(draws, 200)),
		"rapid.nofailfile": "true"} {
		if given[name] && !set[name] {
			continue
		}
		set[name] = true
		if err := flag.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	rapid.Check(t, property)
}

// set are the flags that check has set.
var set = map[string]bool{}

// run is one conversion of a random file.
type run struct {
	opts convert.Options
	*convert.Converter
	in  []*model.File
	out []convert.File
	convert.File
}

// converters are those made so far: reading the tables takes longer than converting a file.
var converters = map[string]*convert.Converter{}

// convertText converts a file.
func convertText(t rapid.TB, opts convert.Options, path, text string) *run {
	c := converters[fmt.Sprint(opts)]
	if c == nil {
		var err error
		if c, err = convert.New(opts); err != nil {
			t.Fatalf("%v", err)
		}
		converters[fmt.Sprint(opts)] = c
	}
	r := &run{opts: opts, Converter: c, in: []*model.File{model.NewFile(path, []byte(text))}}
	r.out = c.Files(r.in)
	r.File = convert.File{Path: path, Before: []byte(text), After: []byte(text)}
	if len(r.out) > 0 {
		r.File = r.out[0]
	}
	return r
}

// decided returns the objects that notes leave to a person: "NodePool default". A role that is asked for holds nothing back.
func (r *run) decided() map[string]bool {
	all := map[string]bool{}
	for _, n := range r.Notes {
		if n.Level == convert.Decision && !strings.Contains(n.Message, "the placeholder") {
			all[n.Object] = true
		}
	}
	return all
}

func (r *run) api() string {
	if r.opts.To == "" {
		return string(convert.V1Beta1)
	}
	return string(r.opts.To)
}

var alphaTargets = []convert.Options{
	{KarpenterVersion: "0.32.10"}, {KarpenterVersion: "0.32.0"}, {KarpenterVersion: "0.37.8"}, {KarpenterVersion: "1.0.8"},
	{KarpenterVersion: "1.0.8", To: convert.V1}, {KarpenterVersion: "1.14.1", To: convert.V1},
}

// TestAlpha converts files of the alpha API to every target. What takes effect stays, nothing is lost, only what must be is left
// to a person, and the laws of the golden cases hold.
func TestAlpha(t *testing.T) {
	objects, targets := 0, 0
	for _, opts := range alphaTargets {
		t.Run(opts.KarpenterVersion+string(opts.To), func(t *testing.T) {
			targets++
			check(t, func(t *rapid.T) {
				f := generate.Alpha().Draw(t, "file")
				opts.AsDecided = true
				opts.Strict = true // an object alone: what the classes around one name is for golden cases
				opts.Role = rapid.SampledFrom([]string{"", "NodeRole"}).Draw(t, "role")
				opts.IgnoreDefaults = rapid.IntRange(0, 3).Draw(t, "ignore defaults") == 3
				for _, o := range f.Objects {
					if strings.Contains(o.APIVersion, "/v1alpha") {
						objects++
					}
				}
				r := convertText(t, opts, f.Path, f.Text)
				checkLaws(t, r.Converter, r.in, r.out)
				checkEffect(t, r, "alpha", "0.32.10")
				checkLost(t, r)
				checkDecisions(t, r)
			})
		})
	}
	if t.Logf("%d objects of the alpha API", objects); objects < golden.Draws(250, 2000) && targets == len(alphaTargets) {
		t.Errorf("only %d objects of the alpha API were converted: give more -rapid.checks", objects)
	}
}

// TestBeta does the same to files of v1beta1.
func TestBeta(t *testing.T) {
	for _, version := range []string{"0.32.10", "0.37.8"} {
		for _, to := range []string{"1.0.8", "1.14.1"} {
			t.Run(version+" to "+to, func(t *testing.T) {
				check(t, func(t *rapid.T) {
					f := generate.Beta(version).Draw(t, "file")
					r := convertText(t, convert.Options{KarpenterVersion: to, To: convert.V1, AsDecided: true}, f.Path, f.Text)
					checkLaws(t, r.Converter, r.in, r.out)
					checkEffect(t, r, "v1beta1", version)
					checkLost(t, r)
					checkDecisions(t, r)
				})
			})
		}
	}
}
