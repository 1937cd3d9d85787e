package hcl

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// LocalSources returns the sources of module calls in the bytes of a file that point to a local directory
// ("./karpenter", "../../modules/eks"). It does not parse the file, so it may also return a source from a
// comment.
func LocalSources(data []byte) []string {
	var sources []string
	for pos := 0; ; {
		i := bytes.Index(data[pos:], sourceWord)
		if i < 0 {
			return sources
		}
		start := pos + i
		pos = start + len(sourceWord)
		if start > 0 && isWord(data[start-1]) {
			continue // data_source
		}
		if source, ok := localSource(data[pos:]); ok {
			sources = append(sources, source)
		}
	}
}

var sourceWord = []byte("source")

// unitDirectory is how Terragrunt writes the directory of the file itself: "${get_terragrunt_dir()}/../modules/karpenter".
var unitDirectory = []byte("${get_terragrunt_dir()}/")

// localSource returns the local path in the text after the word source: = "./x", or ": "./x" in JSON.
func localSource(text []byte) (string, bool) {
	text = bytes.TrimLeft(bytes.TrimPrefix(text, []byte{'"'}), " \t\r\n")
	if len(text) == 0 || text[0] != '=' && text[0] != ':' {
		return "", false
	}
	text, quoted := bytes.CutPrefix(bytes.TrimLeft(text[1:], " \t\r\n"), []byte{'"'})
	text = bytes.TrimPrefix(text, unitDirectory)
	if !quoted || !bytes.HasPrefix(text, []byte("./")) && !bytes.HasPrefix(text, []byte("../")) {
		return "", false
	}
	end := bytes.IndexAny(text, "\"\n")
	if end < 0 || text[end] != '"' {
		return "", false
	}
	return string(text[:end]), true
}

// isWord reports whether c may be part of a name.
func isWord(c byte) bool {
	isASCIIWord := unicode.IsLetter(rune(c)) || unicode.IsDigit(rune(c)) || c == '_'
	return isASCIIWord || c == '-' || c >= utf8.RuneSelf
}
