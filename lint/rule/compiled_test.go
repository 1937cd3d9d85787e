package rule

import "testing"

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
