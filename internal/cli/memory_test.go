package cli

import "testing"

// TestHeapGoal: the heap may grow much while little is alive, and little above mostHeap.
func TestHeapGoal(t *testing.T) {
	const mib = 1 << 20
	mostHeap.Store(512 * mib)
	for _, test := range []struct{ alive, collections, want int64 }{
		{0, 1, 44}, {20, 3, 44}, {30, 5, 60}, {52, 5, 77}, {60, 64, 88}, {80, 64, 114}, {200, 30, 408}, {250, 1, 508},
		{400, 1, 512}, {480, 1, 560}, {600, 99, 700},
		{88, 64, 125}, {92, 64, 161}, {80, 72, 141}, {100, 88, 208}, {100, 1000, 208},
	} {
		if got := heapGoal(test.alive*mib, test.collections) / mib; got != test.want {
			t.Errorf("with %d MiB alive after %d collections the heap grows to %d MiB, want %d", test.alive, test.collections, got, test.want)
		}
	}
	for alive, want := range map[int64]int{0: 1000, mib: 1000, 4 * mib: 1000, 22 * mib: 100} {
		if got := growthOf(alive, 1); got != want {
			t.Errorf("with %d bytes alive the heap grows by %d %%, want %d", alive, got, want)
		}
	}
}
