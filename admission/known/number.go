package known

import (
	"math"
	"strconv"

	"github.com/karplint/karplint/parsers/yaml"
)

// Number is a number as the API server reads it.
type Number struct {
	Float float64
	Int   int64 // the value, if IsInt

	// IsInt means that the number is an integer of 64 bits. Its notation does not matter, because clients turn 1e3 and 1.0 into
	// integers.
	IsInt bool
}

// ParseNumber parses a number as its author wrote it. It returns false for one that JSON cannot express.
func ParseNumber(text string) (Number, bool) {
	decimal, ok := yaml.Number(text)
	if !ok {
		return Number{}, false
	}
	if i, err := strconv.ParseInt(decimal, 10, 64); err == nil {
		return Number{Float: float64(i), Int: i, IsInt: true}, true
	}
	f, err := strconv.ParseFloat(decimal, 64)
	if err != nil {
		return Number{}, false
	}
	isWhole := f == math.Trunc(f) && math.Abs(f) < 1<<63
	if !isWhole {
		return Number{Float: f}, true
	}
	return Number{Float: f, Int: int64(f), IsInt: true}, true
}
