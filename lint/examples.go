package lint

import (
	"fmt"
	"github.com/karplint/karplint/project"
	"io/fs"
	"path"
	"strings"

	"github.com/karplint/karplint/internal/nearest"
	"golang.org/x/tools/txtar"
)

// Examples are the examples of a rule: its golden test, and what its page shows.
//
// They stand in examples.txtar. Its comment holds prose for the page (lines that start with "#")
// and flags, either for every case or for one:
//
//	karpenter-version: 1.0.8
//	bad/old.yaml karpenter-version: 0.37.8
//
// karpenter-version is an exact version, a range, or unknown, which is also the default. A case
// bad/NAME.EXT has findings, one for each line of bad/NAME.findings, and bad/NAME.fixed.EXT is the
// file after all its fixes. good/NAME.EXT has no finding. The test writes the last two with -update.
type Examples struct {
	Prose string
	Cases []Example // in the order of the file
}

// Example is one file with what karplint says about it.
type Example struct {
	Name     string   // "bad/deployment.yaml"
	Bad      bool     // false: no finding is right
	Version  string   // the target as project.ParseTarget reads it, "" if unknown
	Input    string   // the file
	Findings []string // "6:5-6:41 warning message" and, with a fix, " (safe fix: title)"; positions are line:column, ends exclusive
	Fixed    string   // the file after its safe and unsafe fixes, "" if it has none
}

// Examples reads the rule's examples.txtar.
func (r *Rule) Examples() (*Examples, error) {
	name := path.Join(r.Folder, "examples.txtar")
	data, err := fs.ReadFile(r.files, name)
	if err != nil {
		return nil, err
	}
	examples, err := parseExamples(txtar.Parse(data))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return examples, nil
}

const versionFlag = "karpenter-version"

func parseExamples(archive *txtar.Archive) (*Examples, error) {
	examples := &Examples{}
	versions, err := examples.readComment(string(archive.Comment))
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
		c.Version = versions[""]
		if own, found := versions[c.Name]; found {
			c.Version = own
			delete(versions, c.Name)
		}
	}
	delete(versions, "")
	for name := range versions {
		return nil, fmt.Errorf("a flag is for %s, which does not exist", name)
	}
	return examples, nil
}

// readComment reads prose and flags; the versions are by case, "" for all.
func (e *Examples) readComment(comment string) (versions map[string]string, err error) {
	versions = map[string]string{}
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
		if flag != versionFlag {
			return nil, fmt.Errorf("unknown flag %q%s", flag, nearest.Hint(flag, []string{versionFlag}))
		}
		value = strings.TrimSpace(value)
		if _, err := project.ParseTarget(value, ""); err != nil {
			return nil, err
		}
		if value == "unknown" {
			value = ""
		}
		versions[name] = value
	}
	e.Prose = strings.TrimSpace(strings.Join(prose, "\n"))
	return versions, nil
}

// addFile adds a case, or what belongs to the case before it.
func (e *Examples) addFile(f txtar.File) error {
	folder, base := path.Split(f.Name)
	stem, extension, _ := strings.Cut(base, ".")
	if folder != "bad/" && folder != "good/" || stem == "" {
		return fmt.Errorf("%s is not bad/NAME.EXT or good/NAME.EXT", f.Name)
	}
	if extension != "findings" && !strings.HasPrefix(extension, "fixed.") {
		e.Cases = append(e.Cases, Example{Name: f.Name, Bad: folder == "bad/", Input: string(f.Data)})
		return nil
	}
	if len(e.Cases) == 0 || !strings.HasPrefix(e.Cases[len(e.Cases)-1].Name, folder+stem+".") || folder != "bad/" {
		return fmt.Errorf("%s does not follow its case bad/%s", f.Name, stem)
	}
	last := &e.Cases[len(e.Cases)-1]
	if extension == "findings" {
		last.Findings = strings.Split(strings.TrimSpace(string(f.Data)), "\n")
	} else {
		last.Fixed = string(f.Data)
	}
	return nil
}
