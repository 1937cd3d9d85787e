package scan

import (
	"bytes"
	"math/rand/v2"
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
	found := 0
	for range 3000 {
		needles := map[string]Signs{}
		for i := range 1 + random.IntN(4) {
			needles[string(append(word(4), word(4)...))] |= 1 << i
		}
		text := append(word(40), "x\x00\xff"[random.IntN(3)])
		text = append(text, word(20)...)
		want := Signs(0)
		for needle, sign := range needles {
			if bytes.Contains(text, []byte(needle)) {
				want |= sign
			}
		}
		if got := newMatcher(needles).find(text); got != want {
			t.Fatalf("%v in %q: %v, want %v", needles, text, got, want)
		}
		if want != 0 {
			found++
		}
	}
	if found < 1000 || found > 2000 {
		t.Errorf("needles stand in %d of 3000 texts; about half is a better test", found)
	}
	if newMatcher(nil).find([]byte("a")) != 0 {
		t.Error("nothing is found")
	}
}

// BenchmarkMatcher looks for many needles in a text that has none.
func BenchmarkMatcher(b *testing.B) {
	needles := map[string]Signs{}
	for _, w := range strings.Fields(`karpenter.sh/do-not-evict karpenter.sh/v1alpha AWSNodeTemplate Provisioner Exists
		driver-registrar kubelet-registration-path node.kubernetes.io/unschedulable aws_eks_addon aws_eks_node_group NodePool
		EC2NodeClass helm_release karplint:ignore eks_blueprints_addons karpenter HelmRelease`) {
		needles[w] = 1
	}
	m := newMatcher(needles)
	text := []byte(strings.Repeat("        - name: kubernetes-dashboard # Exact number of nodes, helmet and provisions\n", 1000))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if m.find(text) != 0 {
			b.Fatal("found")
		}
	}
}
