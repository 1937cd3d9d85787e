package rule

import (
	"fmt"
	"os"
	"reflect"
	"testing"
)

func TestRulesCutShort(t *testing.T) {
	rule := &Rule{ID: "KL1", Kinds: []string{"Pod"}, Page: Page{Links: []Link{{Title: "a", URL: "b"}}}, Options: []Option{{Name: "c"}}}
	data, err := rule.Encode()
	if err != nil {
		t.Fatal(err)
	}
	for cut := range data {
		if _, err := decodeRule(string(data[:cut])); err == nil {
			t.Errorf("the first %d bytes of %d read without an error", cut, len(data))
		}
	}
}

// TestRulesReadBack: what a rule's METADATA says is the same in its compiled form. A field that is not written there fails here.
func TestRulesReadBack(t *testing.T) {
	loaded, err := Load(os.DirFS("../../rules")) // what is compiled ahead is equal, as this test says
	if err != nil {
		t.Fatal(err)
	}
	for _, rule := range loaded.All() {
		data, err := rule.Encode()
		if err != nil {
			t.Fatal(err)
		}
		read, err := decodeRule(string(data))
		if err != nil {
			t.Fatal(err)
		}
		want, got := reflect.ValueOf(*rule), reflect.ValueOf(*read)
		for field := range want.NumField() {
			name := want.Type().Field(field).Name
			isWritten := name != "Source" && name != "interval"
			if isWritten && fmt.Sprintf("%+v", want.Field(field)) != fmt.Sprintf("%+v", got.Field(field)) {
				t.Errorf("%s: %s is %v; want %v", rule.ID, name, got.Field(field), want.Field(field))
			}
		}
	}
}
