package config

import (
	"fmt"
	"strings"
)

// schemaURL is where the JSON Schema of .karplint.yaml is published.
const schemaURL = "https://raw.githubusercontent.com/karplint/karplint/main/docs/karplint.schema.json"

const templateHead = `# yaml-language-server: $schema=` + schemaURL + `

# Settings of karplint for the files below this directory. All of them are commented out: to enable one, remove the # in
# front of it and of its further lines. Of several ` + Name + `, only the nearest one above a file applies.
# https://github.com/karplint/karplint/blob/main/docs/configuration.md
`

// Template returns a configuration that sets nothing and explains every setting.
func Template() string {
	var b strings.Builder
	b.WriteString(templateHead)
	writeKeys(&b, keys, "")
	return b.String()
}

func writeKeys(b *strings.Builder, section []key, indent string) {
	for i := range section {
		k := &section[i]
		b.WriteString("\n")
		for _, line := range wrapped(k.description, 96-len(indent)) {
			fmt.Fprintf(b, "%s# %s\n", indent, line)
		}
		if k.keys != nil {
			fmt.Fprintf(b, "%s%s:\n", indent, k.name)
			writeKeys(b, k.keys, indent+"  ")
			continue
		}
		text := k.name + ": " + k.example
		for line := range strings.Lines(strings.ReplaceAll(text, ": \n", ":\n") + "\n") {
			fmt.Fprintf(b, "%s#%s", indent, line)
		}
	}
}

// wrapped returns the text in lines of at most width bytes.
func wrapped(text string, width int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && len(line)+1+len(word) > width {
			lines = append(lines, line)
			line = ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	return append(lines, line)
}
