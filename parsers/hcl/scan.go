package hcl

import "bytes"

// LocalSources returns the sources of module calls in the bytes of a file that point to a local
// directory ("./karpenter", "../../modules/eks"). It scans bytes, so it may return a source that stands in a comment.
func LocalSources(data []byte) []string {
	var found []string
	word := []byte("source")
	for {
		i := bytes.Index(data, word)
		if i < 0 {
			return found
		}
		data = data[i+len(word):]
		if source, ok := localSource(data); ok {
			found = append(found, source)
		}
	}
}

// localSource returns the local path in what follows the word source: = "./x", or ": "./x" in JSON.
func localSource(text []byte) (string, bool) {
	text = bytes.TrimLeft(bytes.TrimPrefix(text, []byte(`"`)), " \t\r\n")
	if len(text) == 0 || text[0] != '=' && text[0] != ':' {
		return "", false
	}
	text = bytes.TrimLeft(text[1:], " \t\r\n")
	if !bytes.HasPrefix(text, []byte(`"./`)) && !bytes.HasPrefix(text, []byte(`"../`)) && !bytes.HasPrefix(text, []byte(`".."`)) && !bytes.HasPrefix(text, []byte(`"."`)) {
		return "", false
	}
	end := bytes.IndexAny(text[1:], "\"\n")
	if end < 0 || text[1+end] != '"' {
		return "", false
	}
	return string(text[1 : 1+end]), true
}
