package workloads

import (
	"fmt"
	"strings"
)

// apply sets Blocks of the workloads for whose pods the budget allows no eviction.
func (b *budget) apply(workloads []*workload) {
	for _, w := range workloads {
		if reason := b.refuses(w); reason != "" && w.Blocks == "" {
			w.Blocks = fmt.Sprintf("PodDisruptionBudget %s (%s:%d) allows no eviction of its pods: %s", b.name, b.file, b.line, reason)
		}
	}
}

// refuses returns why the budget allows no eviction of the workload's pods, "" if it may allow one.
func (b *budget) refuses(w *workload) string {
	switch {
	case !b.isFor(w):
		return ""
	case b.max != "" && strings.Trim(b.max, "0%") == "":
		return "maxUnavailable is " + b.max
	case b.min == "100%":
		return "minAvailable is 100%"
	}
	if least := number(b.min); least > 0 && w.replicas >= 0 && w.replicas <= least {
		return fmt.Sprintf("minAvailable is %d of %d", least, w.replicas)
	}
	return ""
}

// isFor reports whether the budget selects the pods of the workload.
func (b *budget) isFor(w *workload) bool {
	if len(b.selects) == 0 || b.namespace != w.Namespace {
		return false
	}
	for key, value := range b.selects {
		if w.labels[key] != value {
			return false
		}
	}
	return true
}
