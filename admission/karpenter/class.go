package karpenter

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/karplint/karplint/admission"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/facts"
)

func (j *judge) checkClass(spec place) {
	checkSharing(j, j.fieldAt(j.root, "metadata.annotations"))
	j.checkTags(j.field(spec, "tags"))
	checkClassKubelet(j, spec)
	devices, _ := j.items(j.field(spec, "blockDeviceMappings"))
	for _, d := range devices {
		j.checkDevice(d)
	}
}

// checkSharing checks the annotation that says how pods share GPUs.
func checkSharing(j *judge, annotations place) {
	a := facts.KarpenterChecks().Sharing
	mode := j.field(annotations, a.Annotation)
	text, _ := j.Text(mode.value)
	if shares, err := strconv.ParseInt(text, 10, 64); text == "" || slices.Contains(a.Values, text) || err == nil && shares > 0 {
		return
	}
	j.refuse("gpu-sharing", problem{
		place: mode,
		fact:  fmt.Sprintf("the value %q of annotation %q is not valid", text, a.Annotation),
		help:  "write " + strings.Join(a.Values, ", ") + ", or how many pods share a GPU, such as \"4\"",
	})
}

// clusterName matches a valid name of an EKS cluster. A restricted tag may end with one.
var clusterName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[0-9A-Za-z][A-Za-z0-9\-_]*$`) })

func (j *judge) checkTags(tags place) {
	entries := j.fields(tags)
	for _, tag := range entries {
		key := tag.key()
		for _, r := range facts.KarpenterChecks().RestrictedTags {
			if !isTag(key, r.Key, r.Prefix) {
				continue
			}
			j.refuseIn(setOf(r.Releases), "restricted-tag", problem{
				place: tag,
				fact:  fmt.Sprintf("tag %q is not allowed", key),
				why:   "Karpenter sets it itself",
				help:  "delete it",
				fix:   &admission.Fix{Title: "delete " + key, Ops: []edit.Op{{Do: edit.Delete, Path: tag.path}}},
			})
		}
	}
}

// isTag reports whether a tag has the key, or the prefix and the name of a cluster.
func isTag(tag, key, prefix string) bool {
	if prefix == "" {
		return tag == key
	}
	name, hasPrefix := strings.CutPrefix(tag, prefix)
	return hasPrefix && clusterName().MatchString(name)
}

// The limits for the size of a volume.
var (
	minVolume = new(big.Rat).SetInt64(1_000_000_000)
	maxVolume = new(big.Rat).SetInt64(64_000_000_000_000)
)

func (j *judge) checkDevice(device place) {
	if name := j.field(device, "deviceName"); j.isAbsent(name) {
		j.refuse("device-name", problem{
			place: j.missing(device, "deviceName"),
			fact:  "the block device has no deviceName",
			help:  "set it, for example to /dev/xvda",
		})
	}
	ebs := j.field(device, "ebs")
	if j.isAbsent(ebs) {
		j.refuse("device-volume", problem{place: j.missing(device, "ebs"), fact: "the block device has no ebs", help: "set its volumeSize"})
		return
	}
	size := j.field(ebs, "volumeSize")
	text, _ := j.Text(size.value)
	bytes := bytesOf(text)
	if bytes == nil {
		return
	}
	if bytes.Cmp(minVolume) >= 0 && bytes.Cmp(maxVolume) <= 0 {
		return
	}
	j.refuse("volume-size", problem{
		place: size,
		fact:  fmt.Sprintf("volumeSize %q is out of range", text),
		help:  "set a size from 1G to 64T",
	})
}

// suffixes maps the suffixes of quantities to their factors.
var suffixes = map[string]int64{
	"": 1, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15, "E": 1e18,
	"Ki": 1 << 10, "Mi": 1 << 20, "Gi": 1 << 30, "Ti": 1 << 40, "Pi": 1 << 50, "Ei": 1 << 60,
}

// bytesOf parses a quantity; nil if the text is not one, or has an unsupported suffix.
func bytesOf(text string) *big.Rat {
	if !isQuantity(text) {
		return nil
	}
	number := strings.TrimRight(text, "kKMGTPEi")
	factor, ok := suffixes[text[len(number):]]
	n, isNumber := new(big.Rat).SetString(strings.TrimSuffix(number, "."))
	if !ok || !isNumber {
		return nil
	}
	return n.Mul(n, new(big.Rat).SetInt64(factor))
}
