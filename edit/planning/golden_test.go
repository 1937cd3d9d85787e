package planning

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/model"
)

// A case is a file "ops…", which is planned on the last "in….yaml" or "in….tf" before it and followed by what
// comes of it: "out…" or "error…". Its first line may be "document N" (0-based), in Terraform of those in heredocs.
func TestGolden(t *testing.T) { runCases(t, "testdata/*.txtar", outcome) }

// runCases gives each file "ops…" of the archives to outcome, with the last "in…" before it.
func runCases(t *testing.T, pattern string, outcome func(t *testing.T, in *model.File, ops txtar.File) txtar.File) {
	t.Helper()
	golden.Archives(t, pattern, func(t *testing.T, archive *txtar.Archive) []txtar.File {
		var in *model.File
		var got []txtar.File
		for _, f := range archive.Files {
			switch {
			case strings.HasPrefix(f.Name, "in"):
				in = model.NewFile(f.Name, f.Data)
				got = append(got, f)
			case strings.HasPrefix(f.Name, "ops"):
				got = append(got, f, outcome(t, in, f))
			}
		}
		return got
	})
}

// outcome plans the ops with LF and with CRLF, and returns the result or the error.
func outcome(t *testing.T, in *model.File, opsFile txtar.File) txtar.File {
	name, ops := opsFile.Name, string(opsFile.Data)
	suffix := strings.TrimPrefix(name, "ops")
	out, err := runFile(t, in, ops)
	crlf, crlfErr := runFile(t, model.NewFile(in.Path, bytes.ReplaceAll(in.Data, []byte("\n"), []byte("\r\n"))), ops)
	if err == nil && filetype.IsHCL(in.Path) {
		staysFormatted(t, name, in.Data, out)
	}
	if (err == nil) != (crlfErr == nil) || err == nil && !bytes.Equal(crlf, bytes.ReplaceAll(out, []byte("\n"), []byte("\r\n"))) {
		t.Errorf("%s: another result with CRLF: %v\n%q\n%q", name, crlfErr, out, crlf)
	}
	if err != nil {
		return txtar.File{Name: "error" + suffix, Data: []byte(err.Error() + "\n")}
	}
	return txtar.File{Name: "out" + suffix, Data: out}
}

func run(t *testing.T, in []byte, text string) ([]byte, error) {
	t.Helper()
	return runFile(t, model.NewFile("in.yaml", in), text)
}

func runFile(t *testing.T, in *model.File, text string) ([]byte, error) {
	t.Helper()
	rest, embedded := strings.CutPrefix(text, "document ")
	var doc *model.Document
	switch {
	case filetype.IsHCL(in.Path) && embedded:
		doc = heredocs(t, in)[rest[0]-'0']
	case filetype.IsHCL(in.Path):
		doc = parseTerraform(t, in).Document
	case embedded:
		doc = parseAll(t, in.Data)[rest[0]-'0']
	default:
		doc = parseAll(t, in.Data)[0]
	}
	if embedded {
		text = rest[1:]
	}
	edits, err := Plan(Target{Doc: doc}, parseOps(t, doc, text))
	if filetype.IsHCL(in.Path) && embedded {
		same, sameErr := Plan(Target{Doc: doc, Around: parseTerraform(t, in).Document}, parseOps(t, doc, text))
		if d := cmp.Diff(edits, same); d != "" || (err == nil) != (sameErr == nil) {
			t.Errorf("with the file around it Plan gives something else, %v and %v (-without +with):\n%s", err, sameErr, d)
		}
	}
	if err != nil {
		return nil, err
	}
	out, err := edit.Apply(in.Data, edits)
	if err != nil {
		t.Fatal(err)
	}
	minimal(t, doc, edits)
	return out, nil
}

// minimal checks that the edits stay inside their document and apart from each other.
func minimal(t *testing.T, doc *model.Document, edits []edit.Edit) {
	t.Helper()
	for i, e := range edits {
		if e.Start < doc.Span.Start || e.End > doc.Span.End {
			t.Errorf("edit %+v is outside of its document", e)
		}
		if i > 0 && edits[i-1].End >= e.Start {
			t.Errorf("edits %+v and %+v are not apart", edits[i-1], e)
		}
	}
}
