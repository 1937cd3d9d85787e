package facts

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"sync"

	"sigs.k8s.io/yaml"
)

// lazyTable returns a function that reads the named table when it is first called. It panics if the table is broken,
// because the tables are part of the program, and tested.
func lazyTable[T any](name string) func() *T {
	return sync.OnceValue(func() *T {
		text, err := files.ReadFile(name + ".yaml")
		if err != nil {
			panic(err)
		}
		compiled, _ := files.ReadFile(compiledName(name)) // if it is missing, the text is compiled here
		content, err := read[T](name, text, compiled)
		if err != nil {
			panic(err)
		}
		return content
	})
}

func compiledName(table string) string { return "compiled/" + table + ".json" }

// compile returns a table as JSON, after a line with the checksum of its text. JSON is read in a fraction of the several
// milliseconds that YAML takes.
func compile(text []byte) ([]byte, error) {
	data, err := yaml.YAMLToJSONStrict(text)
	return fmt.Appendf(nil, "%s\n%s\n", checksumOf(text), data), err
}

func checksumOf(text []byte) string {
	return fmt.Sprintf("%08x", crc32.Checksum(text, crc32.MakeTable(crc32.Castagnoli)))
}

// read decodes the compiled form of a table, or its text if that has changed since.
func read[T any](name string, text, compiled []byte) (*T, error) {
	checksum, data, _ := bytes.Cut(compiled, []byte("\n"))
	if string(checksum) != checksumOf(text) {
		fresh, err := compile(text)
		if err != nil {
			return nil, fmt.Errorf("facts/%s.yaml: %w", name, err)
		}
		_, data, _ = bytes.Cut(fresh, []byte("\n"))
	}
	content := new(T)
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(content); err != nil {
		return nil, fmt.Errorf("facts/%s.yaml: %w", name, err)
	}
	return content, nil
}
