package rego_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/karplint/karplint/lint/rego"
)

// TestRefused: a rule cannot call what leaves the machine, or gives another result in another run or on another machine; also not by a library, in
// another expression, or as the value of a with.
func TestRefused(t *testing.T) {
	for _, name := range []string{
		"http.send", "net.lookup_ip_addr", "net.cidr_contains", "opa.runtime", "time.now_ns", "rand.intn", "uuid.rfc4122", "io.jwt.decode_verify",
		"io.jwt.encode_sign", "io.jwt.encode_sign_raw", "json.match_schema", "json.verify_schema", "crypto.x509.parse_and_verify_certificates",
	} {
		for _, body := range []string{
			"x := " + name + "(1)",
			"\n  x := [y | y := " + name + "(1, 2, 3)]",
			"x := count([1]) with count as " + name,
		} {
			files := fstest.MapFS{"p/rule.rego": {Data: []byte("package p\nimport data.karplint.lib.x\ny := x.z\n")}, "lib/x.rego": {Data: []byte(
				"package karplint.lib.x\n\nz if {\n\t" + body + "\n}\n")}}
			err := compileOne(t, files)
			if err == nil || !strings.HasPrefix(err.Error(), "lib/x.rego:") || !strings.Contains(err.Error(), "cannot call "+name) {
				t.Errorf("%s in %q: %v", name, body, err)
			}
		}
	}
	for _, body := range []string{"time.parse_rfc3339_ns(\"2024-01-01T00:00:00Z\")", "regex.match(`a`, \"a\")", "crypto.sha256(\"a\")"} {
		files := fstest.MapFS{"p/rule.rego": {Data: []byte("package p\nx := " + body + "\n")}}
		if err := compileOne(t, files); err != nil {
			t.Errorf("%s: %v", body, err)
		}
	}
}

// TestRefusedIsComplete: every function that OPA marks as one whose result may differ is refused.
func TestRefusedIsComplete(t *testing.T) {
	marked := 0
	for _, b := range ast.Builtins {
		if !b.Nondeterministic {
			continue
		}
		marked++
		files := fstest.MapFS{"p/rule.rego": {Data: []byte("package p\nx := " + b.Name + "(1)\n")}}
		if err := compileOne(t, files); err == nil || !strings.Contains(err.Error(), "p/rule.rego:2:6: a rule cannot call "+b.Name) {
			t.Errorf("%s: %v", b.Name, err)
		}
	}
	if marked < 8 {
		t.Errorf("OPA marks %d functions", marked)
	}
}

func compileOne(t *testing.T, files fstest.MapFS) error {
	t.Helper()
	libraries := rego.Modules{}
	if err := libraries.AddLibraries(files, ".", "karplint.lib."); err != nil {
		t.Fatal(err)
	}
	used := map[string]*ast.Module{}
	if err := rego.AddRule(used, files, "p/rule.rego", rego.Imports{"lib": libraries}); err != nil {
		t.Fatal(err)
	}
	_, err := rego.Compile(used, false)
	return err
}
