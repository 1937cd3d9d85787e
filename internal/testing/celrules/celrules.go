// Package celrules lists the rules in Karpenter's CRDs, for tests.
package celrules

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/admission/cel"
	"github.com/karplint/karplint/admission/schema"
)

// Row is a rule that a new object may break.
type Row struct {
	Rule  *cel.Rule
	Paths []string     // of the values with the rule, such as spec.requirements[0].key
	Self  *schema.Node // the newest schema of these values
}

// All returns the rules of all releases, each once.
func All() (rows []*Row) {
	c := &collector{bySource: map[string]*Row{}}
	for _, name := range schema.Names() {
		for _, root := range schema.Lookup(name[0], name[1]).Schemas {
			c.collect(root, "")
		}
	}
	return c.rows
}

type collector struct {
	rows     []*Row
	bySource map[string]*Row
}

func (c *collector) collect(n *schema.Node, path string) {
	for _, rule := range n.Rules {
		if !rule.Transition() {
			c.add(rule, strings.TrimPrefix(path, "."), n)
		}
	}
	for _, name := range n.Properties() {
		c.collect(n.Property(name), path+"."+name)
	}
	if n.Items() != nil {
		c.collect(n.Items(), path+"[0]")
	}
}

func (c *collector) add(rule *cel.Rule, path string, self *schema.Node) {
	row := c.bySource[rule.Source]
	if row == nil {
		row = &Row{Rule: rule}
		c.bySource[rule.Source] = row
		c.rows = append(c.rows, row)
	}
	row.Self = self
	if !slices.Contains(row.Paths, path) {
		row.Paths = append(row.Paths, path)
	}
}
