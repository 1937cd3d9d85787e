package conformance

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/karplint/karplint/convert"
)

// TestHelmMutated holds the charts of TestHelm to the law after random changes of their templates: entries in blocks, comments, and
// variables that are declared, read and changed between them. HELM_MUTATIONS says how many are made of each chart in each mode.
func TestHelmMutated(t *testing.T) {
	rounds := 2
	if n, err := strconv.Atoi(os.Getenv("HELM_MUTATIONS")); err == nil {
		rounds = n
	}
	archives, err := filepath.Glob("testdata/helm/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no charts", err)
	}
	var charts, left, judged int
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for m, mode := range helmModes {
			c, err := convert.New(mode.Options)
			if err != nil {
				t.Fatal(err)
			}
			for i := range rounds {
				random := rand.New(rand.NewPCG(uint64(i), uint64(m)))
				before := chartFiles(archive)
				before.mutate(random)
				after := before.clone()
				decisions := after.convert(c)
				charts++
				if len(decisions) > 0 {
					left++
				}
				t.Run(fmt.Sprintf("%s/%s/%d", strings.TrimSuffix(filepath.Base(name), ".txtar"), mode.name, i), func(t *testing.T) {
					for _, values := range before.values() {
						judged += before.judgeMutated(t, c, after, values, len(decisions) > 0)
					}
				})
			}
		}
	}
	if t.Logf("%d charts, %d left to a person, %d renderings judged", charts, left, judged); judged < charts/4 {
		t.Errorf("of %d charts %d renderings are judged", charts, judged)
	}
}

// judgeMutated is judge for a chart that may render nothing legal, of which nothing is promised then. It returns how many renderings it judged.
func (c chartOf) judgeMutated(t *testing.T, by *convert.Converter, converted chartOf, values string, left bool) int {
	rendered, err := c.render(values)
	if err != nil {
		return 0
	}
	for _, text := range rendered {
		if _, err := objects([]byte(text)); err != nil {
			return 0 // the change made it no YAML
		}
	}
	got, err := converted.render(values)
	if err != nil {
		t.Fatalf("%s: the converted chart does not render: %v\n%s", path.Base(values), err, converted.changedText(c))
	}
	for _, o := range rendered.objects(t) {
		if karpenters(o) && (!legal(o) || lacksRequirements(o)) {
			return 0
		}
	}
	if left || len(rendered.convert(by)) > 0 {
		return 0
	}
	if diff := cmp.Diff(rendered.objects(t), got.objects(t)); diff != "" {
		t.Errorf("%s: rendering the converted chart gives other objects (+) than converting the rendered one (-):\n%s\n%s\nof\n%s", path.Base(values),
			diff, converted.changedText(c), c.changedText(converted))
	}
	return 1
}

// lacksRequirements reports whether an object has requirements without a value, because its template takes them from a value that no values
// file sets. The alpha API ignores them, and karplint cannot know what an installation sets.
func lacksRequirements(o object) bool {
	spec, _ := o["spec"].(object)
	requirements, isWritten := spec["requirements"]
	return isWritten && requirements == nil
}

// mutate changes the templates of a chart.
func (c chartOf) mutate(random *rand.Rand) {
	for _, f := range c.models() {
		switch {
		case strings.Contains(f.Path, "/templates/") && strings.HasSuffix(f.Path, ".yaml"):
			c[f.Path] = mutated(random, c[f.Path])
			c[f.Path[:strings.Index(f.Path, "/templates/")]+"/templates/_mut.tpl"] = mutHelpers
		case strings.Contains(path.Base(f.Path), "values"):
			c[f.Path] += fmt.Sprintf("\nmutA: %t\nmutB: %t\nmutN: %d\n", random.IntN(2) == 0, random.IntN(2) == 0, random.IntN(90)+1)
		}
	}
}

// blockForms wrap an entry; the first %s is what they are indented by.
var blockForms = []string{
	"%[1]s{{- if $.Values.mutA }}\n%[2]s%[1]s{{- end }}\n",
	"%[1]s{{- if not $.Values.mutB }}\n%[2]s%[1]s{{- end }}\n",
	"%[1]s{{- if and $.Values.mutA $.Values.mutB }}\n%[2]s%[1]s{{- end }}\n",
	"%[1]s{{- range $i, $mut := list 1 }}\n%[2]s%[1]s{{- end }}\n",
	"%[1]s{{- if $.Values.mutA }}\n%[2]s%[1]s{{- else }}\n%[2]s%[1]s{{- end }}\n",
}

// lineForms stand above an entry.
var lineForms = []string{
	"%[1]s# about what follows\n", "%[1]s{{- /* about what follows */}}\n", "%[1]s{{- /* of two\n%[1]s       lines */}}\n",
	"%[1]s{{- $mut%[2]d := $.Values.mutN }}\n", "\n", "%[1]s{{- if $.Values.mutB }}\n%[1]s{{- end }}\n",
	"%[1]s{{- $mut%[2]d := 3 }}\n%[1]s{{- if $.Values.mutB }}\n%[1]s{{- $mut%[2]d = 5 }}\n%[1]s{{- end }}\n%[1]sweight: {{ $mut%[2]d }}\n",
	"%[1]sttlSecondsUntilExpired: {{ $.Values.mutN }}\n",
	"%[1]s{{- $_ := set $.Values \"mutN\" (add $.Values.mutN 1) }}\n",
	"%[1]s{{- $_ := set (default dict $.Values) \"mutN\" (add $.Values.mutN 1) }}\n",
	"%[1]s{{- $mut%[2]d := include \"mut.init\" $ }}\n",
	"%[1]s{{- $mut%[2]d := tpl \"{{ $_ := set .Values `mutN` 7 }}\" $ }}\n",
	"%[1]s{{- if unset $.Values \"mutB\" }}\n%[1]s{{- end }}\n",
	"%[1]s{{- $_ := merge $.Values (dict \"mutC\" 1) }}\n",
	"%[1]s# {{ include \"mut.note\" $ }}\n", "%[1]s# {{ template \"mut.init\" $ }}\n", "%[1]s# {{- toYaml $.Values.mutN | nindent 2 }}\n",
}

// mutHelpers are the named templates that lineForms include.
const mutHelpers = `{{ define "mut.init" }}{{ $_ := set .Values "mutN" (add .Values.mutN 1) }}{{ end }}{{ define "mut.note" }}of{{ "\n" }}  ` +
	`mutNote: 1{{ end }}`

// mutated returns a template with changes at some entries of specs, which have two columns in front of them.
func mutated(random *rand.Rand, text string) string {
	lines := strings.SplitAfter(text, "\n")
	var b strings.Builder
	inSpec, alpha, used := false, false, map[string]bool{}
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		switch {
		case strings.HasPrefix(line, "---"):
			inSpec, used = false, map[string]bool{}
		case strings.HasPrefix(line, "kind:"):
			alpha = strings.Contains(line, "Provisioner")
		case strings.HasPrefix(line, "spec:") && strings.TrimSpace(line) == "spec:":
			inSpec = true
			b.WriteString(line)
			continue
		}
		if !inSpec || !strings.HasPrefix(line, "  ") || len(line) < 4 || line[2] < 'a' || line[2] > 'z' {
			b.WriteString(line)
			continue
		}
		to := i + 1
		for to < len(lines) && (strings.HasPrefix(lines[to], "   ") || strings.HasPrefix(lines[to], "  - ")) {
			to++
		}
		entry := strings.Join(lines[i:to], "")
		i = to - 1
		if n := random.IntN(len(lineForms) * 2); n < len(lineForms) {
			form := lineForms[n]
			key := strings.TrimSpace(form[strings.LastIndexByte(strings.TrimSpace(form), ']')+1:])
			fields := strings.Contains(form, "weight:") || strings.Contains(form, "ttlSeconds")
			if !fields || alpha && !used[key] && !strings.Contains(text, "weight:") && !strings.Contains(text, "ttlSecondsUntil") {
				used[key] = true
				b.WriteString(strings.NewReplacer("%[1]s", "  ", "%[2]d", strconv.Itoa(i)).Replace(form))
			}
		}
		required := false
		for _, name := range []string{"providerRef", "provider:", "subnetSelector", "securityGroupSelector"} {
			required = required || strings.HasPrefix(strings.TrimSpace(entry), name)
		}
		if !required && random.IntN(3) == 0 && strings.Count(entry, "{{- end") == strings.Count(entry, "{{- if")+strings.Count(entry,
			"{{- range")+strings.Count(entry, "{{- with") {
			entry = fmt.Sprintf(blockForms[random.IntN(len(blockForms))], "  ", entry)
		}
		b.WriteString(entry)
	}
	return b.String()
}
