package terraform

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karplint/karplint/model"
)

// BenchmarkLoad evaluates a root that calls one module ten times, whose files are parsed already.
func BenchmarkLoad(b *testing.B) {
	var calls, resources strings.Builder
	for i := range 10 {
		fmt.Fprintf(&calls, "module \"m%d\" {\n  source = \"../m\"\n  name   = \"m-%d\"\n  tags   = { team = \"a\" }\n}\n", i, i)
		fmt.Fprintf(&resources, "resource \"aws_sqs_queue\" \"q%d\" {\n  for_each = toset([\"a\", \"b\"])\n  name = \"${local.name}-${each.key}-%d\"\n"+
			"  tags = merge(var.tags, { queue = upper(each.key) })\n  policy = jsonencode({ Statement = [for t in values(var.tags) : { Sid = t }] })\n}\n",
			i, i)
	}
	files := held{memory{fstest.MapFS{
		"root/main.tf":   {Data: []byte(calls.String())},
		"m/main.tf":      {Data: []byte(resources.String())},
		"m/variables.tf": {Data: []byte("variable \"name\" {\n  type = string\n}\nvariable \"tags\" {\n  type = map(string)\n}\n")},
		"m/locals.tf":    {Data: []byte("locals {\n  name = replace(lower(var.name), \"_\", \"-\")\n}\n")},
	}}, map[string]*model.File{}}
	for b.Loop() {
		if root := Load(files, "root", Options{}); len(root.Errors) > 0 || len(root.Resources) < 200 {
			b.Fatalf("%d resources, %v", len(root.Resources), root.Errors)
		}
	}
}
