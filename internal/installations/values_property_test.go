package installations_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"sigs.k8s.io/yaml"

	"github.com/karplint/karplint/internal/installations"
	"github.com/karplint/karplint/internal/testing/golden"
)

// TestChartValues holds the conversion of charts to its promise: what the installed chart reads of all values, merged as Helm does, is what the
// wanted chart reads of the converted ones, whichever branches of the templates in them are taken.
func TestChartValues(t *testing.T) {
	for _, version := range []string{"0.32.10", "0.37.8", "1.0.8"} {
		t.Run(version, func(t *testing.T) {
			converted := 0
			runs := golden.Draws(10, 40)
			for seed := range uint64(runs) {
				if chartValuesCase(t, newRelease(seed), seed, version) {
					converted++
				}
			}
			if converted < runs*6/10 {
				t.Errorf("only %d of %d are converted", converted, runs)
			}
		})
	}
}

// chartValuesCase reports whether the release was converted.
func chartValuesCase(t *testing.T, before *release, seed uint64, version string) bool {
	t.Helper()
	charts, err := installations.Convert(context.Background(), treeOf(before.files()), installations.Options{Version: version})
	if err != nil || len(charts.Errors) > 0 {
		t.Fatal(seed, err, charts.Errors)
	}
	files := before.files()
	maps.Copy(files, charts.Texts)
	if d := cmp.Diff(before.files(), files); d == "" {
		if len(charts.Notes) == 0 {
			t.Errorf("seed %d: nothing changed, and nothing was said", seed)
		}
		return false
	}
	for branches := range 4 {
		taken := map[string]bool{"a": branches&1 != 0, "b": branches&2 != 0}
		old := reads("0.31.4", before.merged(t, before.files(), taken))
		now := reads(version, before.merged(t, files, taken))
		for key, value := range old {
			if fmt.Sprint(value) != fmt.Sprint(now[key]) {
				t.Errorf("seed %d, %v: %s was %v and is %v\n%s\nnotes %v", seed, taken, key, value, now[key], cmp.Diff(before.files(), files), charts.Notes)
				return true
			}
		}
	}
	return true
}

// readings are the names of values by topic: in 0.31, in 0.32, which prefers the first name unless its value is empty, false or 0, and later. ""
// means that there is no name.
var readings = map[string][3]string{
	"cluster":   {"settings.aws.clusterName", "settings.clusterName", "settings.clusterName"},
	"endpoint":  {"settings.aws.clusterEndpoint", "settings.clusterEndpoint", "settings.clusterEndpoint"},
	"isolated":  {"settings.aws.isolatedVPC", "settings.isolatedVPC", "settings.isolatedVPC"},
	"queue":     {"settings.aws.interruptionQueueName", "settings.interruptionQueue", "settings.interruptionQueue"},
	"memory":    {"settings.aws.vmMemoryOverheadPercent", "settings.vmMemoryOverheadPercent", "settings.vmMemoryOverheadPercent"},
	"batch":     {"settings.batchMaxDuration", "settings.batchMaxDuration", "settings.batchMaxDuration"},
	"log":       {"controller.logLevel", "logConfig.logLevel.controller", "logLevel"},
	"replicas":  {"replicas", "replicas", "replicas"},
	"resources": {"controller.resources", "controller.resources", "controller.resources"},
}

// reads returns the values that the chart of the version reads, by topic.
func reads(version string, all map[string]any) map[string]any {
	found := map[string]any{}
	for about, names := range readings {
		old, middle, last := valueAt(all, names[0]), valueAt(all, names[1]), valueAt(all, names[2])
		switch {
		case version == "0.31.4" && old == nil: // written ahead, for the version that reads it
			found[about] = last
		case version == "0.31.4":
			found[about] = old
		case version != "0.32.10":
			found[about] = last
		case old == nil || old == "" || old == false || old == 0.0:
			found[about] = old
			if middle != nil {
				found[about] = middle
			}
		default:
			found[about] = old
		}
	}
	return found
}

func valueAt(v any, path string) any {
	for step := range strings.SplitSeq(path, ".") {
		m, _ := v.(map[string]any)
		v = m[step]
	}
	return v
}

// release is a random helm_release with values in several sources.
type release struct {
	sources []source
	sets    [][2]string
}

// source is an element of values: a heredoc, or a file.
type source struct {
	file string // "" for a heredoc
	text string
}

func newRelease(seed uint64) *release {
	r := rand.New(rand.NewPCG(seed, 7))
	out := &release{}
	for i := range 1 + r.IntN(3) {
		s := source{text: randomValues(r)}
		if r.IntN(2) == 0 {
			s.file = fmt.Sprintf("v%d.yaml.tpl", i)
		}
		out.sources = append(out.sources, s)
	}
	for range r.IntN(3) {
		names := readings[slices.Sorted(maps.Keys(readings))[r.IntN(len(readings))]]
		name := names[0]
		if r.IntN(8) == 0 && names[1] == names[2] {
			name = names[2]
		}
		if name != "controller.resources" {
			out.sets = append(out.sets, [2]string{name, fmt.Sprintf("set%d", r.IntN(9))})
		}
	}
	return out
}

// files returns main.tf and the values files that it reads.
func (r *release) files() map[string][]byte {
	files := map[string][]byte{}
	var main strings.Builder
	main.WriteString("resource \"helm_release\" \"karpenter\" {\n  name       = \"karpenter\"\n  repository = \"oci://public.ecr.aws/karpenter\"\n" +
		"  chart      = \"karpenter\"\n  version    = \"v0.31.4\"\n  values = [\n")
	for _, s := range r.sources {
		if s.file != "" {
			files[s.file] = []byte(s.text)
			fmt.Fprintf(&main, "    templatefile(\"${path.module}/%s\", { a = var.a, b = var.b }),\n", s.file)
			continue
		}
		main.WriteString("    <<-EOT\n")
		for line := range strings.Lines(s.text) {
			main.WriteString("    " + strings.NewReplacer("{ if ", "{ if var.").Replace(line))
		}
		main.WriteString("    EOT\n    ,\n")
	}
	main.WriteString("  ]\n")
	for _, set := range r.sets {
		fmt.Fprintf(&main, "  set {\n    name  = %q\n    value = %q\n  }\n", set[0], set[1])
	}
	files["main.tf"] = []byte(main.String() + "}\n")
	return files
}

var (
	heredocs = regexp.MustCompile(`(?s)<<-EOT\n(.*?)\n? *EOT\n`)
	setLines = regexp.MustCompile(`name  = "([^"]*)"\n    value = "([^"]*)"`)
)

// merged returns the values as Helm merges them, with the taken branches.
func (r *release) merged(t *testing.T, files map[string][]byte, taken map[string]bool) map[string]any {
	t.Helper()
	main := string(files["main.tf"])
	all := map[string]any{}
	texts := heredocs.FindAllStringSubmatch(main, -1)
	for _, s := range r.sources {
		text := string(files[s.file])
		if s.file == "" {
			text, texts = texts[0][1]+"\n", texts[1:]
		}
		own := map[string]any{}
		if err := yaml.Unmarshal([]byte(rendered(text, taken)), &own); err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		mergeInto(all, own)
	}
	for _, set := range setLines.FindAllStringSubmatch(main, -1) {
		steps := strings.Split(set[1], ".")
		var v any = set[2]
		for _, step := range slices.Backward(steps) {
			v = map[string]any{step: v}
		}
		mergeInto(all, v.(map[string]any))
	}
	return all
}

// mergeInto merges maps key by key, as Helm does; everything else is replaced.
func mergeInto(all, more map[string]any) {
	for key, v := range more {
		inner, isMap := v.(map[string]any)
		old, wasMap := all[key].(map[string]any)
		if isMap && wasMap {
			mergeInto(old, inner)
		} else {
			all[key] = v
		}
	}
}

var condition = regexp.MustCompile(`^\s*%\{ (?:if (?:var\.)?(!?)(\w)|(else)|(endif)) \}$`)

// rendered takes the branches of a text, whose directives have lines of their own.
func rendered(text string, taken map[string]bool) string {
	var out strings.Builder
	on := []bool{true}
	for line := range strings.Lines(text) {
		m := condition.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		last := len(on) - 1
		switch {
		case m == nil && !slices.Contains(on, false):
			out.WriteString(line)
		case m == nil:
		case m[3] != "":
			on[last] = !on[last]
		case m[4] != "":
			on = on[:last]
		default:
			on = append(on, taken[m[2]] != (m[1] == "!"))
		}
	}
	return out.String()
}

// randomValues returns a text of values with directives around some of them.
func randomValues(r *rand.Rand) string {
	leaf := func(name string) string { return fmt.Sprintf("%s: v%d\n", name, r.IntN(90)) }
	some := func(names ...string) []string {
		var lines []string
		for _, i := range r.Perm(len(names)) {
			if r.IntN(3) > 0 {
				lines = append(lines, leaf(names[i]))
			}
		}
		return lines
	}
	aws := some("clusterName", "clusterEndpoint", "isolatedVPC", "interruptionQueueName", "vmMemoryOverheadPercent")
	settings := some("batchMaxDuration")
	if len(aws) > 0 {
		settings = append(settings, "aws:\n"+indented(withDirectives(r, aws)))
	}
	if r.IntN(3) == 0 {
		settings = append(settings, leaf("batchIdleDuration"))
	}
	r.Shuffle(len(settings), func(i, j int) { settings[i], settings[j] = settings[j], settings[i] })
	top := some("replicas")
	if len(settings) > 0 {
		top = append(top, "settings:\n"+indented(withDirectives(r, settings)))
	}
	if r.IntN(2) == 0 {
		top = append(top, "controller:\n"+indented(withDirectives(r, []string{leaf("logLevel"), "resources:\n  requests: {cpu: 1}\n"})))
	}
	r.Shuffle(len(top), func(i, j int) { top[i], top[j] = top[j], top[i] })
	return withDirectives(r, append(top, "podLabels: {a: b}\n"))
}

func indented(text string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		out.WriteString("  " + line)
	}
	return out.String()
}

// withDirectives puts an if around some of the entries.
func withDirectives(r *rand.Rand, entries []string) string {
	if r.IntN(4) > 0 {
		return strings.Join(entries, "")
	}
	if len(entries) < 2 { // a map of which nothing is left would be null, and take away what another source has
		return strings.Join(entries, "")
	}
	from := r.IntN(len(entries) - 1)
	to := from + 1 + r.IntN(len(entries)-1-from)
	if r.IntN(2) == 0 {
		from, to = from+1, to+1
	}
	name := string("ab"[r.IntN(2)])
	middle := strings.Join(entries[from:to], "")
	if r.IntN(4) == 0 {
		middle += "%{ else }\n" + regexp.MustCompile(`v\d+`).ReplaceAllString(middle, "other")
	}
	return strings.Join(entries[:from], "") + "%{ if " + name + " }\n" + middle + "%{ endif }\n" + strings.Join(entries[to:], "")
}
