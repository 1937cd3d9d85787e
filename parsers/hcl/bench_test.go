package hcl

import (
	"fmt"
	"strings"
	"testing"

	"github.com/karplint/karplint/model"
)

// BenchmarkParse parses a file of a hundred resources.
func BenchmarkParse(b *testing.B) {
	var text strings.Builder
	for i := range 100 {
		fmt.Fprintf(&text, "resource \"aws_sqs_queue\" \"q%d\" {\n  name = \"${var.name}-%d\"\n\n  tags = merge(var.tags, {\n    team = \"a\" # why\n"+
			"  })\n\n  policy = jsonencode({ Statement = [for a in var.actions : { Action = a, Effect = \"Allow\" }] })\n}\n\n", i, i)
	}
	data := []byte(text.String())
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := Parse(model.NewFile("main.tf", data)); err != nil {
			b.Fatal(err)
		}
	}
}
