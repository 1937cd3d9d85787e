package terraform

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/terraform/located"
	"github.com/karplint/karplint/terraform/modules"
)

// memory is Files made of an archive.
type memory struct{ fstest.MapFS }

func (m memory) ReadFile(name string) ([]byte, error) {
	if strings.HasPrefix(name, "..") {
		return nil, fs.ErrPermission
	}
	return m.MapFS.ReadFile(name)
}

func (m memory) ReadDir(name string) ([]fs.DirEntry, error) {
	if strings.HasPrefix(name, "..") {
		return nil, fs.ErrPermission
	}
	return m.MapFS.ReadDir(name)
}

func filesOf(archive *txtar.Archive) memory {
	m := memory{fstest.MapFS{}}
	for _, f := range archive.Files {
		m.MapFS[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	return m
}

// TestLoad loads the root in each archive's "root" directory, or ".", and compares what it gives with the last file.
func TestLoad(t *testing.T) {
	golden.Archives(t, "testdata/load/*.txtar", func(_ *testing.T, archive *txtar.Archive) []txtar.File {
		archive.Files = golden.Without(archive, "loaded")
		files := filesOf(archive)
		dir := "."
		if _, err := files.ReadDir("root"); err == nil {
			dir = "root"
		}
		options := modules.Options{}
		for _, f := range archive.Files {
			if path.Ext(f.Name) == ".tfvars" && path.Dir(f.Name) == "vars" {
				options.VarFiles = append(options.VarFiles, f.Name)
			}
		}
		got := dumpRoot(Load(files, dir, options))
		return append(archive.Files, txtar.File{Name: "loaded", Data: []byte(got)})
	})
}

// dumpRoot shows the resources with their values and places, the edges and the errors of a root.
func dumpRoot(r *Root) string {
	var b strings.Builder
	if len(r.Dirs) > 1 {
		fmt.Fprintf(&b, "dirs %s\n", strings.Join(r.Dirs, " "))
	}
	for _, err := range r.Errors {
		fmt.Fprintf(&b, "error %s %s\n", placeOf(err.File, err.Span), err)
	}
	for _, res := range r.Resources {
		fmt.Fprintf(&b, "\n%s", res.Address)
		if res.Node != res.Address {
			fmt.Fprintf(&b, " node %s", res.Node)
		}
		if res.Gate != "" {
			fmt.Fprintf(&b, " gate %s", res.Gate)
		}
		if res.Never {
			b.WriteString(" never")
		}
		b.WriteString("\n")
		dumpEvaluated(&b, "", res.Value)
	}
	b.WriteString("\nedges\n")
	for _, node := range slices.Sorted(maps.Keys(r.Edges)) {
		if len(r.Edges[node]) > 0 {
			fmt.Fprintf(&b, "  %s: %s\n", node, strings.Join(r.Edges[node], ", "))
		}
	}
	return b.String()
}

func placeOf(f *model.File, s model.Span) string {
	p := f.Position(s.Start)
	return fmt.Sprintf("%s:%d:%d", f.Path, p.Line, p.Column)
}

// dumpEvaluated shows each leaf: its path, value, where it is written, and what holds of its origin.
func dumpEvaluated(b *strings.Builder, at string, v *model.Value) {
	if v.Open {
		fmt.Fprintf(b, "  %s open\n", at)
	}
	if len(v.Items)+len(v.Entries) > 0 {
		for i, item := range v.Items {
			dumpEvaluated(b, fmt.Sprintf("%s[%d]", at, i), item)
		}
		for _, e := range v.Entries {
			dumpEvaluated(b, strings.TrimPrefix(at+"."+e.Key.Text, "."), e.Value)
		}
		return
	}
	fmt.Fprintf(b, "  %s = %s", at, leaf(v))
	if v.Origin == nil {
		b.WriteString(" (no origin)\n")
		return
	}
	if v.Origin.File != nil {
		fmt.Fprintf(b, " at %s", placeOf(v.Origin.File, v.Span))
	}
	if v.Origin.Computed {
		b.WriteString(" computed")
	}
	if v.Origin.Shared {
		b.WriteString(" shared")
	}
	b.WriteString("\n")
	if v.Origin.Documents != nil {
		for i, doc := range v.Origin.Documents() {
			fmt.Fprintf(b, "    document %d of %s\n", i, doc.File.Path)
			dumpDocument(b, doc, "    ", doc.Root)
		}
	}
}

func dumpDocument(b *strings.Builder, doc *model.Document, at string, v *model.Value) {
	if v.Open {
		fmt.Fprintf(b, "  %s open\n", at)
	}
	if len(v.Items)+len(v.Entries) > 0 {
		for i, item := range v.Items {
			dumpDocument(b, doc, fmt.Sprintf("%s[%d]", at, i), item)
		}
		for _, e := range v.Entries {
			dumpDocument(b, doc, at+"."+e.Key.Text, e.Value)
		}
		return
	}
	fmt.Fprintf(b, "  %s = %s at %s", at, leaf(v), strings.TrimPrefix(placeOf(doc.File, v.Span), doc.File.Path+":"))
	if v.Origin != nil && v.Origin.Computed {
		b.WriteString(" computed")
	}
	b.WriteString("\n")
}

func leaf(v *model.Value) string {
	if v.Kind == model.Unknown {
		return "? " + v.Text
	}
	return located.NewEvaluation(nil).Form(v)
}
