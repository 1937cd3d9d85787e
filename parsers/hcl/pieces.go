package hcl

import (
	"bytes"

	hcl2 "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
)

// The HCL library holds all tokens of a text in memory, in about 100 bytes each, until it is parsed. So a large file is parsed in pieces: each is a
// sequence of whole blocks and attributes. A piece that parses by itself is one, because the library reports everything that is left open.

const (
	pieceSize = harmless / 2    // bytes that a piece has at least, so that most pieces need no examination
	joinable  = maxJoined >> 12 // bytes that are copied to join the lines of a heredoc, beyond which they are joined beforehand
	growth    = 4               // how many times as long a piece becomes if its end turns out to be within a block
)

// pieces divides a file.
type pieces struct {
	file   *model.File
	start  hcl2.Pos // of the next piece
	pieces []piece
	body   hclsyntax.Body // the blocks and attributes so far
	joined int            // bytes that are copied to join the lines of texts, or more

	joinable int // the bytes beyond which the lines of a heredoc are joined before it is parsed
}

// piece is a part of a file that was parsed by itself.
type piece struct {
	model.Span
	examined bool
	comments []Comment // in it, if it was examined
}

// parsePieces parses a file in pieces of at least pieceSize bytes. It returns nil if the file does not parse, or exceeds a bound.
func parsePieces(f *model.File, pieceSize, joinable int) *pieces {
	p := &pieces{file: f, joinable: joinable, start: hcl2.InitialPos, body: hclsyntax.Body{Attributes: hclsyntax.Attributes{}}}
	for size := pieceSize; p.start.Byte < len(f.Data); {
		end := cut(f.Data, p.start.Byte, size)
		largest := largestPiece(f.Data, p.start.Byte, end)
		switch {
		case largest > p.start.Byte && p.parse(largest):
			size = pieceSize
		case largest < end || end == len(f.Data):
			return nil
		default:
			size = growth * (end - p.start.Byte)
		}
	}
	return p
}

// largestPiece returns the last offset up to end where a piece of at most maxPiece tokens may end, start if there is none.
func largestPiece(data []byte, start, end int) int {
	_, words := firstWords(data[start:end], maxPiece)
	if start+words == end {
		return end
	}
	for end = start + words; end > start; {
		end = start + bytes.LastIndexByte(data[start:end-1], '\n') + 1
		if startsItem(data[end:]) {
			break
		}
	}
	return end
}

// cut returns where a piece of at least size bytes may end: in front of the first line after them that seems to start a block or an attribute.
func cut(data []byte, start, size int) int {
	for end := min(start+size, len(data)); ; {
		line := bytes.IndexByte(data[end:], '\n')
		if line < 0 {
			return len(data)
		}
		if end += line + 1; startsItem(data[end:]) {
			return end
		}
	}
}

// startsItem reports whether a line starts with a letter.
func startsItem(line []byte) bool {
	if len(line) == 0 {
		return false
	}
	lower := line[0] | 0x20
	return lower >= 'a' && lower <= 'z' || line[0] == '_'
}

// parse adds the piece from the start through an offset. It returns false if that is no sequence of whole blocks and attributes.
func (p *pieces) parse(end int) bool {
	part := piece{Span: model.Span{Start: p.start.Byte, End: end}}
	text := p.file.Data[part.Start:end]
	joined := mostJoined(text)
	var heredocs []heredoc
	if len(text) > harmless || joined > p.joinable {
		x := newExamination(p.file)
		x.joinable = p.joinable
		if x.read(text, p.start, hclsyntax.LexConfig) != nil || len(x.open) > 1 {
			return false
		}
		joined, heredocs = x.joined, x.heredocs
		part.examined, part.comments = true, x.comments
	}
	if p.joined+joined > maxJoined {
		return false
	}
	if len(heredocs) > 0 {
		text = joinLines(text, p.start.Byte, heredocs)
	}
	parsed, diags := hclsyntax.ParseConfig(text, p.file.Path, p.start)
	if diags.HasErrors() {
		return false
	}
	body := parsed.Body.(*hclsyntax.Body)
	if divideLines(p.file.Data, body, heredocs); !p.add(body) {
		return false
	}
	p.joined += joined
	p.pieces = append(p.pieces, part)
	p.start.Byte = end
	p.start.Line += bytes.Count(p.file.Data[part.Start:end], []byte("\n"))
	return true
}

// add adds the body of a piece. It returns false if it repeats an attribute.
func (p *pieces) add(body *hclsyntax.Body) bool {
	for name := range body.Attributes {
		if p.body.Attributes[name] != nil {
			return false
		}
	}
	for name, a := range body.Attributes {
		p.body.Attributes[name] = a
	}
	p.body.Blocks = append(p.body.Blocks, body.Blocks...)
	return true
}

// mostJoined returns an upper bound on the bytes that the library copies to join the lines of texts.
func mostJoined(text []byte) int {
	marks := bytes.Count(text, []byte("$")) + bytes.Count(text, []byte("%"))
	if bytes.Contains(text, []byte("<<")) {
		marks += bytes.Count(text, []byte("\n"))
	}
	return marks*len(text) + 8*marks*marks
}
