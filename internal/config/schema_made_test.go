package config

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/aymanbagabas/go-udiff"

	"github.com/karplint/karplint/convert/settings"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/lint/rule"
)

// node is a part of a JSON Schema.
type node map[string]any

// TestPublishedSchema holds docs/karplint.schema.json to the settings and the options of rules.
func TestPublishedSchema(t *testing.T) {
	const path = "../../docs/karplint.schema.json"
	schema := madeSchema(t)
	if golden.Update() {
		if err := os.WriteFile(path, schema, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	published, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := udiff.Unified("published", "made", string(published), string(schema)); diff != "" {
		t.Errorf("run make docs:\n%s", diff)
	}
}

// madeSchema returns the JSON Schema (draft 7, which editors know) of .karplint.yaml with the rules. It accepts what Load
// accepts, except for what a schema cannot say: see TestSchema.
func madeSchema(t testing.TB) []byte {
	t.Helper()
	rules, err := builtin("", nil)
	if err != nil {
		t.Fatal(err)
	}
	definitions := node{}
	byName := node{}
	var ids, names []string
	for _, rule := range rules.All() {
		definitions[rule.ID] = ruleSchema(rule)
		reference := node{"$ref": "#/definitions/" + rule.ID}
		byName[rule.ID], byName[rule.Name] = reference, reference
		ids, names = append(ids, rule.ID), append(names, rule.Name)
	}
	definitions["name"] = node{"enum": append(ids, names...)}
	definitions["rule"] = node{"anyOf": []node{
		{"$ref": "#/definitions/name"},
		{"type": "string", "pattern": "^[Kk]([Ll][0-9]*)?$"}, // a prefix of ids
	}}
	schema := sectionSchema(keys, byName)
	// With rules-dir there are rules that the schema does not know.
	schema["if"] = node{"type": "object", "required": []string{rulesDir}}
	schema["else"] = knownRulesOnly()
	schema["$schema"] = "http://json-schema.org/draft-07/schema#"
	schema["$id"] = schemaURL
	schema["title"] = "karplint's configuration (" + Name + ")"
	schema["definitions"] = definitions
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(schema); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// sectionSchema describes a map of settings, or nothing, which sets none.
func sectionSchema(known []key, rules node) node {
	properties := node{}
	for i := range known {
		k := &known[i]
		value := sectionSchema(k.keys, rules)
		if k.keys == nil {
			value = valueSchema(k, rules)
		}
		value["description"] = k.description
		properties[k.name] = value
	}
	section := node{"type": []string{"object", "null"}, "properties": properties, "additionalProperties": false}
	for _, profile := range []string{"instance-profile", "instanceProfile"} {
		if given := (node{"type": scalarTypes, "minLength": 1}); properties[profile] != nil {
			section["not"] = node{
				"type":       "object",
				"required":   []string{"role", profile},
				"properties": node{"role": given, profile: given},
			}
		}
	}
	return section
}

// knownRulesOnly allows only karplint's own rules in the settings that name rules.
func knownRulesOnly() node {
	properties := node{"rules": node{"propertyNames": node{"$ref": "#/definitions/name"}}}
	for i := range keys {
		if keys[i].rules {
			properties[keys[i].name] = textsSchema(node{"$ref": "#/definitions/rule"})
		}
	}
	return node{"properties": properties}
}

// ownRuleSchema describes the settings of a rule that the schema does not know.
func ownRuleSchema() node {
	return node{"anyOf": []node{{"enum": orNull(ruleLevels)}, {"type": "object", "properties": node{severityKey: node{"enum": orNull(ruleLevels)}}}}}
}

// scalarTypes are what a text can be written as: the version 1.0 without quotes is a number.
var scalarTypes = []string{"string", "number"}

func valueSchema(k *key, rules node) node {
	switch k.target(&Config{}).(type) {
	case *bool:
		return node{"type": []string{"boolean", "null"}}
	case *map[string]string:
		return node{"type": []string{"object", "null"}, "additionalProperties": node{"type": scalarTypes}}
	case *ruleSettings:
		return node{"type": []string{"object", "null"}, "properties": rules, "additionalProperties": ownRuleSchema()}
	case *[]Override:
		entry := sectionSchema(append([]key{pathsKey(new([]string))}, overrideKeys()...), rules)
		entry["type"], entry["required"] = "object", []string{"paths"}
		return node{"type": []string{"array", "null"}, "items": entry}
	case *[]settings.Answer:
		entry := sectionSchema(answerKeys(&entry{}), rules)
		entry["type"], entry["required"] = "object", []string{"objects"}
		entry["oneOf"] = []node{{"required": []string{"spec"}}, {"required": []string{"class"}}}
		return node{"type": []string{"array", "null"}, "items": entry}
	case answered:
		if k.maps {
			return node{"type": []string{"array", "null"}, "minItems": 1, "items": node{"type": "object"}}
		}
		return node{"type": append([]string{"null"}, scalarTypes...), "minLength": 1}
	case *[]string:
		return textsSchema(node{"type": scalarTypes})
	}
	switch {
	case k.allowed != nil:
		return node{"enum": orNull(k.allowed)}
	case k.form != nil:
		return node{"type": append([]string{"null"}, scalarTypes...), "pattern": k.form().String()}
	}
	return node{"type": append([]string{"null"}, scalarTypes...)}
}

// textsSchema describes a list of texts, one alone, or nothing.
func textsSchema(item node) node {
	return node{"anyOf": []node{item, {"type": "array", "items": item}, {"type": "null"}}}
}

func ruleSchema(rule *rule.Rule) node {
	level := node{"enum": orNull(ruleLevels)}
	properties := node{severityKey: level}
	for _, o := range rule.Options {
		option := optionSchema(o)
		option["description"] = o.Description
		option["default"] = o.Default
		properties[o.Name] = option
	}
	return node{
		"description": rule.Title,
		"anyOf":       []node{level, {"type": "object", "properties": properties, "additionalProperties": false}},
	}
}

func optionSchema(o rule.Option) node {
	switch o.Type {
	case rule.StringsOption:
		return textsSchema(node{"type": scalarTypes})
	case rule.BooleanOption:
		return node{"type": []string{"boolean", "null"}}
	case rule.IntegerOption:
		return node{"type": []string{"integer", "null"}, "minimum": 0}
	}
	return node{"type": append([]string{"null"}, scalarTypes...)}
}

func orNull(texts []string) []any {
	all := make([]any, 0, len(texts)+1)
	for _, text := range texts {
		all = append(all, text)
	}
	return append(all, nil)
}
