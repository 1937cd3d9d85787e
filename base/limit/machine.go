package limit

import "github.com/KimMachineGun/automemlimit/memlimit"

// mostMemory is the default Memory on a machine that has enough, in bytes.
const mostMemory = 2 << 30

// DefaultMemory is the Memory of a run without a flag or setting: half of what the machine or its control group has, or 2 GiB if that is less. Where
// the system does not tell, it is 2 GiB.
func DefaultMemory() int64 {
	most := uint64(mostMemory)
	for _, has := range []memlimit.Provider{memlimit.FromCgroup, memlimit.FromSystem} {
		if bytes, err := has(); err == nil && bytes > 0 {
			most = min(most, bytes/2)
		}
	}
	return int64(most) //nolint:gosec // at most mostMemory
}
