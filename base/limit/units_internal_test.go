package limit

import (
	"testing"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

func TestFormat(t *testing.T) {
	for limit, want := range map[time.Duration]string{
		5 * time.Minute: "5m", time.Hour: "1h", 90 * time.Second: "1m30s", 10 * time.Second: "10s", 20 * time.Minute: "20m", 90 * time.Minute: "1h30m",
		time.Millisecond: "1ms",
	} {
		if got := formatTime(limit); got != want {
			t.Errorf("%v is written %s, want %s", limit, got, want)
		}
	}
	for limit, want := range map[int64]string{2 << 30: "2GiB", 1536 << 20: "1536MiB", 2e9: "1907.3MiB"} {
		if got := formatMemory(limit); got != want {
			t.Errorf("%d is written %s, want %s", limit, got, want)
		}
	}
}

// TestDefaultMemory: at most 2 GiB, and at most half of what the machine has.
func TestDefaultMemory(t *testing.T) {
	machine, err := memlimit.FromSystem()
	if err != nil {
		t.Fatal(err)
	}
	if most := uint64(DefaultMemory()); most == 0 || most > mostMemory || most > machine/2 {
		t.Errorf("%d MiB on a machine with %d", most>>20, machine>>20)
	}
}
