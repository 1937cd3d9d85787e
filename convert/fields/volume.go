package fields

import (
	"math/big"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

var (
	quantityForm = pattern.New(`^([0-9.]{1,40})(Ki|Mi|Gi|Ti|Pi|Ei|n|u|m|k|M|G|T|P|E|[eE][+-]?[0-9]{1,2})?$`)
	bytesPerGi   = big.NewRat(1<<30, 1)
	unitBytes    = map[string]*big.Rat{
		"": big.NewRat(1, 1), "k": big.NewRat(1e3, 1), "M": big.NewRat(1e6, 1), "G": big.NewRat(1e9, 1), "T": big.NewRat(1e12, 1),
		"Ki": big.NewRat(1<<10, 1), "Mi": big.NewRat(1<<20, 1), "Gi": bytesPerGi, "Ti": big.NewRat(1<<40, 1),
	}
)

// checkDevices reports more block devices than v1beta1 allows.
func checkDevices(o *Object, f field) bool {
	if limit := o.Facts.BlockDevices.Max; len(f.value.Items) > limit {
		o.Decide(f.path, "%d block devices are more than the %d that %s allows; remove some", len(f.value.Items), limit, o.To)
	}
	return true
}

// checkDevice reports a block device without a name or a volume.
func checkDevice(o *Object, f field) bool {
	if f.value.Kind != model.Map || f.value.Open || f.value.Entry("$patch") != nil {
		return true
	}
	for _, name := range []string{"deviceName", "ebs"} {
		if v := f.value.Get(name); v == nil || v.Kind == model.Null {
			o.Decide(f.path, "the block device has no %s, which Karpenter requires; add it", name)
		}
	}
	return true
}

// checkVolume reports a volume without a size or snapshot.
func checkVolume(o *Object, f field) bool {
	if f.value.Kind != model.Map || f.value.Open {
		return true
	}
	if f.value.Get("volumeSize") == nil && f.value.Get("snapshotID") == nil {
		o.Decide(f.path, "the volume has neither volumeSize nor snapshotID, and %s requires one of them; add it", o.To)
	}
	return true
}

// convertSize writes a size in whole Gi if v1beta1 rejects it as it is written.
func convertSize(o *Object, f field) bool {
	if f.value.Kind == model.Unknown {
		return true
	}
	written := o.Written(f.value)
	if f.value.Kind == model.String && tableForms().volumeSize().MatchString(written) {
		return true
	}
	bytes, ok := quantityBytes(f.value)
	switch {
	case !ok:
		o.Decide(f.path, "volumeSize %q is not a size; write whole Gi, such as 100Gi", written)
		return true
	case bytes.Cmp(big.NewRat(1e9, 1)) < 0:
		o.Decide(f.path, "volumeSize %s is less than 1 GB; if you mean %sGi, write that", written, sizeNumber(f.value))
		return true
	}
	size := new(big.Rat).Quo(bytes, bytesPerGi)
	if text := size.RatString() + "Gi"; size.IsInt() && tableForms().volumeSize().MatchString(text) {
		o.Set(f.path, model.NewString(text))
		o.Info(f.path, "%s accepts only whole Gi, G, Ti or T; %s written as %s", o.To, written, text)
		return true
	}
	o.Decide(f.path, "volumeSize %s is not a whole number of Gi, or is too large for %s; write whole Gi, such as 100Gi", written, o.To)
	return true
}

// quantityBytes reads a Kubernetes quantity.
func quantityBytes(v *model.Value) (*big.Rat, bool) {
	text := v.Text
	if v.Kind == model.Number {
		text, _ = yaml.Number(text)
	}
	match := quantityForm().FindStringSubmatch(text)
	if match == nil {
		return nil, false
	}
	unit, isUnit := unitBytes[match[2]]
	if !isUnit { // an exponent, or a unit that volumes do not have
		unit = big.NewRat(1, 1)
		match[1] = match[0]
	}
	n, ok := new(big.Rat).SetString(match[1])
	if !ok {
		return nil, false
	}
	return n.Mul(n, unit), true
}

func sizeNumber(v *model.Value) string {
	if match := quantityForm().FindStringSubmatch(v.Text); match != nil {
		return match[1]
	}
	return "100"
}
