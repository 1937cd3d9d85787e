package sites

import (
	"bytes"
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/hcltext"
	"github.com/karplint/karplint/edit/planning"
	"github.com/karplint/karplint/edit/yamltext"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

// resources returns the edits that add new objects to a Terraform file.
func (s *Site) resources(additions []addition) ([]edit.Edit, error) {
	edits, err := s.besideInTerraform(additions)
	for i, e := range edits {
		edits[i].New = withNewlines(s.Res.Document.File, e.New)
	}
	return edits, err
}

// besideInTerraform adds a resource for each new object, after the resource of the object.
func (s *Site) besideInTerraform(additions []addition) ([]edit.Edit, error) {
	switch u := s.Unit; {
	case u.Alone && u.Block.Path[0] == "resource":
		return s.blocks(additions)
	case u.Apart && additions[len(additions)-1].isClass:
		return nil, edit.RefuseWith("write a resource for each document",
			"%s applies only the first document of yaml_body, and the provider becomes a class of its own", u.Block.Name)
	case u.Apart:
		return s.blocks(additions)
	case u.Around != nil && u.Count > 1:
		return nil, edit.RefuseWith("write that by hand", "the text in %s has several documents, and the new object needs another one", u.Block.Name)
	case u.Block != nil && u.Block.Path[0] == "resource":
		if itself, _ := units.AppliedBy(u.Block); !itself {
			return nil, edit.RefuseWith("write it by hand",
				"%s does not apply the object itself, and the new object needs another document or a resource of its own", u.Block.Name)
		}
		return nil, edit.RefuseWith("write the object that is added by hand", "%s applies several objects, or computes them from other values",
			u.Block.Name)
	}
	return nil, edit.RefuseWith("write it by hand",
		"the manifest is in %s, which others read, and the new object needs a resource of its own", s.Unit.Block.Name)
}

// blocks returns the edits that add resources.
func (s *Site) blocks(additions []addition) (edits []edit.Edit, err error) {
	block, f := s.Unit.Block, s.Res.Document.File
	end := f.LineEnd(block.Value.Span.End)
	class := ""
	if additions[len(additions)-1].isClass {
		class = s.classAddress()
	}
	text := ""
	for _, a := range additions {
		ownEdits, err := a.edits()
		if err != nil {
			return nil, err
		}
		others, err := s.otherDocuments()
		if err != nil {
			return nil, err
		}
		ownEdits = append(ownEdits, others...)
		var added string
		if a.isClass {
			added, err = s.blockText(model.Span{Start: block.Value.Span.Start, End: end}, ownEdits, class)
		} else if added, err = s.blockText(model.Span{Start: leadOf(f, block.Value.Span.Start), End: end}, ownEdits, s.address()); err == nil {
			added, err = dependOn(added, class)
		}
		if err != nil {
			return nil, err
		}
		text += "\n" + strings.TrimRight(added, "\r\n") + "\n"
	}
	if class != "" && len(additions) == 1 {
		if edits, err = planning.Plan(planning.Target{Doc: cmp.Or(s.Unit.Around, s.Res.Document)}, dependency(block.Path, class)); err != nil {
			return nil, err
		}
	}
	return append(edits, addedAt(f.Data, end, text)), nil
}

// otherDocuments returns the edits that remove the other documents from the text of an object that is Apart.
func (s *Site) otherDocuments() ([]edit.Edit, error) {
	if !s.Unit.Apart {
		return nil, nil
	}
	body := s.Unit.Body
	from, to := copied(s.Res.Document, false)
	if from < body.Start || to > body.End || !isBalanced(s.Res.Document, from, to) {
		return nil, edit.RefuseWith("write it by hand", "karplint cannot separate the documents in %s", s.Unit.Block.Name)
	}
	return []edit.Edit{{Start: body.Start, End: from}, {Start: to, End: body.End}}, nil
}

// addedAt returns the edit that inserts lines at an offset.
func addedAt(data []byte, offset int, lines string) edit.Edit {
	if offset > 0 && data[offset-1] != '\n' {
		lines = "\n" + strings.TrimSuffix(lines, "\n")
	}
	return edit.Edit{Start: offset, End: offset, New: lines}
}

// dir returns the directory of the file of the object.
func (s *Site) dir() string { return path.Dir(s.Res.Document.File.Path) }

// replaceWith returns the edits that replace the object by another one.
func (s *Site) replaceWith(v *model.Value) ([]edit.Edit, error) {
	doc := s.Res.Document
	if s.Unit.Around == nil {
		text, err := hcltext.Object(doc, s.Res.Path, v)
		return []edit.Edit{{Start: s.Before.Span.Start, End: s.Before.Span.End, New: text}}, err
	}
	text, err := yamltext.Document(doc, v)
	if err != nil {
		return nil, err
	}
	from, _ := rootSpan(doc.Root)
	line := doc.File.LineStart(from)
	var b strings.Builder
	for l := range strings.Lines(text) {
		if strings.TrimSpace(l) != "" {
			b.Write(doc.File.Data[line:from])
		}
		b.WriteString(l)
	}
	return []edit.Edit{{Start: doc.Span.Start, End: doc.Span.End, New: b.String()}}, nil
}

// blockText returns the lines of a block after edits, with another address. References to resources with a twin become references
// to the twin.
func (s *Site) blockText(lines model.Span, ownEdits []edit.Edit, address string) (string, error) {
	block := s.Modules.consumer(s.dir(), s.Unit.Block.Name)
	if block == nil {
		return "", errNoCopy
	}
	f := s.Res.Document.File
	text, err := s.Modules.referring(f, lines, s.dir(), append(slices.Clone(ownEdits), block.named(address)), s.IsUnconverted)
	if err != nil {
		return "", err
	}
	return text, parses(f.Path, text, false)
}

// reference matches a possible resource address: kubectl_manifest.pool.
var reference = pattern.New(`(?:^|[^\w.-])([a-z][a-z0-9_]*\.[A-Za-z_][\w-]*)`)

// dependency returns the Op that makes a block depend on the address; none if it is "".
func dependency(path []any, address string) []edit.Op {
	if address == "" {
		return nil
	}
	return []edit.Op{{Do: edit.Insert, Path: model.Join(path, "depends_on"), Index: -1, Value: model.NewUnknown(address)}}
}

// dependOn adds depends_on to the block in a text.
func dependOn(text, address string) (string, error) {
	if address == "" {
		return text, nil
	}
	f := model.NewFile("block.tf", []byte(text))
	source, broken := hcl.Parse(f)
	if broken != nil || len(source.Body.Blocks) != 1 {
		return "", edit.RefuseWith("write the object that is added by hand", "its resource cannot be read alone")
	}
	edits, err := planning.Plan(planning.Target{Doc: source.Document}, dependency(source.Body.Blocks[0].Path, address))
	if err != nil {
		return "", err
	}
	after, err := edit.Apply(f.Data, edits)
	return string(after), err
}

// leadOf returns the start of the comments directly above the line of an offset.
func leadOf(f *model.File, offset int) int {
	start := f.LineStart(offset)
	for start > 0 {
		lineStart := f.LineStart(start - 1)
		line := strings.TrimSpace(string(f.Data[lineStart:start]))
		if !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "//") || strings.Contains(line, "karplint:ignore-file") {
			break
		}
		start = lineStart
	}
	if start == 0 {
		return len(f.Data) - len(bytes.TrimPrefix(f.Data, byteOrderMark))
	}
	return start
}
