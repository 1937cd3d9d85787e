package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestWrite: reading and writing a table does not change it.
func TestWrite(t *testing.T) {
	const path = "../../admission/schema/table.txt"
	table, err := readTable(path)
	if err != nil {
		t.Fatal(err)
	}
	written := filepath.Join(t.TempDir(), "table.txt")
	if err := table.write(written); err != nil {
		t.Fatal(err)
	}
	before, _ := os.ReadFile(path)
	after, _ := os.ReadFile(written)
	if !bytes.Equal(before, after) {
		t.Error("the table changes when it is written")
	}
}

// TestNode: the line of a node has every keyword of its schema. A keyword that the table cannot express is an error.
func TestNode(t *testing.T) {
	table := newTable()
	last := func() string { return table.nodes.lines[len(table.nodes.lines)-1] }
	for _, c := range []struct {
		schema jsonSchema
		want   string
	}{
		{jsonSchema{"type": "integer", "format": "int32", "minimum": 1.0, "maximum": 100.0, "description": "x"},
			"integer\tformat=int32\tnumber.max=100\tnumber.min=1"},
		{jsonSchema{"type": "string", "enum": []any{"a", "b"}, "pattern": "^a", "maxLength": 3.0}, "string\tenum=a b\tlength.max=3\tpattern=0"},
		{jsonSchema{"anyOf": []any{jsonSchema{"type": "integer"}, jsonSchema{"type": "string"}}, "x-kubernetes-int-or-string": true}, "int-or-string"},
		{jsonSchema{"type": "object", "additionalProperties": jsonSchema{"type": "string"}, "maxProperties": 2.0}, "object\tvalues=3\tsize.max=2"},
		{jsonSchema{"type": "object", "properties": jsonSchema{"b": jsonSchema{"type": "string"}}, "required": []any{"b"},
			"default": jsonSchema{"b": "x"}}, "object\tdefault={\"b\":\"x\"}\tproperties=b:3\trequired=b"},
		{jsonSchema{"type": "string", "allOf": []any{jsonSchema{"pattern": "^a"}, jsonSchema{"pattern": "b"}}}, "string\tpattern=0\tpattern=1"},
		{jsonSchema{"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": []any{"k"}}, "array\tkeys=k"},
		{jsonSchema{"type": "string", "x-kubernetes-validations": []any{jsonSchema{"rule": "self != ''", "message": "x"}}}, "string\trule=2"},
	} {
		if _, err := table.node(c.schema); err != nil || last() != c.want {
			t.Errorf("%v: %q, %v; want %q", c.schema, last(), err, c.want)
		}
	}
	for _, schema := range []jsonSchema{
		{"type": "object", "additionalProperties": true},
		{"not": jsonSchema{}},
		{"nullable": true},
		{"enum": []any{"two words"}},
		{"enum": []any{1.0}},
		{"pattern": "a", "x-kubernetes-embedded-resource": true},
	} {
		if _, err := table.node(schema); err == nil {
			t.Errorf("%v is %q", schema, last())
		}
	}
}
