package rule

import "fmt"

// Severity of a finding, in the order that --fail-on compares.
type Severity uint8

// The severities.
const (
	Info Severity = iota
	Warning
	Error
)

// String returns "info", "warning" or "error".
func (s Severity) String() string { return [...]string{"info", "warning", "error"}[s] }

// ParseSeverity returns the severity that String prints as the text.
func ParseSeverity(text string) (Severity, error) {
	for s := Info; s <= Error; s++ {
		if s.String() == text {
			return s, nil
		}
	}
	return 0, fmt.Errorf("unknown severity %q; use info, warning or error", text)
}

// Safety of a fix.
type Safety string

// The safeties of a fix.
const (
	Safe   Safety = "safe"
	Unsafe Safety = "unsafe"
)
