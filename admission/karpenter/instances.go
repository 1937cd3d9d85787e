package karpenter

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/facts"
)

// Labels whose values follow from the name of an instance type.
const (
	labelType       = "node.kubernetes.io/instance-type"
	labelFamily     = "karpenter.k8s.aws/instance-family"
	labelCategory   = "karpenter.k8s.aws/instance-category"
	labelGeneration = "karpenter.k8s.aws/instance-generation"
	labelSize       = "karpenter.k8s.aws/instance-size"
	labelArch       = "kubernetes.io/arch"
	labelChip       = "karpenter.k8s.aws/instance-accelerator-name"
)

// familyScheme parses the name of a family into category and generation, as Karpenter does.
var familyScheme = pattern.New(`^([a-z]+)(-[0-9]+tb)?([0-9]+)`)

// checkInstances reports a list of instance types or families that contradicts another requirement as a whole.
func (j *judge) checkInstances(byKey map[string][]demand) {
	if j.isForeign() {
		return
	}
	for _, key := range []string{labelType, labelFamily} {
		for _, d := range byKey[key] {
			if d.isList() && !d.isLabel {
				j.checkCandidates(d, byKey)
			}
		}
	}
}

// checkCandidates checks one such list.
func (j *judge) checkCandidates(list demand, byKey map[string][]demand) {
	labels := sync.OnceValue(func() []map[string]string {
		all := make([]map[string]string, len(list.values))
		for i, name := range list.values {
			all[i] = j.labelsOf(list.key, name)
		}
		return all
	})
	noun := map[string]string{labelType: "instance types", labelFamily: "instance families"}[list.key]
	for _, key := range []string{labelFamily, labelCategory, labelGeneration, labelSize, labelArch, labelChip} {
		if key == list.key {
			continue
		}
		for _, d := range byKey[key] {
			if !j.mayCompare(d, list) {
				return
			}
			if !excludesEach(d, labels()) {
				continue
			}
			_, name, _ := strings.Cut(key, "/")
			j.suspect("contradiction", problem{
				place: list.place,
				fact: fmt.Sprintf("none of the %s %s has an %s that %s allows",
					noun, firstOf(list.values), name, relativeTo(list.path, d.path)),
				why:  noInstanceType,
				help: "correct one of the two",
			})
			return
		}
	}
}

// excludesEach reports whether the demand excludes every one of some instance types or families, given their labels.
func excludesEach(d demand, each []map[string]string) bool {
	return !slices.ContainsFunc(each, func(labels map[string]string) bool {
		value := labels[d.key]
		return value == "" || !d.excludes(value)
	})
}

// labelsOf returns the labels of an instance type, or of all types of a family, that follow from the name.
func (j *judge) labelsOf(key, name string) map[string]string {
	family, size, isType := strings.Cut(name, ".")
	if isType != (key == labelType) {
		return nil
	}
	labels := map[string]string{labelFamily: family, labelSize: size, labelArch: archOf(family), labelChip: j.acceleratorOf(family)}
	if parts := familyScheme().FindStringSubmatch(family); parts != nil {
		labels[labelCategory], labels[labelGeneration] = parts[1], parts[3]
	}
	return labels
}

// archOf returns the architecture of a family; "" if it is not in the table.
func archOf(family string) string {
	for arch, families := range facts.InstanceTypes().Families { // in any order: a family has one architecture
		if slices.Contains(families, family) {
			return arch
		}
	}
	return ""
}

// acceleratorOf returns the name of a family's accelerator in all releases of the target; "" if it is not in the table.
func (j *judge) acceleratorOf(family string) string {
	for _, a := range facts.InstanceTypes().Accelerators {
		if j.holds(a.Releases) && slices.Contains(a.Families, family) {
			return a.Name
		}
	}
	return ""
}

// firstOf lists the first names for a message.
func firstOf(names []string) string {
	const most = 10
	if more := len(names) - most; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), more)
	}
	return strings.Join(names, ", ")
}
