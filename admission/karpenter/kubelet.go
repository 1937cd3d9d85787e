package karpenter

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// quantity matches the texts that k8s.io/apimachinery/pkg/api/resource.ParseQuantity accepts.
var quantity = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)(Ki|Mi|Gi|Ti|Pi|Ei|n|u|m|k|M|G|T|P|E|[eE][+-]?[0-9]{1,18})?$`)
})

// checkKubelet checks the quantities in the kubelet settings of a pool or claim.
func (j *judge) checkKubelet(kubelet place) {
	for _, field := range []string{"kubeReserved", "systemReserved", "evictionHard", "evictionSoft"} {
		isThreshold := strings.HasPrefix(field, "eviction")
		entries := j.fields(j.field(kubelet, field))
		for _, e := range entries {
			text, ok := j.Text(e.value)
			if !ok || isQuantity(text) {
				continue
			}
			if isThreshold && isPercentage(text) {
				continue
			}
			help := "write a quantity such as 100Mi"
			if isThreshold {
				help += ", or a percentage such as 5%"
			}
			j.refuse("kubelet-quantity", problem{
				place: e,
				fact:  fmt.Sprintf("the value %q of %s in %s is not a quantity", text, e.key(), field),
				help:  help,
			})
		}
	}
}

func isQuantity(text string) bool { return quantity().MatchString(text) }

func isPercentage(text string) bool {
	if !strings.HasSuffix(text, "%") {
		return false
	}
	p, err := strconv.ParseFloat(strings.Trim(text, "%"), 64)
	return err == nil && p >= 0 && p <= 100
}
