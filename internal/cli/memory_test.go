package cli

import "testing"

// TestMemoryLimit: the limit leaves much memory free while little is alive, and little above mostMemory.
func TestMemoryLimit(t *testing.T) {
	const mib = 1 << 20
	mostMemory.Store(512 * mib)
	for _, test := range []struct{ alive, want int64 }{
		{0, 60}, {21, 60}, {60, 100}, {120, 180}, {240, 340}, {360, 500}, {420, 512}, {480, 560}, {600, 700},
	} {
		if got := memoryLimit(test.alive * mib); got != test.want*mib {
			t.Errorf("with %d MiB alive the limit is %d MiB, want %d", test.alive, got/mib, test.want)
		}
	}
}
