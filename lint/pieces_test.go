package lint_test

import (
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/lint/inventory"
)

// pieces are files that are scanned in pieces of a few bytes, as very large ones are.
type pieces struct{ fileset.Overlay }

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

// TestScanInPieces: the signs of a file do not depend on the pieces in which it is read.
func TestScanInPieces(t *testing.T) {
	files := fileset.Overlay{Texts: map[string][]byte{
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
	tree := lint.Tree{Source: inventory.Source{Files: pieces{files},
		Inputs: []fileset.Input{{Path: "pool.yaml"}, {Path: "release.yaml", Context: true}}}}
	if got := inventory.Survey(t.Context(), tree.Source, false).Installed("pool.yaml").Version; got != "1.0.8" {
		t.Errorf("version %q is installed", got)
	}
}

// TestScanOfDocuments: documents without a needle are not parsed, and the findings in their neighbours stay the same.
func TestScanOfDocuments(t *testing.T) {
	golden.NotInCheck(t)
	rules := load(t)
	scanning, plain := linter(t, rules, "unknown"), linter(t, rules, "unknown")
	lint.WithoutScan(plain)
	texts := map[string][]byte{}
	tree := lint.Tree{}
	for name, text := range corpus(t, rules) {
		if path.Ext(name) == ".json" || filetype.IsKustomization(name) {
			continue
		}
		const other = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: other}\n"
		texts[name] = []byte(other + "---\n" + strings.TrimPrefix(text, "---\n") + "\n---\n# nothing\n---\n" + other)
		tree.Inputs = append(tree.Inputs, fileset.Input{Path: name})
	}
	slices.SortFunc(tree.Inputs, func(a, b fileset.Input) int { return strings.Compare(a.Path, b.Path) })
	tree.Files = fileset.Overlay{Texts: texts}
	checkTreeScan(t, scanning, plain, tree, "documents beside others")
	if found := len(lintTree(t, scanning, tree).Findings); found < 200 {
		t.Errorf("only %d findings in %d files", found, len(texts))
	}
}
