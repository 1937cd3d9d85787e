package nearest

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/karplint/karplint/internal/testing/cputime"
)

// TestLongWord: a word that no name can be near to is not compared, which would take a minute here.
func TestLongWord(t *testing.T) {
	names, start := slices.Repeat([]string{"karpenter-version"}, 500), cputime.Used()
	if got := Name(strings.Repeat("karpenter", 200_000), names); got != "" {
		t.Errorf("Name = %q", got)
	}
	if took := cputime.Used() - start; took > 3*time.Second {
		t.Errorf("it takes %s", took)
	}
}

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

func TestSlip(t *testing.T) {
	names := []string{"In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt", "karpenter.sh/v1", "karpenter.sh/v1beta1"}
	for word, want := range map[string]string{
		"Inn":                  "In",
		"in":                   "In",
		"Notin":                "NotIn",
		"NotI":                 "NotIn",
		"Exist":                "Exists",
		"Esists":               "Exists",
		"Eixsts":               "Exists",
		"DoesNotExists":        "DoesNotExist",
		"karpenter.sh/v1bta1":  "karpenter.sh/v1beta1",
		"karpenter.sh/v1beat1": "karpenter.sh/v1beta1",
		"karpenter.sh/v2":      "karpenter.sh/v1",
		"In":                   "",
		"I":                    "",
		"Equals":               "",
		"Ex":                   "",
		"t":                    "",
		"":                     "",
	} {
		if got := Slip(word, names); got != want {
			t.Errorf("Slip(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestOnly(t *testing.T) {
	known := []string{"taints", "paints", "weight"}
	for word, want := range map[string]string{"wieght": "weight", "taint": "", "x": ""} {
		if got := Only(word, known); got != want {
			t.Errorf("Only(%q) = %q, want %q", word, got, want)
		}
	}
}
