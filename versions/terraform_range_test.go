package versions_test

import (
	"testing"

	"github.com/karplint/karplint/versions"
)

func TestTerraformConstraints(t *testing.T) {
	for constraint, want := range map[string]string{
		"20.8.5":             ">= 20.8.5, <= 20.8.5",
		"= 20.0":             ">= 20.0.0, <= 20.0.0",
		"v19.16.0":           ">= 19.16.0, <= 19.16.0",
		"~> 20.0":            ">= 20.0.0, < 21.0.0",
		"~>20.24":            ">= 20.24.0, < 21.0.0",
		"~> 20.8.3":          ">= 20.8.3, < 20.9.0",
		"~> 20":              ">= 20.0.0",
		">= 19.18, < 21":     ">= 19.18.0, < 21.0.0",
		"> 19.17.2":          ">= 19.17.3",
		"<= 20.36":           "<= 20.36.0",
		"~> 20.0, != 20.3.0": ">= 20.0.0, < 21.0.0",
		"":                   "",
		"latest":             "",
		"~> 20.0, main":      "",
	} {
		if got := versions.ParseTerraform(constraint).String(); got != want {
			t.Errorf("%q: %q, want %q", constraint, got, want)
		}
	}
}
