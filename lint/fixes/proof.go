package fixes

import (
	"bytes"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/parsers/yaml"
)

// prove returns an error if a file parses worse than before. Documents that did not change are not parsed.
func prove(before, after *model.File) error {
	errorsIn := ParseErrors
	if isDivisible(before) && isDivisible(after) {
		errorsIn = common(before, after).parseErrorsInOthers
	}
	if errors := errorsIn(after); errors > 0 && errors > errorsIn(before) {
		return edit.Refuse("%s would not parse", after.Path)
	}
	return nil
}

// isDivisible reports whether the documents of the file are independent of each other.
func isDivisible(f *model.File) bool {
	if filetype.IsTerraform(f.Path) {
		return false
	}
	for _, mark := range []string{"{{", "${", "%{"} { // a template may contain several documents
		if bytes.Contains(f.Data, []byte(mark)) {
			return false
		}
	}
	return true
}

// documents is a set of texts of documents.
type documents map[string]bool

// common returns the documents that both files have.
func common(a, b *model.File) documents {
	inA, both := documents{}, documents{}
	eachDocument(a, func(text []byte) { inA[string(text)] = true })
	eachDocument(b, func(text []byte) {
		if inA[string(text)] {
			both[string(text)] = true
		}
	})
	return both
}

// eachDocument calls visit with the text of each document.
func eachDocument(f *model.File, visit func(text []byte)) {
	yaml.Wanted(f, exceptWhole(func(text []byte) bool {
		visit(text)
		return false
	}), func(int, *model.Document, *yaml.ParseError) bool { return true })
}

// exceptWhole adapts want for yaml.Wanted, which also asks about the whole file.
func exceptWhole(want func(text []byte) bool) func([]byte) bool {
	first := true
	return func(text []byte) bool {
		if first {
			first = false
			return true
		}
		return want(text)
	}
}

// parseErrorsInOthers returns how many of the other documents of a file do not parse.
func (d documents) parseErrorsInOthers(f *model.File) int {
	return countErrors(f, exceptWhole(func(text []byte) bool { return !d[string(text)] }))
}

// ParseErrors returns how many parts of a file do not parse.
func ParseErrors(f *model.File) int {
	if filetype.IsTerraform(f.Path) {
		if _, broken := hcl.Parse(f); broken != nil {
			return 1
		}
		return 0
	}
	return countErrors(f, nil)
}

func countErrors(f *model.File, want func(text []byte) bool) (count int) {
	yaml.Wanted(f, want, func(_ int, _ *model.Document, broken *yaml.ParseError) bool {
		if broken != nil {
			count++
		}
		return true
	})
	return count
}
