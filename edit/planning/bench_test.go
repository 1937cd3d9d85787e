package planning

import (
	"strings"
	"testing"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
)

// BenchmarkPlan plans the fix of one finding, and proves it by reading the result again.
func BenchmarkPlan(b *testing.B) {
	text := "apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata:\n  name: x\nspec:\n  limits: {cpu: 100}\n  requirements:\n" +
		strings.Repeat("    - key: k # why\n      operator: In\n      values: [a, b]\n", 10)
	docs, err := documents([]byte(text))
	if err != nil {
		b.Fatal(err)
	}
	ops := []edit.Op{{Do: edit.Set, Path: []any{"spec", "limits", "cpu"}, Value: model.NewString("200")},
		{Do: edit.Set, Path: []any{"spec", "requirements", 4, "operator"}, Value: model.NewString("NotIn")}}
	for b.Loop() {
		if _, err := Plan(Target{Doc: docs[0]}, ops); err != nil {
			b.Fatal(err)
		}
	}
}
