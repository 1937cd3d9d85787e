package yaml

import (
	"fmt"
	"strings"
	"testing"

	"github.com/karplint/karplint/model"
)

// BenchmarkDocuments parses a file of a hundred pools.
func BenchmarkDocuments(b *testing.B) {
	var text strings.Builder
	for i := range 100 {
		fmt.Fprintf(&text, "---\napiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata:\n  name: pool-%d # a comment\nspec:\n  template:\n    spec:\n"+
			"      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: \"default\"}\n      requirements:\n"+
			"        - key: karpenter.sh/capacity-type\n          operator: In\n          values: [spot, on-demand]\n  limits:\n    cpu: 100\n", i)
	}
	data := []byte(text.String())
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		documents := 0
		Documents(model.NewFile("pools.yaml", data), func(_ *model.Document, err *ParseError) bool {
			if err != nil {
				b.Fatal(err)
			}
			documents++
			return true
		})
		if documents != 100 {
			b.Fatalf("%d documents", documents)
		}
	}
}
