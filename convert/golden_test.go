package convert_test

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
	"pgregory.net/rapid"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/convert/scripts"
	"github.com/karplint/karplint/convert/settings"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/parsers/yaml"
)

// A case is a txtar file. Its comment says what it shows; lines in it that begin with "option "
// set an option: "option role NodeRole". Files are the input, but for
//
//	want/F     the whole file F as a diff and -f show it, left out where it equals the input
//	objects    what became of each object
//	notes      the notes
func TestGolden(t *testing.T) {
	golden.Archives(t, "../testdata/golden/convert/*.txtar", func(t *testing.T, archive *txtar.Archive) []txtar.File {
		in := inputs(archive)
		opts := options(t, archive.Comment)
		opts.Exists = func(file string) bool {
			return slices.ContainsFunc(in, func(f *model.File) bool { return f.Path == file })
		}
		c, err := convert.New(opts)
		if err != nil {
			t.Fatal(err)
		}
		out := c.Files(in)
		checkAsked(t, out, checkLaws(t, c, in, out))
		t.Run("CRLF", func(t *testing.T) { variant(t, c, in, out, crlf) })
		t.Run("no final newline", func(t *testing.T) { variant(t, c, in, out, cut) })
		t.Run("byte order mark", func(t *testing.T) { variant(t, c, in, out, mark) })
		golden.Shuffles(t, in, func(t *testing.T, shuffled []*model.File) {
			if d := cmp.Diff(outcome(out), outcome(c.Files(shuffled))); d != "" {
				t.Errorf("(-in order +shuffled):\n%s", d)
			}
		})
		return append(archive.Files[:len(in):len(in)], report(out)...)
	})
}

// outcome is the report of the files in the order of their paths.
func outcome(out []convert.File) string {
	sorted := slices.SortedFunc(slices.Values(out), func(a, b convert.File) int { return strings.Compare(a.Path, b.Path) })
	return string(txtar.Format(&txtar.Archive{Files: report(sorted)}))
}

func options(t *testing.T, comment []byte) convert.Options {
	installed := settings.Installation{}
	opts := convert.Options{
		Roles:     map[string]string{},
		Installed: func(string) settings.Installation { return installed },
	}
	for line := range strings.Lines(string(comment)) {
		words := strings.Fields(line)
		if len(words) < 2 || words[0] != "option" {
			continue
		}
		words = append(words, "", "")
		switch words[1] {
		case "role":
			opts.Role = words[2]
		case "declares":
			name, earlier := words[2], opts.Declares
			opts.Declares = func(dir, asked string) bool { return asked == name || earlier != nil && earlier(dir, asked) }
		case "roles":
			opts.Roles[words[2]] = words[3]
		case "instance-profile":
			opts.InstanceProfile = words[2]
		case "karpenter-version":
			opts.KarpenterVersion = words[2]
		case "keep":
			opts.Keep = true
		case "strict":
			opts.Strict = true
		case "exclude":
			opts.Exclude = append(opts.Exclude, words[2])
		case "to":
			opts.To = convert.API(words[2])
		case "installed-from":
			installed.From = strings.Join(words[2:len(words)-2], " ")
		case "installed-version":
			installed.Version = words[2]
		case "installed-profile":
			installed.InstanceProfile = words[2]
		case "installed-tag":
			installed.Tags = append(installed.Tags, settings.Tag{Key: words[2], Value: words[3]})
		case "installed-unknown":
			installed.Unknown = append(installed.Unknown, words[2])
		case "ignore-defaults":
			opts.IgnoreDefaults = true
		default:
			t.Fatalf("unknown option %q", words[1])
		}
	}
	return opts
}

// inputs returns the input files, which stand in front of the expected ones.
func inputs(archive *txtar.Archive) []*model.File {
	var in []*model.File
	for _, f := range archive.Files {
		if f.Name == "notes" || f.Name == "objects" || strings.HasPrefix(f.Name, "want/") {
			break
		}
		in = append(in, model.NewFile(f.Name, f.Data))
	}
	return in
}

// report writes an outcome as the expected files of a case.
func report(out []convert.File) []txtar.File {
	var files []txtar.File
	var objects, notes bytes.Buffer
	for _, f := range out {
		if !bytes.Equal(f.After, f.Before) {
			files = append(files, txtar.File{Name: "want/" + f.Path, Data: f.After})
		}
		for _, o := range f.Objects {
			fmt.Fprintf(&objects, "%s: %s: %s\n", f.Path, o.Status, o.From)
			if o.To != o.From {
				fmt.Fprintf(&objects, "    to %s\n", o.To)
			}
		}
		for _, n := range f.Notes {
			fmt.Fprintf(&notes, "%s:%d: %s: %s: %s: %s\n", n.File, n.Line, n.Level, n.Object, n.Path, n.Message)
		}
	}
	files = append(files, txtar.File{Name: "objects", Data: objects.Bytes()})
	if notes.Len() > 0 {
		files = append(files, txtar.File{Name: "notes", Data: notes.Bytes()})
	}
	return files
}

// variant converts the input in another form, and expects the output in that form, and the
// same notes.
func variant(t rapid.TB, c *convert.Converter, in []*model.File, out []convert.File, form func([]byte) []byte) {
	var changed []*model.File
	for _, f := range in {
		changed = append(changed, model.NewFile(f.Path, form(f.Data)))
	}
	got := c.Files(changed)
	if len(got) != len(out) {
		t.Fatalf("%d files, want %d", len(got), len(out))
	}
	for i, f := range got {
		if want := form(out[i].After); !bytes.Equal(f.After, want) {
			t.Errorf("%s: got\n%q\nwant\n%q", f.Path, f.After, want)
		}
		if d := cmp.Diff(out[i].Notes, f.Notes); d != "" {
			t.Errorf("%s: notes (-want +got)\n%s", f.Path, d)
		}
	}
}

func crlf(data []byte) []byte { return bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n")) }
func cut(data []byte) []byte  { return bytes.TrimSuffix(data, []byte("\n")) }
func mark(data []byte) []byte { return append([]byte("\uFEFF"), data...) }

// checkLaws asserts what holds for every conversion, and returns what a second one makes of its output.
func checkLaws(t rapid.TB, c *convert.Converter, in []*model.File, out []convert.File) []convert.File {
	t.Helper()
	again := slices.Clone(in)
	byPath := map[string]convert.File{}
	for _, f := range out {
		byPath[f.Path] = f
		at := slices.IndexFunc(again, func(g *model.File) bool { return g.Path == f.Path })
		again[at] = model.NewFile(f.Path, f.After)
		checkComments(t, f, out)
		checkLines(t, f)
		checkObjects(t, f)
		if n := unread(f.Path, f.After); n > unread(f.Path, f.Before) {
			t.Errorf("%s: %d documents of the output do not parse", f.Path, n)
		}
		for _, n := range f.Notes {
			if n.Level == convert.Decision && n.Path != "" && n.See == "" {
				t.Errorf("%s:%d: a decision about %s without a page of Karpenter's documentation: %s", f.Path, n.Line, n.Path, n.Message)
			}
		}
	}
	second := c.Files(again)
	for _, f := range second {
		if f.Changed() {
			t.Errorf("%s: converting again gives\n%s\nwant\n%s", f.Path, f.After, f.Before)
		}
		for _, n := range f.Notes {
			if was := status(byPath[f.Path], n.Object); was == convert.Converted && !asksForRole(n) {
				t.Errorf("%s: converting again says %s: %s", f.Path, n.Object, n.Message)
			}
		}
	}
	for _, f := range in {
		if !convert.Selects(f.Path, f.Data) && !strings.Contains(f.Path, "fragment") { // its kustomization is reported
			for _, o := range out {
				if o.Path == f.Path && (o.Changed() || len(o.Notes) > 0) {
					t.Errorf("%s: Selects refuses the file, but it gives changes or notes", f.Path)
				}
			}
		}
	}
	return second
}

// checkAsked asserts that a second conversion asks again what the first one left to a person. A role is asked for as long as its
// placeholder stands, then under the new kind.
func checkAsked(t rapid.TB, out, second []convert.File) {
	t.Helper()
	asked := map[string]bool{}
	for _, f := range second {
		for _, n := range f.Notes {
			asked[f.Path+n.Object+n.Path] = asked[f.Path+n.Object+n.Path] || n.Level == convert.Decision
		}
	}
	for _, f := range out {
		for _, n := range f.Notes {
			if n.Level == convert.Decision && !strings.Contains(n.Message, "the placeholder") && !asked[f.Path+n.Object+n.Path] {
				t.Errorf("%s: converting again no longer asks about %s %s: %s", f.Path, n.Object, n.Path, n.Message)
			}
		}
	}
}

// asksForRole says whether the note is about a role that is missing, which every run asks for until somebody writes it.
func asksForRole(n convert.Note) bool {
	return n.Level == convert.Decision && n.Path == "spec.role"
}

func status(f convert.File, object string) convert.Status {
	for _, o := range f.Objects {
		if o.From != o.To && strings.HasSuffix(o.To, object) {
			return o.Status
		}
	}
	return ""
}

// checkComments asserts that every comment of the input is in the output: in the file, or with what has moved to another one.
func checkComments(t rapid.TB, f convert.File, all []convert.File) {
	t.Helper()
	left := map[string]int{}
	for _, c := range comments(f.Path, f.After) {
		left[c]++
	}
	for _, c := range comments(f.Path, f.Before) {
		if left[c]--; left[c] < 0 && !slices.ContainsFunc(all, func(other convert.File) bool { return gained(other, c) }) {
			t.Errorf("%s: the comment %q is lost", f.Path, c)
		}
	}
}

// gained says whether a comment stands more often in the output of a file than in its input.
func gained(f convert.File, comment string) bool {
	count := func(data []byte) (n int) {
		for _, c := range comments(f.Path, data) {
			if c == comment {
				n++
			}
		}
		return n
	}
	return count(f.After) > count(f.Before)
}

func comments(path string, data []byte) []string {
	var all []string
	f := readAs(path, data)
	add := func(doc *model.Document, err *yaml.ParseError) bool {
		if err == nil {
			for _, c := range yaml.Comments(doc) {
				if !strings.HasPrefix(c.Text, "karplint keeps line") { // of a script
					all = append(all, c.Text)
				}
			}
		}
		return true
	}
	if !isTerraform(path) {
		yaml.Documents(f, add)
		return all
	}
	source, err := hcl.Parse(f)
	if err != nil {
		return nil
	}
	for _, c := range source.Comments() {
		all = append(all, c.Text)
	}
	for _, body := range heredocs(f, source.Document.Root) {
		yaml.Embedded(f, body, add)
	}
	return all
}

func isTerraform(path string) bool {
	return strings.HasSuffix(path, ".tf") || strings.HasSuffix(path, ".tfvars")
}

// heredocs returns the lines of the heredocs in a tree.
func heredocs(f *model.File, v *model.Value) (all []model.Span) {
	if body, ok := hcl.HeredocBody(f.Data, v.Span); ok && v.Style == model.Literal {
		return []model.Span{body}
	}
	for _, item := range v.Items {
		all = append(all, heredocs(f, item)...)
	}
	for _, e := range v.Entries {
		all = append(all, heredocs(f, e.Value)...)
	}
	return all
}

// readAs returns a file, of a script the manifests in it.
func readAs(path string, data []byte) *model.File {
	f := model.NewFile(path, data)
	if s := scripts.Read(f); s != nil {
		return s.Manifests
	}
	return f
}

// unread counts the documents of a file that do not parse.
func unread(path string, data []byte) int {
	if isTerraform(path) {
		if _, err := hcl.Parse(model.NewFile(path, data)); err != nil {
			return 1
		}
		return 0
	}
	n := 0
	yaml.Documents(readAs(path, data), func(_ *model.Document, err *yaml.ParseError) bool {
		if err != nil {
			n++
		}
		return true
	})
	return n
}

// checkLines asserts that a line of the input that stands in the output too is the same but for
// its indentation: blanks at its end stay.
func checkLines(t rapid.TB, f convert.File) {
	t.Helper()
	before, after := lines(f.Before), lines(f.After)
	if inlineProvider.Match(f.Before) || bytes.Contains(f.Before, []byte("kubelet")) && !bytes.Contains(f.After, []byte("karpenter.sh/v1beta1")) {
		return // the lines of a class inside a pool, and of what moves to a class, are written anew
	}
	delete(before, "limits:")        // limits.resources takes its place
	delete(before, "annotations:")   // may be dropped with what is in it, and be made for another one
	delete(before, "amiFamily: AL2") // one becomes an alias, and Ubuntu becomes it
	delete(before, "}")              // closes another map
	delete(before, "]")
	for trimmed, variants := range before {
		total, left := 0, map[string]int{}
		for _, line := range after[trimmed] {
			left[line]++
			total++
		}
		for _, line := range variants {
			if left[line]--; left[line] < 0 && total >= len(variants) {
				t.Errorf("%s: the line %q has other blanks in the output", f.Path, line)
			}
		}
	}
	if bytes.HasSuffix(f.Before, []byte("\n")) != bytes.HasSuffix(f.After, []byte("\n")) && !endsInBlock(f.After) {
		t.Errorf("%s: the final newline changed", f.Path)
	}
}

// endsInBlock says whether the newline that a text ends with is one of its last value: a document that is added may end so.
func endsInBlock(text []byte) bool {
	with, err := readObjects(string(text))
	without, errWithout := readObjects(strings.TrimSuffix(string(text), "\n"))
	return err == nil && errWithout == nil && !cmp.Equal(with, without)
}

var inlineProvider = regexp.MustCompile(`['"]?provider['"]?:`)

// lines returns the lines without indentation and newline, by what they are without blanks.
func lines(data []byte) map[string][]string {
	all := map[string][]string{}
	for line := range strings.Lines(string(data)) {
		trimmed := strings.TrimSpace(line)
		all[trimmed] = append(all[trimmed], indented(line))
	}
	return all
}

// indented returns a line without its indentation and its newline.
func indented(line string) string { return strings.TrimLeft(strings.TrimRight(line, "\r\n"), " \t") }

// checkObjects asserts that each document is accounted for: converted, unchanged in its bytes, or
// named in a note.
func checkObjects(t rapid.TB, f convert.File) {
	t.Helper()
	for _, o := range f.Objects {
		inValues := strings.HasPrefix(o.From, "document") && strings.Contains(f.Path, "values") // the note names the object of the template
		noted := slices.ContainsFunc(f.Notes, func(n convert.Note) bool { return inValues || strings.HasSuffix(" "+o.From, " "+n.Object) })
		if (o.Status == convert.Undecided || o.Status == convert.Skipped) && !noted {
			t.Errorf("%s: %s is %s, but no note says why", f.Path, o.From, o.Status)
		}
	}
	if convert.IsScript(f.Path) || isTerraform(f.Path) {
		return
	}
	documents := 0
	yaml.Documents(readAs(f.Path, f.Before), func(doc *model.Document, err *yaml.ParseError) bool {
		if err != nil && convert.Selects("", f.Before) || err == nil && doc.Root != nil && len(yaml.Resources(doc)) != 0 {
			documents++
		}
		return true
	})
	if len(f.Objects) < documents {
		t.Errorf("%s: %d objects are reported of %d documents", f.Path, len(f.Objects), documents)
	}
	if !bytes.Equal(f.After, f.Before) {
		for _, o := range f.Objects {
			if o.Status != convert.Unchanged {
				return
			}
		}
		t.Errorf("%s changed, but no object says so", f.Path)
	}
}
