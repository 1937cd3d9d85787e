package lsp_test

import (
	"runtime"
	"testing"

	protocol "github.com/tliron/glsp/protocol_3_16"

	"github.com/karplint/karplint/internal/testing/golden"
)

// TestMemory: what a session keeps does not grow with the number of changes.
func TestMemory(t *testing.T) {
	golden.NotInCheck(t)
	c := startClient(t, examples(t), nil)
	paths := []string{"manifests/karpenter/default.yaml", "manifests/shop/web.yaml", "terraform/karpenter.tf"}
	for _, path := range paths {
		c.open(path)
	}
	alive := func(changes int) uint64 {
		for i := range changes {
			path := paths[i%len(paths)]
			text := protocol.TextEdit{Range: protocol.Range{Start: at(uint32(i%5), 0), End: at(uint32(i%5), 0)}, NewText: "x: [\n"}
			if i/len(paths)%2 == 1 {
				line := uint32((i - len(paths)) % 5)
				text = protocol.TextEdit{Range: protocol.Range{Start: at(line, 0), End: at(line+1, 0)}}
			}
			c.change(path, text)
		}
		var stats runtime.MemStats
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&stats)
		return stats.HeapAlloc
	}
	alive(24)
	count := golden.Draws(24, 1000) / 6 * 6 // whole rounds of changes, after which the texts are as before
	first, second := alive(count), alive(count)
	t.Logf("after %d changes %.1f MB, after %d %.1f MB", count, float64(first)/1e6, 2*count, float64(second)/1e6)
	if second > first+first/10+1e6 {
		t.Error("that is more than a tenth more")
	}
	c.stop()
}
