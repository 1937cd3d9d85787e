package scan

import (
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/karplint/karplint/lint/fileset"
)

// scanTexts scans files, all of them inputs except those below a directory.
func scanTexts(t *testing.T, texts map[string]string, called ...string) *Result {
	t.Helper()
	files := fileset.Overlay{Texts: map[string][]byte{}}
	var inputs []fileset.Input
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		files.Texts[name] = []byte(texts[name])
		if !slices.ContainsFunc(called, func(dir string) bool { return strings.HasPrefix(name, dir) }) {
			inputs = append(inputs, fileset.Input{Path: name, Terraform: path.Ext(name) == ".tf"})
		}
	}
	needles := &Needles{}
	needles.Terraform.Add([][]byte{[]byte("helm_release")})
	result := NewDictionary(needles).Files(t.Context(), inputs, files, MayMatter, &Memory{})
	for i, v := range result.Verdicts {
		if v.Err != nil || !v.Read {
			t.Errorf("%s: %v", inputs[i].Path, v.Err)
		}
	}
	if errs := result.CallErrors(map[string]bool{".": true}); len(result.Bugs)+len(errs) > 0 {
		t.Errorf("errors %v, %v", result.Bugs, errs)
	}
	return result
}

func calls(sources ...string) string {
	var b strings.Builder
	for i, source := range sources {
		b.WriteString("module \"m" + string(rune('a'+i)) + "\" {\n  source = \"" + source + "\"\n}\n")
	}
	return b.String()
}

// TestRoots: a root is a directory that no other one calls. One of several directories that call each other in a circle is a root, so that none is
// lost.
func TestRoots(t *testing.T) {
	tests := map[string]struct {
		files map[string]string
		want  string // the roots
	}{
		"one directory":      {map[string]string{"main.tf": "", "other.tf": ""}, "."},
		"root and module":    {map[string]string{"main.tf": calls("./modules/k"), "modules/k/main.tf": ""}, "."},
		"two with one":       {map[string]string{"a/x.tf": calls("../m"), "b/x.tf": calls("../m"), "m/x.tf": ""}, "a b"},
		"calls itself":       {map[string]string{"a/x.tf": calls("./"), "b/x.tf": calls("../b")}, "a b"},
		"circle":             {map[string]string{"c/x.tf": calls("../b"), "b/x.tf": calls("../c")}, "b"},
		"circle with tail":   {map[string]string{"a/x.tf": "", "c/x.tf": calls("../b"), "b/x.tf": calls("../c", "../a")}, "b"},
		"circle with caller": {map[string]string{"d/x.tf": calls("../c"), "c/x.tf": calls("../b"), "b/x.tf": calls("../c")}, "d"},
		"two circles": {map[string]string{
			"a/x.tf": calls("../b"), "b/x.tf": calls("../a"), "d/x.tf": calls("../c", "../b"), "c/x.tf": calls("../d"),
		}, "c"},
		"outside":   {map[string]string{"a/x.tf": calls("../../elsewhere")}, "a"},
		"not local": {map[string]string{"a/x.tf": calls("terraform-aws-modules/eks/aws"), "b/x.tf": ""}, "a b"},
		"own example": {map[string]string{
			"x.tf": calls("./modules/k"), "modules/k/x.tf": "", "examples/all/x.tf": calls("../.."), "modules/k/tests/x.tf": calls("../"),
		}, ". examples/all modules/k/tests"},
		"another's example": {map[string]string{"examples/all/x.tf": calls("../../m"), "m/x.tf": "", "m/prod/x.tf": calls("../")}, "examples/all m/prod"},
		"does not exist":    {map[string]string{"a/x.tf": calls("./none")}, "a"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			result := scanTexts(t, test.files)
			var got []string
			for _, d := range result.roots() {
				got = append(got, d.Real)
			}
			if strings.Join(got, " ") != test.want {
				t.Errorf("roots %q; want %q", got, test.want)
			}
		})
	}
}

// TestSelectedRoots: a root is selected if it or a module that it calls has a needle, even if that module is not an input.
func TestSelectedRoots(t *testing.T) {
	result := scanTexts(t, map[string]string{
		"a/x.tf": calls("../m"), "b/x.tf": "", "c/x.tf": "# karpenter\n", "d/x.tf": calls("../n"), "m/x.tf": calls("./deep"),
		"m/deep/x.tf": "# karpenter\n",
		"n/x.tf":      "",
	}, "m/")
	var got []string
	for _, d := range result.SelectedRoots(OfLinter(0)) {
		got = append(got, d.Real)
	}
	if !slices.Equal(got, []string{"a", "c"}) {
		t.Errorf("selected %q", got)
	}
}

// TestRootsOfManyModules: the work for a chain or a circle of thousands of modules grows only with the number of calls.
func TestRootsOfManyModules(t *testing.T) {
	files := map[string]string{}
	name := func(i int) string {
		return "m" + strings.Repeat("x", i%7) + "/" + string(rune('a'+i%26)) + "/" + string(rune('A'+i/26%26)) + string(rune('a'+i/676))
	}
	const n = 5000
	for i := range n {
		files[name(i)+"/x.tf"] = calls("../../../" + name((i+1)%n))
	}
	if roots := scanTexts(t, files).roots(); len(roots) != 1 {
		t.Errorf("%d roots", len(roots))
	}
}
