package regocode

import (
	"errors"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"
)

// Code is the output of Encode. It is safe for concurrent use.
type Code struct {
	mu      sync.Mutex
	codec   codec
	modules map[string]*module // by name
}

// module is a module that is decoded when first used.
type module struct {
	body    string
	uses    []string // names of other modules
	decoded *ast.Module
}

var errDamaged = errors.New("the compiled rules are damaged; run make docs")

// Open reads the tables in the output of Encode, but decodes no module.
func Open(data string) (code *Code, err error) {
	defer recoverDamage(&err)
	code = &Code{codec: codec{reading: true, in: data}, modules: map[string]*module{}}
	c := &code.codec
	c.readTexts()
	c.readReferences()
	var names []string
	var sizes []int
	for range c.number(0) {
		name := c.text("")
		names = append(names, name)
		code.modules[name] = &module{uses: listOf(c, nil, c.text)}
		sizes = append(sizes, c.number(0))
	}
	bodies := c.in
	for i, size := range sizes {
		code.modules[names[i]].body, bodies = bodies[:size], bodies[size:]
	}
	return code, nil
}

// Modules returns the named module and those that it refers to, directly or indirectly, by name. The caller must not change them.
func (c *Code) Modules(name string) (modules map[string]*ast.Module, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer recoverDamage(&err)
	modules = map[string]*ast.Module{}
	c.collect(name, modules)
	return modules, nil
}

// Names returns the names of all modules, in no order.
func (c *Code) Names() []string {
	var names []string
	for name := range c.modules { // in any order: callers sort them, or make a set
		names = append(names, name)
	}
	return names
}

func (c *Code) collect(name string, modules map[string]*ast.Module) {
	if modules[name] != nil {
		return
	}
	m := c.modules[name]
	if m == nil {
		panic("no such module")
	}
	if m.decoded == nil {
		c.codec.in = m.body
		m.decoded = c.codec.module(name, &ast.Module{Package: &ast.Package{}})
	}
	modules[name] = m.decoded
	for _, used := range m.uses {
		c.collect(used, modules)
	}
}

// recoverDamage turns a panic of the codec into an error, because the codec does not check bounds itself.
func recoverDamage(err *error) {
	if recover() != nil {
		*err = errDamaged
	}
}
