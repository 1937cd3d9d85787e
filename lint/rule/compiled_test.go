package rule

import (
	"fmt"
	"os"
	"reflect"
	"testing"
)

func TestRulesCutShort(t *testing.T) {
	rule := &Rule{ID: "KL1", Kinds: []string{"Pod"}, Page: Page{Links: []Link{{Title: "a", URL: "b"}}}, Options: []Option{{Name: "c"}}}
	data, err := EncodeRules([]*Rule{rule, rule})
	if err != nil {
		t.Fatal(err)
	}
	for cut := range data {
		if _, err := decodeRules(string(data[:cut])); err == nil {
			t.Errorf("the first %d bytes of %d read without an error", cut, len(data))
		}
	}
}

// TestRulesReadBack: what a rule's METADATA says is the same in its compiled form. A field that is not written there fails here.
func TestRulesReadBack(t *testing.T) {
	loaded, err := Load(os.DirFS("../../rules")) // parses them: nothing is compiled in this file system
	if err != nil {
		t.Fatal(err)
	}
	data, err := EncodeRules(loaded.All())
	if err != nil {
		t.Fatal(err)
	}
	read, err := decodeRules(string(data))
	if err != nil {
		t.Fatal(err)
	}
	for i, rule := range loaded.All() {
		want, got := reflect.ValueOf(*rule), reflect.ValueOf(*read[i])
		for field := range want.NumField() {
			name := want.Type().Field(field).Name
			isWritten := name != "Source" && name != "interval"
			if isWritten && fmt.Sprintf("%+v", want.Field(field)) != fmt.Sprintf("%+v", got.Field(field)) {
				t.Errorf("%s: %s is %v; want %v", rule.ID, name, got.Field(field), want.Field(field))
			}
		}
	}
}
