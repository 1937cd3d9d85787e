package lint_test

import (
	"testing"

	"github.com/karplint/karplint/lint"
)

// pieces are files that are scanned in pieces of a few bytes, as very large ones are.
type pieces struct{ lint.Overlay }

const pieceSize, pieceOverlap = 64, 24

func (p pieces) Scan(name string, part func([]byte)) (tooLarge bool, err error) {
	data, err := p.ReadFile(name)
	for start := 0; err == nil; start += pieceSize - pieceOverlap {
		part(data[start:min(start+pieceSize, len(data))])
		if start+pieceSize >= len(data) {
			break
		}
	}
	return false, err
}

// TestScanInPieces: what the bytes of a file tell does not depend on the pieces in which they are read.
func TestScanInPieces(t *testing.T) {
	files := lint.Overlay{Texts: map[string][]byte{
		"release.yaml": []byte(`apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: controller, namespace: kube-system}
spec:
  interval: 10m
  # far away
  chart: {spec: {chart: karpenter, version: 1.0.8}}
`),
		"pool.yaml": []byte("apiVersion: karpenter.sh/v1beta1\nkind: NodePool\n"),
	}}
	tree := lint.Tree{Files: pieces{files}, Inputs: []lint.Input{{Path: "pool.yaml"}, {Path: "release.yaml", Context: true}}}
	if got := lint.Survey(t.Context(), tree).Installed("pool.yaml").Version; got != "1.0.8" {
		t.Errorf("version %q is installed", got)
	}
}
