package limit

import (
	"testing"
	"time"
)

func TestFormat(t *testing.T) {
	for limit, want := range map[time.Duration]string{
		5 * time.Minute: "5m", time.Hour: "1h", 90 * time.Second: "1m30s", 10 * time.Second: "10s", 20 * time.Minute: "20m", 90 * time.Minute: "1h30m", time.Millisecond: "1ms",
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

// TestDefaultMemory: half of what the machine or the control group has, at most 2 GiB.
func TestDefaultMemory(t *testing.T) {
	const machine = "MemTotal:       16384000 kB\nMemFree: 1 kB\n"
	for _, test := range []struct {
		name  string
		files map[string]string
		want  int64
	}{
		{"unknown", nil, 2 << 30},
		{"large machine", map[string]string{"/proc/meminfo": machine}, 2 << 30},
		{"small machine", map[string]string{"/proc/meminfo": "MemTotal: 1048576 kB\n"}, 512 << 20},
		{"group", map[string]string{"/proc/meminfo": machine, "/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/memory.max": "536870912\n"}, 256 << 20},
		{"outer group", map[string]string{
			"/proc/self/cgroup": "0::/a/b\n", "/sys/fs/cgroup/a/memory.max": "536870912\n", "/sys/fs/cgroup/a/b/memory.max": "max\n",
		}, 256 << 20},
		{"first version", map[string]string{
			"/proc/self/cgroup": "5:cpu,cpuacct:/x\n4:memory:/docker/1\n", "/sys/fs/cgroup/memory/memory.limit_in_bytes": "1073741824\n",
		}, 512 << 20},
		{"first version without limit", map[string]string{"/proc/self/cgroup": "4:memory:/\n", "/sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n"}, 2 << 30},
	} {
		if got := defaultMemory(func(file string) string { return test.files[file] }); got != test.want {
			t.Errorf("%s: %d MiB, want %d", test.name, got>>20, test.want>>20)
		}
	}
}
