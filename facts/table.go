package facts

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"sync"

	"sigs.k8s.io/yaml"
)

// table returns what reads a table of that name, once. What it returns must not be changed. It panics where the table cannot be read, for
// the tables are part of the program, and tested.
func table[T any](name string) func() *T {
	return sync.OnceValue(func() *T {
		text, err := files.ReadFile(name + ".yaml")
		if err != nil {
			panic(err)
		}
		ahead, _ := files.ReadFile(aheadName(name)) // else it is compiled here
		into, err := read[T](name, text, ahead)
		if err != nil {
			panic(err)
		}
		return into
	})
}

func aheadName(table string) string { return "compiled/" + table + ".json" }

// compile returns a table as JSON, behind a line that tells its text from others. Reading JSON takes a fraction of the time of
// YAML, of which the tables are several milliseconds.
func compile(text []byte) ([]byte, error) {
	data, err := yaml.YAMLToJSONStrict(text)
	return fmt.Appendf(nil, "%s\n%s\n", sum(text), data), err
}

func sum(text []byte) string {
	return fmt.Sprintf("%08x", crc32.Checksum(text, crc32.MakeTable(crc32.Castagnoli)))
}

// read reads a table of its compiled form, or of its text where that is not the one that was compiled.
func read[T any](name string, text, ahead []byte) (*T, error) {
	of, data, _ := bytes.Cut(ahead, []byte("\n"))
	if string(of) != sum(text) {
		compiled, err := compile(text)
		if err != nil {
			return nil, fmt.Errorf("facts/%s.yaml: %w", name, err)
		}
		_, data, _ = bytes.Cut(compiled, []byte("\n"))
	}
	into := new(T)
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return nil, fmt.Errorf("facts/%s.yaml: %w", name, err)
	}
	return into, nil
}
