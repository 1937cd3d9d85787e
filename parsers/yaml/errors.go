package yaml

import (
	"bytes"
	"sort"
	"strconv"
	"strings"

	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
)

var errorForm = pattern.New(`^(?:yaml: )?(?:line (\d+): )?(.*)$`)

// locateError turns the reader's error for a document into one with a place in the file.
func locateError(text []byte, s segment, err error) *ParseError {
	match := errorForm().FindStringSubmatch(strings.SplitN(err.Error(), "\n", 2)[0])
	line, _ := strconv.Atoi(match[1])
	message := match[2]
	switch {
	case strings.HasPrefix(message, "did not find expected key"), strings.HasPrefix(message, "did not find expected '-' indicator"),
		strings.HasPrefix(message, "mapping values are not allowed"), strings.HasPrefix(message, "block sequence entries"):
		line = firstBroken(text, message)
	case strings.HasPrefix(message, "did not find expected"):
		line++ // for such a collection the reader counts lines from 0
	case strings.HasPrefix(message, "unknown anchor"):
		if span, ok := aliasSpan(text, message); ok {
			return errorAt(s.span.Start+span.Start, s.span.Start+span.End, "%s", message)
		}
	case strings.HasPrefix(message, "found character that cannot start any token"), strings.HasPrefix(message, "found a tab character"):
		if i := noToken(text, lineSpan(text, max(line, 1))); i >= 0 {
			return noTokenError(text[i], s.span.Start+i)
		}
	}
	span := lineSpan(text, max(line, 1))
	span.Start += s.span.Start
	span.End += s.span.Start
	return &ParseError{Span: span, Message: strings.ToLower(message[:min(1, len(message))]) + message[min(1, len(message)):]}
}

// noToken returns the offset of the first character of a line that cannot start a YAML token; -1 if there is none. A tab counts
// only in the indentation.
func noToken(text []byte, line model.Span) int {
	for i := bytes.LastIndexByte(text[:line.Start], '\n') + 1; i < line.Start; i++ {
		if text[i] == '\t' {
			return i
		}
	}
	for i := line.Start; i < line.End; i++ {
		startsToken := i == line.Start || strings.IndexByte(" [{,", text[i-1]) >= 0
		if startsToken && strings.IndexByte("@`%", text[i]) >= 0 {
			return i
		}
	}
	return -1
}

// noTokenError returns the error for a character that cannot start a token.
func noTokenError(c byte, offset int) *ParseError {
	if c == '\t' {
		return errorAt(offset, offset+1, "YAML allows no tab in the indentation")
	}
	return errorAt(offset, offset+1, "a value cannot start with %q unless it is in quotes", string(c))
}

// firstBroken returns the first line (1-based) up to which the text fails to read with the
// same message: the reader itself names the line where the collection started.
func firstBroken(text []byte, message string) int {
	starts := []int{}
	for i := 0; i < len(text); i = lineEnd(text, i) {
		starts = append(starts, lineEnd(text, i))
	}
	if len(text) > 1<<20 {
		return 1 // not worth the time
	}
	return 1 + sort.Search(len(starts)-1, func(i int) bool {
		var node kyaml.Node
		err := unmarshal(text[:starts[i]], &node)
		return err != nil && strings.Contains(err.Error(), message)
	})
}

// aliasSpan finds the alias whose anchor is unknown.
func aliasSpan(text []byte, message string) (model.Span, bool) {
	_, name, _ := strings.Cut(message, "'")
	name, _, _ = strings.Cut(name, "'")
	i := bytes.Index(text, []byte("*"+name))
	return model.Span{Start: i, End: i + 1 + len(name)}, i >= 0 && name != ""
}

// lineSpan returns the bytes of a line (1-based) without the blanks around them; a line number
// beyond the last line gives the last byte.
func lineSpan(text []byte, line int) model.Span {
	start := 0
	for ; line > 1 && lineEnd(text, start) < len(text); line-- {
		start = lineEnd(text, start)
	}
	end := lineEnd(text, start)
	trimmed := bytes.TrimSpace(text[start:end])
	if len(trimmed) == 0 {
		return model.Span{Start: start, End: start}
	}
	start += bytes.Index(text[start:end], trimmed)
	return model.Span{Start: start, End: start + len(trimmed)}
}
