package limit

import (
	"path"
	"strconv"
	"strings"

	"github.com/karplint/karplint/base/regular"
)

// mostMemory is the default Memory on a machine that has enough.
const mostMemory = 2 << 30

// DefaultMemory is the Memory of a run without a flag or setting: half of what the machine or its control group has, or 2 GiB if that is less. Where
// the system does not tell, it is 2 GiB.
func DefaultMemory() int64 {
	return defaultMemory(func(file string) string {
		data, _ := regular.Read(file, 1<<20)
		return string(data)
	})
}

func defaultMemory(read func(file string) string) int64 {
	most := int64(mostMemory)
	has := func(bytes int64) {
		if bytes > 0 {
			most = min(most, bytes/2)
		}
	}
	for line := range strings.Lines(read("/proc/meminfo")) {
		if words := strings.Fields(line); len(words) > 1 && words[0] == "MemTotal:" {
			has(number(words[1]) << 10)
		}
	}
	for line := range strings.Lines(read("/proc/self/cgroup")) {
		_, group, _ := strings.Cut(strings.TrimSpace(line), ":")
		controllers, group, _ := strings.Cut(group, ":")
		root, file := "/sys/fs/cgroup", "memory.max"
		switch {
		case controllers == "memory":
			root, file = root+"/memory", "memory.limit_in_bytes"
		case controllers != "":
			continue
		}
		for dir := path.Join("/", group); ; dir = path.Dir(dir) { // a group also keeps to the limits of those above it
			has(number(strings.TrimSpace(read(path.Join(root, dir, file)))))
			if dir == "/" {
				break
			}
		}
	}
	return most
}

// number returns a number, 0 if the text is none, such as "max".
func number(text string) int64 {
	n, _ := strconv.ParseInt(text, 10, 64)
	return n
}
