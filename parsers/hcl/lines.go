package hcl

import (
	"bytes"
	"math"
	"strings"

	hcl2 "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// The HCL library joins the lines of a heredoc one by one, and copies all previous lines each time. So a long heredoc is parsed as one line, and
// its text is divided into lines afterwards.

// joinedLine stands for a line break while a heredoc is parsed. A file that contains it is parsed as it is.
const joinedLine = '\x01'

// heredoc is a heredoc whose lines the library need not join.
type heredoc struct {
	start, body int   // of its marker, and of its first line
	flush       bool  // <<-
	breaks      []int // its line breaks, but for the last one
}

// joinLines returns a copy of a part of a file in which the heredocs are one line each. start is the offset of the part.
func joinLines(text []byte, start int, heredocs []heredoc) []byte {
	joined := bytes.Clone(text)
	for _, h := range heredocs {
		for _, at := range h.breaks {
			joined[at-start] = joinedLine
		}
	}
	return joined
}

// divideLines sets the texts of the heredocs in a body that was parsed with joined lines. data is the file.
func divideLines(data []byte, body *hclsyntax.Body, heredocs []heredoc) {
	byStart := map[int]heredoc{}
	for _, h := range heredocs {
		byStart[h.start] = h
	}
	_ = hclsyntax.VisitAll(body, func(n hclsyntax.Node) hcl2.Diagnostics {
		if template, ok := n.(*hclsyntax.TemplateExpr); ok {
			if h, isJoined := byStart[template.SrcRange.Start.Byte]; isJoined {
				h.divide(data, template.Parts)
			}
		}
		return nil
	})
}

// divide sets the texts of the parts of a heredoc, as the library would.
func (h heredoc) divide(data []byte, parts []hclsyntax.Expression) {
	var indents []int // of the lines that are not blank
	texts := map[int][]string{}
	isStart := true
	for i, part := range parts {
		literal, ok := part.(*hclsyntax.LiteralValueExpr)
		if !ok {
			if isStart {
				indents = append(indents, 0)
			}
			isStart = false
			continue
		}
		if i == 0 {
			literal.SrcRange.Start.Byte = h.body
		}
		text := string(data[literal.SrcRange.Start.Byte:literal.SrcRange.End.Byte])
		texts[i] = strings.SplitAfter(strings.NewReplacer("$${", "${", "%%{", "%{").Replace(text), "\n")
		for k, line := range texts[i] {
			if (k > 0 || isStart) && !isBlankLine(line) {
				indents = append(indents, indentOf(line))
			}
		}
		isStart = strings.HasSuffix(text, "\n")
	}
	indent := math.MaxInt
	for _, n := range indents {
		indent = min(indent, n)
	}
	for i, lines := range texts {
		literal := parts[i].(*hclsyntax.LiteralValueExpr)
		for k, line := range lines {
			isStart := k > 0 || i == 0
			if !h.flush || !isStart || isBlankLine(line) {
				continue
			}
			lines[k] = line[indent:]
			if k == 0 {
				literal.SrcRange.Start.Byte += indent
			}
		}
		literal.Val = cty.StringVal(strings.Join(lines, ""))
	}
}

// isBlankLine reports whether a line, or the rest of one behind a template, is nothing or only its indentation and the line break.
func isBlankLine(line string) bool {
	return line == "" || line[len(line)-1] == '\n' && indentOf(line) == len(line)-1
}

// indentOf returns the number of blanks at the start of a line.
func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }
