package nearest

import "testing"

func TestName(t *testing.T) {
	known := []string{"select", "ignore", "fail-on", "karpenter-version", "do-not-evict", "lint", "f"}
	for word, want := range map[string]string{
		"slect":             "select",
		"IGNORE":            "ignore",
		"fail_on":           "fail-on",
		"karpenter-verison": "karpenter-version",
		"do-not-evcit":      "do-not-evict",
		"lnit":              "lint",
		"x":                 "",
		"colour":            "",
		"":                  "",
	} {
		if got := Name(word, known); got != want {
			t.Errorf("Name(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestHint(t *testing.T) {
	if got, want := Hint("slect", []string{"select"}), `; did you mean "select"?`; got != want {
		t.Errorf("Hint = %q, want %q", got, want)
	}
	if got := Hint("zzz", []string{"select"}); got != "" {
		t.Errorf("Hint = %q, want none", got)
	}
}
