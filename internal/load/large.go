package load

import "fmt"

var errTooLarge = fmt.Errorf("larger than %d MiB, the maximum; split it", maxSize>>20)

const overlap = 4 << 10 // of two pieces of a large file: longer than anything that is looked for
