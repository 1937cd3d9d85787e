package rego

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"
)

// refused are the functions that no rule may call: a run depends only on files, stays on the machine, and gives the same everywhere.
var refused = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{}
	for _, b := range ast.Builtins {
		verifiesNow := strings.HasPrefix(b.Name, "crypto.x509.parse_and_verify") // certificates, at the present time
		if b.Nondeterministic || strings.HasPrefix(b.Name, "net.") || verifiesNow {
			names[b.Name] = true
		}
	}
	return names
})

// checkCalls returns an error for the first call of a refused function in a module.
func checkCalls(module *ast.Module) (err error) {
	ast.WalkRefs(module, func(ref ast.Ref) bool {
		if name := ref.String(); err == nil && refused()[name] {
			err = errorAt(ref[0].Location, "a rule cannot call %s: a run must stay on this machine, and give the same result everywhere; "+
				"take what the rule needs from its input or from an option", name)
		}
		return err != nil
	})
	return err
}

// checkData returns an error for the first reference of a module to data that it does not have, which would be undefined without a word.
func checkData(module *ast.Module) (err error) {
	own := strings.TrimSuffix(module.Package.Path.String(), "_test")
	ast.WalkRefs(module, func(ref ast.Ref) bool {
		if err != nil || !ref.HasPrefix(ast.DefaultRootRef) || ref.Equal(module.Package.Path) {
			return err != nil
		}
		name := ref.ConstantPrefix().String()
		for _, known := range []string{own, "data.karplint.lib", "data.karplint.custom.lib", "data.karplint.facts"} {
			if name == known || strings.HasPrefix(name, known+".") || strings.HasPrefix(name, known+"[") {
				return false
			}
		}
		err = errorAt(ref[0].Location, "there is no %s: a rule has data.karplint.lib, data.karplint.custom.lib, data.karplint.facts "+
			"and its own package", name)
		return true
	})
	return err
}

// errorAt returns an error at a place: file:line:column.
func errorAt(place *ast.Location, format string, args ...any) error {
	return fmt.Errorf("%s:%d:%d: %s", place.File, max(place.Row, 1), max(place.Col, 1), fmt.Sprintf(format, args...))
}

// OneLine returns the first of OPA's errors in one line with its place, and how many more there are. Other errors are returned as they are.
func OneLine(err error) error {
	var all ast.Errors
	if !errors.As(err, &all) || len(all) == 0 {
		return err
	}
	place, message := all[0].Location, strings.Join(strings.Fields(all[0].Message), " ")
	if more := len(all) - 1; more > 0 {
		message += fmt.Sprintf(" (and %d more)", more)
	}
	if place == nil {
		return errors.New(message)
	}
	return errorAt(place, "%s", message)
}
