package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// jsonSchema is a schema as CRDs contain it.
type jsonSchema = map[string]any

//go:embed objectmeta.json
var objectMeta []byte

// root adds the schema of a kind and returns its node. metadata has the schema for objects of any kind. status has none, because
// the API server drops it when it creates an object.
func (t *table) root(schema jsonSchema) (string, error) {
	var metadata any
	if err := json.Unmarshal(objectMeta, &metadata); err != nil {
		return "", err
	}
	properties := maps.Clone(schema["properties"].(jsonSchema))
	properties["metadata"] = metadata
	properties["status"] = jsonSchema{"x-kubernetes-preserve-unknown-fields": true}
	schema = maps.Clone(schema)
	schema["properties"] = properties
	return t.node(schema)
}

// bounds maps keywords of JSON Schema to attributes of the table.
var bounds = map[string]string{
	"minimum": "number.min", "maximum": "number.max", "minLength": "length.min", "maxLength": "length.max",
	"minItems": "size.min", "maxItems": "size.max", "minProperties": "size.min", "maxProperties": "size.max",
}

// node adds a schema with everything in it, and returns its number. It fails for keywords without an attribute.
func (t *table) node(schema jsonSchema) (string, error) {
	line := []string{typeOf(schema)}
	for _, key := range slices.Sorted(maps.Keys(schema)) {
		attributes, err := t.attributes(key, schema[key])
		if err != nil {
			return "", err
		}
		line = append(line, attributes...)
	}
	for _, attribute := range line {
		if strings.ContainsAny(attribute, "\t\n") {
			return "", fmt.Errorf("a tab or a new line in %q", attribute)
		}
	}
	return strconv.Itoa(t.nodes.number(strings.Join(line, "\t"))), nil
}

func typeOf(schema jsonSchema) string {
	kind, isText := schema["type"].(string)
	switch {
	case isText:
		return kind
	case schema["x-kubernetes-int-or-string"] == true:
		return "int-or-string"
	}
	return "any"
}

// attributes returns the attributes for a keyword of a schema.
func (t *table) attributes(key string, value any) ([]string, error) {
	if name, ok := bounds[key]; ok {
		return []string{fmt.Sprintf("%s=%v", name, value)}, nil
	}
	switch key {
	case "type", "x-kubernetes-int-or-string", "x-kubernetes-map-type", "description", "title", "externalDocs":
		return nil, nil
	case "format":
		return t.format(value.(string)), nil
	case "pattern":
		return []string{"pattern=" + t.text(value.(string))}, nil
	case "enum", "required", "x-kubernetes-list-map-keys":
		return words(key, value.([]any))
	case "default":
		text, err := json.Marshal(value)
		return []string{"default=" + string(text)}, err
	case "x-kubernetes-preserve-unknown-fields":
		return []string{"open"}, nil
	case "x-kubernetes-list-type":
		return listType(value.(string)), nil
	case "x-kubernetes-validations":
		return t.rules(value.([]any)), nil
	case "items", "additionalProperties":
		return t.inner(key, value)
	case "properties":
		return t.properties(value.(jsonSchema))
	case "allOf":
		return t.allOf(value.([]any))
	case "anyOf": // an integer or a string
		if text, _ := json.Marshal(value); string(text) == `[{"type":"integer"},{"type":"string"}]` {
			return nil, nil
		}
	}
	return nil, fmt.Errorf("the table has no attribute for %s: %v", key, value)
}

// format keeps only the formats of numbers, because the others are of fields that the API server and Karpenter set.
func (t *table) format(format string) []string {
	if !strings.HasPrefix(format, "int") {
		return nil
	}
	return []string{"format=" + format}
}

func (t *table) text(text string) string { return strconv.Itoa(t.texts.number(text)) }

func words(key string, values []any) ([]string, error) {
	texts := make([]string, len(values))
	for i, value := range values {
		text, isText := value.(string)
		if !isText || strings.Contains(text, " ") {
			return nil, fmt.Errorf("%s has %v, which is not a word", key, value)
		}
		texts[i] = text
	}
	name := strings.TrimPrefix(key, "x-kubernetes-list-map-")
	return []string{name + "=" + strings.Join(texts, " ")}, nil
}

func listType(name string) []string {
	if name != "set" {
		return nil // a map has keys instead
	}
	return []string{"set"}
}

func (t *table) rules(validations []any) (attributes []string) {
	for _, validation := range validations {
		attributes = append(attributes, "rule="+t.text(validation.(jsonSchema)["rule"].(string)))
	}
	return attributes
}

func (t *table) inner(key string, value any) ([]string, error) {
	schema, ok := value.(jsonSchema)
	if !ok {
		return nil, fmt.Errorf("%s is %v, not a schema", key, value)
	}
	node, err := t.node(schema)
	if key == "additionalProperties" {
		key = "values"
	}
	return []string{key + "=" + node}, err
}

func (t *table) properties(fields jsonSchema) ([]string, error) {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		node, err := t.node(fields[name].(jsonSchema))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		names = append(names, name+":"+node)
	}
	return []string{"properties=" + strings.Join(names, " ")}, nil
}

// allOf returns patterns, all of which a text must match.
func (t *table) allOf(schemas []any) (attributes []string, err error) {
	for _, schema := range schemas {
		pattern, isText := schema.(jsonSchema)["pattern"].(string)
		if !isText || len(schema.(jsonSchema)) > 1 {
			return nil, fmt.Errorf("allOf has %v, which is not a pattern", schema)
		}
		attributes = append(attributes, "pattern="+t.text(pattern))
	}
	return attributes, nil
}
