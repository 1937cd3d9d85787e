package hcl

import (
	"strings"
	"testing"

	"github.com/karplint/karplint/model"
)

func parse(t *testing.T, name, text string) *Source {
	t.Helper()
	s, err := Parse(model.NewFile(name, []byte(text)))
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return s
}

// TestNothing reads files without any value.
func TestNothing(t *testing.T) {
	for _, text := range []string{"", "\n \n", "\ufeff", "# only\n", "/* only */"} {
		s := parse(t, "a.tf", text)
		if s.Document.Root == nil || len(s.Document.Root.Entries) > 0 || len(s.Body.Attributes)+len(s.Body.Blocks) > 0 {
			t.Errorf("%q has entries", text)
		}
		if strings.Contains(text, "only") != (len(s.Comments()) == 1) {
			t.Errorf("%q has %d comments", text, len(s.Comments()))
		}
	}
	for _, text := range []string{"{}", "[]", "[{}]", "5", `"a"`, "null"} {
		if s := parse(t, "a.tfvars.json", text); len(s.Body.Attributes)+len(s.Body.Blocks) > 0 {
			t.Errorf("%q has entries", text)
		}
	}
}

// TestOrdinary reads what is long but not deep.
func TestOrdinary(t *testing.T) {
	for _, text := range []string{
		"a = b" + strings.Repeat(".c", 2000) + "\n",
		"a = [" + strings.Repeat("1 + 1, ", 2000) + "]\n",
		"a = [" + strings.Repeat("[{}], ", 2000) + "]\n",
		"a = {\n" + strings.Repeat("  b = 1 + f(2)\n", 2000) + "}\n",
		"a = \"" + strings.Repeat("${b + c}", 2000) + "\"\n",
		"a = <<E\n" + strings.Repeat("%{ if b }c%{ endif }\n", 2000) + "E\n",
		strings.Repeat("a {\n  b {}\n}\n", 2000),
	} {
		s := parse(t, "a.tf", text)
		if err := checkSource(s); err != nil {
			t.Errorf("%.40q: %v", text, err)
		}
	}
}

func TestBodyAccess(t *testing.T) {
	s := parse(t, "a.tf", "a = 1\nb {}\nc {}\nb {\n  d = 2\n}\n")
	if a := s.Body.Attribute("a"); a == nil || s.Document.Text(a.Span) != "a = 1" {
		t.Error("a", a)
	}
	if s.Body.Attribute("d") != nil {
		t.Error("d is found")
	}
	blocks := s.Body.BlocksOf("b")
	if len(blocks) != 2 || blocks[1].Body.Attribute("d") == nil {
		t.Error(blocks)
	}
}

// TestTwins shows which of two blocks with the same labels counts.
func TestTwins(t *testing.T) {
	s := parse(t, "a.tf", "p \"a\" {\n  x = 1\n}\np \"a\" {\n  x = 2\n}\n")
	if got := s.Document.Root.Get("p", "a", "x"); got.Text != "2" {
		t.Error(got)
	}
	if entries := s.Document.Root.Get("p").Entries; len(entries) != 2 {
		t.Errorf("%d entries", len(entries))
	}
}

func TestLocalSources(t *testing.T) {
	for text, want := range map[string]string{
		`source = "./x"`: "./x",
		"module \"a\" {\n  source=\"../../b\"\n}": "../../b",
		"source\t =\n \"./x\"":                    "./x",
		`"source": "./x", "source" : "../y"`:      "./x ../y",
		`source = "hashicorp/x/aws"`:              "",
		`source = "git::./x"`:                     "",
		`source_dir = "./x"`:                      "",
		`data_source = "./x"`:                     "",
		`source = var.x`:                          "",
		`# source = "./x"`:                        "./x",
		`source = "./x`:                           "",
		`source = "./x` + "\n\"":                  "",
		`source`:                                  "",
		`sources = "./x"`:                         "",
		`sourcesource = "./x"`:                    "",
		`"source`:                                 "",
		`source =`:                                "",
		`source = "..."`:                          "",
	} {
		if got := strings.Join(LocalSources([]byte(text)), " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestMaskedJSON reads a file in which a template seems to go on behind its string.
func TestMaskedJSON(t *testing.T) {
	s := parse(t, "a.tfvars.json", `{"a": "{{", "b": "}} ${"}`)
	if got := s.Document.Root.Str("a"); got != "{{" {
		t.Errorf("a is %q", got)
	}
}

// TestConfigurationInJSON: configuration in JSON is not read, and the error is that of a limit: Terraform reads it.
func TestConfigurationInJSON(t *testing.T) {
	for _, name := range []string{"a.tf.json", "a.tofu.json"} {
		if _, failed := Parse(model.NewFile(name, []byte("{}"))); failed == nil || !failed.Limit {
			t.Errorf("%s: %v", name, failed)
		}
	}
}
