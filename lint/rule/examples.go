package rule

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/nearest"
	"github.com/karplint/karplint/versions"
	"golang.org/x/tools/txtar"
	"sigs.k8s.io/yaml"
)

// Examples are the examples of a rule: its golden test, and the examples on its page.
//
// They are in examples.txtar. Its comment holds prose for the page (lines that start with "#")
// and flags, either for every case or for one:
//
//	karpenter-version: 1.0.8
//	bad/old.yaml karpenter-version: 0.37.8
//	bad/reversed destroy-order: controller-first
//	bad/spot.yaml options: {namespaces: [batch]}
//
// karpenter-version is an exact version, a range, or unknown, which is also the default. A case
// bad/NAME.EXT has findings, one for each line of bad/NAME.findings, and bad/NAME.fixed.EXT is the
// file after all its fixes. A case of several files is a directory, bad/NAME/…, and bad/NAME.fixed/… holds each file that fixes
// change. good/NAME.EXT, or good/NAME/…, has no finding. A file .karplint-baseline.txt in a directory is its baseline. The test writes findings
// and fixed files with -update.
//
// A case of a rule about two states has all files of the former one behind its own, as NAME.before.EXT or NAME.before/….
type Examples struct {
	Prose string
	Cases []Example // in the order of the file
}

// Example is a file, or a directory of files, with its findings and its text after fixes.
type Example struct {
	Name         string         // "bad/deployment.yaml"; of a directory "bad/two-roots"
	Bad          bool           // false if the rule must find nothing
	Version      string         // the target as project.ParseTarget reads it, "" if unknown
	DestroyOrder string         // as in Options
	Options      map[string]any // of the rule, as in Options.RuleOptions
	Files        []ExampleFile
	Before       []ExampleFile // the former state, none if the rule is not about two
	// "6:5-6:41 warning message" and, with a fix, " (safe fix: title)"; positions are line:column, ends exclusive; in a directory behind "main.tf:"
	Findings []string
	Fixed    []ExampleFile // the files that change, after safe and unsafe fixes
}

// ExampleFile is one file of an example.
type ExampleFile struct {
	Name string // "deployment.yaml", in a directory the path in it
	Text string
}

// IsDirectory reports whether the example is a directory, which may hold a single file.
func (e *Example) IsDirectory() bool { return path.Ext(e.Name) == "" }

// Examples reads the rule's examples.txtar.
func (r *Rule) Examples() (*Examples, error) {
	name := path.Join(r.Folder, "examples.txtar")
	data, err := fs.ReadFile(r.files, name)
	if err != nil {
		return nil, err
	}
	examples, err := r.parseExamples(txtar.Parse(data))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return examples, nil
}

// The flags of examples.
const (
	versionFlag = "karpenter-version"
	orderFlag   = "destroy-order"
	optionsFlag = "options"
)

// flags are values of flags, by case, "" for all, and name.
type flags map[string]map[string]string

func (r *Rule) parseExamples(archive *txtar.Archive) (*Examples, error) {
	examples := &Examples{}
	values, err := examples.readComment(string(archive.Comment))
	if err != nil {
		return nil, err
	}
	for _, f := range archive.Files {
		if err := examples.addFile(f); err != nil {
			return nil, err
		}
	}
	for i := range examples.Cases {
		c := &examples.Cases[i]
		c.Version, c.DestroyOrder = values.value(c.Name, versionFlag), values.value(c.Name, orderFlag)
		if c.Options, err = r.setOptions(values.value(c.Name, optionsFlag)); err != nil {
			return nil, fmt.Errorf("%s of %s: %w", optionsFlag, c.Name, err)
		}
		delete(values, c.Name)
	}
	delete(values, "")
	for _, name := range slices.Sorted(maps.Keys(values)) {
		return nil, fmt.Errorf("a flag is for %s, which does not exist", name)
	}
	return examples, nil
}

// setOptions reads options of the rule: {namespaces: [batch]}.
func (r *Rule) setOptions(text string) (map[string]any, error) {
	var decoded map[string]any
	if err := yaml.Unmarshal([]byte(text), &decoded); err != nil {
		return nil, fmt.Errorf("%q is not a map such as {namespaces: [batch]}", text)
	}
	values := map[string]any{}
	for _, o := range r.Options {
		given, isSet := decoded[o.Name]
		if !isSet {
			continue
		}
		value, err := o.Value(given)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", o.Name, err)
		}
		values[o.Name] = value
		delete(decoded, o.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(decoded)) {
		return nil, fmt.Errorf("rule %s has no option %q", r.ID, name)
	}
	return values, nil
}

func (f flags) value(name, flag string) string {
	if text, ok := f[name][flag]; ok {
		return text
	}
	return f[""][flag]
}

// readComment reads prose and flags.
func (e *Examples) readComment(comment string) (flags, error) {
	values := flags{}
	var prose []string
	for line := range strings.Lines(comment) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			prose = append(prose, strings.TrimPrefix(strings.TrimPrefix(line, "#"), " "))
			continue
		}
		key, value, _ := strings.Cut(line, ":")
		name, flag, scoped := strings.Cut(key, " ")
		if !scoped {
			name, flag = "", key
		}
		value = strings.TrimSpace(value)
		if err := checkFlag(flag, value); err != nil {
			return nil, err
		}
		if value == "unknown" {
			value = ""
		}
		if values[name] == nil {
			values[name] = map[string]string{}
		}
		values[name][flag] = value
	}
	e.Prose = strings.TrimSpace(strings.Join(prose, "\n"))
	return values, nil
}

func checkFlag(flag, value string) error {
	switch flag {
	case versionFlag:
		_, err := versions.ParseTarget(value, "")
		return err
	case orderFlag:
		if value != "controller-last" && value != "controller-first" {
			return fmt.Errorf("unknown %s %q; use controller-last or controller-first", flag, value)
		}
		return nil
	case optionsFlag:
		return nil // the rule decides
	}
	return fmt.Errorf("unknown flag %q%s", flag, nearest.Hint(flag, []string{versionFlag, orderFlag, optionsFlag}))
}

// addFile adds a case, or a file of the case before it.
func (e *Examples) addFile(f txtar.File) error {
	folder, relative, _ := strings.Cut(f.Name, "/")
	first, inside, isDirectory := strings.Cut(relative, "/")
	stem, extension, _ := strings.Cut(first, ".")
	isFile := !isDirectory || inside != "" && slices.Contains([]string{"", "fixed", "before"}, extension)
	if !slices.Contains([]string{"bad", "good"}, folder) || stem == "" || !isFile {
		return fmt.Errorf("%s is not bad/NAME.EXT, good/NAME.EXT, or a file below bad/NAME or good/NAME", f.Name)
	}
	var last *Example
	if len(e.Cases) > 0 {
		last = &e.Cases[len(e.Cases)-1]
	}
	file := ExampleFile{Name: inside, Text: string(f.Data)}
	if !isDirectory {
		file.Name = first
	}
	is := func(word string) bool {
		return extension == word && isDirectory || strings.HasPrefix(extension, word+".")
	}
	name := path.Join(folder, first)
	switch {
	case extension != "findings" && !is("fixed") && !is("before"):
		if last == nil || last.Name != name {
			e.Cases = append(e.Cases, Example{Name: name, Bad: folder == "bad"})
			last = &e.Cases[len(e.Cases)-1]
		}
		last.Files = append(last.Files, file)
	case last == nil, path.Dir(last.Name) != folder, last.stem() != stem, !last.Bad && !is("before"):
		if folder == "good" && (extension == "findings" || is("fixed")) {
			return fmt.Errorf("%s: a good example has no findings; remove it, or move the example to bad", f.Name)
		}
		return fmt.Errorf("%s does not follow its case bad/%s", f.Name, stem)
	case is("before"):
		last.Before = append(last.Before, last.named(file))
	case is("fixed"):
		last.Fixed = append(last.Fixed, last.named(file))
	default:
		last.Findings = strings.Split(strings.TrimSpace(string(f.Data)), "\n")
	}
	return nil
}

// named returns a file in another state of the case, which has the name of the case's file if it is one.
func (e *Example) named(f ExampleFile) ExampleFile {
	if !e.IsDirectory() {
		f.Name = e.Files[0].Name
	}
	return f
}

// stem is the name of the case without its folder and extensions.
func (e *Example) stem() string {
	stem, _, _ := strings.Cut(path.Base(e.Name), ".")
	return stem
}
