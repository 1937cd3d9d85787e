package load

import (
	"sync"
	"sync/atomic"
)

// count is the number of bytes in the files that were read, each counted once. It is safe for concurrent use.
type count struct {
	known sync.Map // paths
	bytes atomic.Int64
}

func (c *count) add(path string, bytes int64) {
	if c == nil {
		return
	}
	if _, known := c.known.LoadOrStore(path, true); !known {
		c.bytes.Add(min(bytes, maxSize)) // of a larger file, karplint keeps nothing
	}
}

// Read returns the number of bytes in the listed files that were read so far.
func (l *Listing) Read() int64 {
	if l.read == nil {
		return 0
	}
	return l.read.bytes.Load()
}
