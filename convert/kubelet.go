package convert

import (
	"strconv"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// containerRuntime drops the field: v1beta1 knows containerd only.
func containerRuntime(o *object, f field) bool {
	o.remove(f.path)
	switch {
	case f.value.Kind == model.Unknown:
		o.warn(f.path, seePool, "containerRuntime is gone, containerd is all there is; dropped: check that %q is never dockerd", f.value.Text)
	case f.value.Text == "containerd":
		o.info(f.path, seePool, `containerRuntime is gone, "containerd" is all there is; dropped`)
	default:
		o.decide(f.path, seePool, "containerRuntime is gone, containerd is all there is; remove %q once your nodes can do without it", f.value.Text)
	}
	return true
}

// reserved quotes numbers: v1beta1 calls a string function on them.
func reserved(o *object, f field) bool {
	if f.value.Kind != model.Number {
		return true
	}
	written := o.written(f.value)
	decimal, ok := yaml.Number(written) // 0x10 is a number, but "0x10" no quantity
	if !ok {
		decimal = written
	}
	o.set(f.path, quoted(decimal))
	o.info(f.path, "", "v1beta1 refuses the bare number %s here; put in quotes", written)
	return true
}

// evictionThreshold reports a percentage that is too precise for v1beta1.
func evictionThreshold(o *object, f field) bool {
	if f.value.Kind == model.String && !o.eviction.MatchString(f.value.Text) {
		o.decide(f.path, "", "v1beta1 refuses the threshold %q: a percentage has at most two digits after the point; round it", f.value.Text)
	}
	return true
}

// kubelet drops a block that held nothing but the container runtime, and reports two equal
// thresholds.
func kubelet(o *object, f field) bool {
	if len(f.value.Entries) == 1 && f.value.Get("containerRuntime") != nil {
		o.remove(f.path)
		return false
	}
	high, low := f.value.Get("imageGCHighThresholdPercent"), f.value.Get("imageGCLowThresholdPercent")
	if high == nil || low == nil || high.Kind != model.Number || low.Kind != model.Number {
		return true
	}
	h, err := strconv.Atoi(high.Text)
	l, lowErr := strconv.Atoi(low.Text)
	if err == nil && lowErr == nil && h <= l {
		o.decide(at(f.path, "imageGCHighThresholdPercent"), "",
			"imageGCHighThresholdPercent %d must be greater than imageGCLowThresholdPercent %d in v1beta1; raise one or lower the other", h, l)
	}
	return true
}
