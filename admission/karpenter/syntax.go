package karpenter

import (
	"regexp"
	"strings"
	"sync"
)

// Lengths and patterns of labels, from k8s.io/apimachinery/pkg/util/validation.
const (
	maxName   = 63  // of the name after the slash in a key, and of a value
	maxDomain = 253 // of the domain before the slash
)

var (
	labelName   = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$`) })
	labelDomain = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`)
	})
)

// faultOfKey describes the mistake in the key of a label or taint; "" if there is none. Karpenter requires the same syntax of the
// value of a taint.
func faultOfKey(key string) string {
	domain, name, hasDomain := strings.Cut(key, "/")
	if !hasDomain {
		return faultOfName(key)
	}
	switch {
	case strings.Contains(name, "/"):
		return "has more than one slash"
	case domain == "":
		return "has nothing before its slash"
	case len(domain) > maxDomain:
		return "has more than 253 characters before its slash"
	case !labelDomain().MatchString(domain):
		return "has no DNS name in lower case before its slash"
	}
	return faultOfName(name)
}

func faultOfName(name string) string {
	switch {
	case name == "":
		return "has no name"
	case len(name) > maxName:
		return "has a name of more than 63 characters"
	case !labelName().MatchString(name):
		return "is not valid"
	}
	return ""
}

// faultOfValue describes the mistake in the value of a label; "" if there is none.
func faultOfValue(value string) string {
	switch {
	case value == "":
		return ""
	case len(value) > maxName:
		return "has more than 63 characters"
	case !labelName().MatchString(value):
		return "is not valid"
	}
	return ""
}
