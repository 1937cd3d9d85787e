package limit

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/karplint/karplint/base/pattern"
)

// The forms of the limits, and how they look.
var (
	TimeForm   = pattern.New(`^(0|([0-9]+(\.[0-9]+)?(ms|s|m|h))+)$`)
	MemoryForm = pattern.New(`^([0-9]+(\.[0-9]+)?)(([kKMGT]i?)?B?)$`)
)

// How values of the forms look.
const (
	NoTime   = "not a duration; write 5m, 90s, or 0 for no limit"
	NoMemory = "not a size; write 2GiB, 500MB, or 0 for no limit"
)

// ParseTime returns the limit of --timeout.
func ParseTime(text string) (time.Duration, error) {
	if limit, err := time.ParseDuration(text); err == nil && TimeForm().MatchString(text) {
		return limit, nil
	}
	return 0, fmt.Errorf("%q is %s", text, NoTime)
}

// ParseMemory returns the limit of --max-memory, in bytes.
func ParseMemory(text string) (int64, error) {
	size, err := humanize.ParseBytes(text)
	if err != nil || !MemoryForm().MatchString(text) || size >= 1<<60 {
		return 0, fmt.Errorf("%q is %s", text, NoMemory)
	}
	return int64(size), nil
}

// formatTime returns a duration without the zeros of "5m0s".
func formatTime(d time.Duration) string {
	return zeros().ReplaceAllString(d.String(), "$1")
}

var zeros = pattern.New(`([hm])(0m)?0s$`)

// formatMemory returns a size in the largest unit that divides it, or in MiB.
func formatMemory(bytes int64) string {
	for i, unit := range []string{"GiB", "MiB"} {
		if size := int64(1) << (30 - 10*i); bytes%size == 0 {
			return strconv.FormatInt(bytes/size, 10) + unit
		}
	}
	return strings.TrimSuffix(strconv.FormatFloat(float64(bytes)/(1<<20), 'f', 1, 64), ".0") + "MiB"
}
