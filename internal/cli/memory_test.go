package cli

import "testing"

// TestHeapGoal: the heap may grow much while little is alive, and little above mostHeap.
func TestHeapGoal(t *testing.T) {
	const mib = 1 << 20
	mostHeap.Store(512 * mib)
	for _, test := range []struct{ alive, want int64 }{
		{0, 44}, {20, 44}, {60, 83}, {100, 133}, {240, 308}, {400, 508}, {420, 512}, {480, 560}, {600, 700},
	} {
		if got := heapGoal(test.alive * mib); got != test.want*mib {
			t.Errorf("with %d MiB alive the heap grows to %d MiB, want %d", test.alive, got/mib, test.want)
		}
	}
	for alive, want := range map[int64]int{0: 1000, mib: 1000, 4 * mib: 1000, 22 * mib: 100} {
		if got := growthOf(alive); got != want {
			t.Errorf("with %d bytes alive the heap grows by %d %%, want %d", alive, got, want)
		}
	}
}
