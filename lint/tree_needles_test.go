package lint

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestMatcher compares the matcher with a search for each needle, on texts that are full of their parts.
func TestMatcher(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	word := func(most int) []byte {
		w := make([]byte, 1+random.IntN(most))
		for i := range w {
			w[i] = "abc"[random.IntN(3)]
		}
		return w
	}
	for range 3000 {
		var needles [][]byte
		for range 1 + random.IntN(6) {
			needles = append(needles, word(5))
		}
		text := append(word(40), "x\x00\xff"[random.IntN(3)])
		text = append(text, word(20)...)
		m := newMatcher(needles)
		var got []int
		m.all(text, func(i int) { got = append(got, i) })
		slices.Sort(got)
		got = slices.Compact(got)
		var want []int
		for i, needle := range needles {
			if bytes.Contains(text, needle) {
				want = append(want, i)
			}
		}
		if !slices.Equal(got, want) || m.any(text) != (len(want) > 0) {
			t.Fatalf("%q in %q: found %v, want %v", needles, text, got, want)
		}
	}
	if newMatcher(nil).any([]byte("a")) {
		t.Error("nothing is found")
	}
}

// BenchmarkMatcher looks for many needles in a text that has none.
func BenchmarkMatcher(b *testing.B) {
	var needles [][]byte
	for _, w := range strings.Fields(`karpenter.sh/do-not-evict karpenter.sh/v1alpha AWSNodeTemplate Provisioner Exists
		driver-registrar kubelet-registration-path node.kubernetes.io/unschedulable aws_eks_addon aws_eks_node_group NodePool
		EC2NodeClass helm_release karplint:ignore eks_blueprints_addons karpenter HelmRelease`) {
		needles = append(needles, []byte(w))
	}
	m := newMatcher(needles)
	text := []byte(strings.Repeat("        - name: kubernetes-dashboard # Exact number of nodes, helmet and provisions\n", 1000))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if m.any(text) {
			b.Fatal("found")
		}
	}
}
