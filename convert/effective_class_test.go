package convert_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert"
)

// classFields returns what takes effect of a class but who its nodes are: see identity.
func (w *world) classFields(class tree) effective {
	e := effective{}
	spec := Join(class, "spec")
	family := w.family(spec)
	e.set("bootstrap", "%s", strings.Replace(family, "Ubuntu", "AL2", 1)) // both by /etc/eks/bootstrap.sh
	e.set("user data", "%q", text(spec["userData"]))
	e.set("tags", "%s", pairs(Join(spec, "tags")))
	e.set("context", "%s", text(spec["context"]))
	e.set("detailed monitoring", "%v", spec["detailedMonitoring"] == true)
	e.set("public address", "%s", text(spec["associatePublicIPAddress"]))
	e.set("instance store", "%s", text(spec["instanceStorePolicy"]))
	e.set("metadata options", "%s", w.metadataOptions(spec))
	devices(e, spec, family)
	e.set("subnets", "%s", alternativesText(w.selection(spec, "subnet")))
	e.set("security groups", "%s", alternativesText(w.selection(spec, "sg")))
	amis := w.selection(spec, "ami")
	if len(amis) == 0 {
		e.set("images", "newest of %s", family)
	} else {
		e.set("images", "%s", alternativesText(amis))
	}
	return e
}

// family returns the AMI family; an alias of v1 names it.
func (w *world) family(spec tree) string {
	family := text(spec["amiFamily"])
	if family == "" && w.api == "alpha" {
		return "AL2"
	}
	for _, term := range items(spec["amiSelectorTerms"]) {
		alias, version, ok := strings.Cut(text(term.(tree)["alias"]), "@")
		if !ok {
			continue
		}
		for _, known := range []string{"AL2", "AL2023", "Bottlerocket", "Windows2019", "Windows2022"} {
			if strings.EqualFold(alias, known) && version == "latest" && (family == "" || family == known) {
				return known
			}
		}
		return "no family: " + alias + "@" + version + " beside " + family
	}
	return family
}

// metadataOptions writes the options with the defaults of the API version: alpha left what a block does not say to EC2, and had
// defaults for an absent block; v1beta1 and v1 have defaults for both, and those of 1.0 for v1beta1 differ from one another.
func (w *world) metadataOptions(spec tree) string {
	options := map[string]string{"httpEndpoint": "enabled", "httpProtocolIPv6": "disabled", "httpPutResponseHopLimit": "2", "httpTokens": "required"}
	block, written := spec["metadataOptions"].(tree)
	switch {
	case w.api == "alpha" && written:
		options["httpPutResponseHopLimit"], options["httpTokens"] = "1", "optional"
	case w.api == "v1":
		options["httpPutResponseHopLimit"] = "1"
	case w.api == "v1beta1" && !written && strings.HasPrefix(w.version, "1."):
		options["httpPutResponseHopLimit"] = "1"
	}
	m := tree{}
	for key, value := range options {
		m[key] = value
	}
	for key, value := range block {
		m[key] = value
	}
	return pairs(m)
}

// devices adds the volumes, and the size that Karpenter takes for the ephemeral storage of a node.
func devices(e effective, spec tree, family string) {
	var all []string
	ephemeral := "20Gi"
	if strings.HasPrefix(family, "Windows") {
		ephemeral = "50Gi"
	}
	name := map[string]string{"AL2": "/dev/xvda", "AL2023": "/dev/xvda", "Bottlerocket": "/dev/xvdb", "Ubuntu": "/dev/sda1", "Windows2019": "/dev/sda1",
		"Windows2022": "/dev/sda1"}[family]
	mappings := items(spec["blockDeviceMappings"])
	if len(mappings) == 0 {
		all = append(all, "those of "+strings.Replace(family, "Ubuntu", "an AMI with /dev/sda1", 1))
	}
	for i, item := range mappings {
		device := item.(tree)
		ebs := without(Join(device, "ebs"), "volumeSize")
		if size := sizeOf(device); size != "" {
			ebs["volumeSize"] = quantity(size)
		}
		all = append(all, fmt.Sprint(i, " ", device["deviceName"], " ", pairs(ebs)))
	}
	if family == "AL2" && len(mappings) == 1 && all[0] == ubuntuDefault && isRoot(mappings[0]) {
		all = []string{"those of an AMI with /dev/sda1"}
	}
	e.set("volumes", "%s", strings.Join(all, "; "))
	e.set("ephemeral storage", "%s", quantity(ephemeralSize(mappings, family, name, ephemeral)))
}

func isRoot(device any) bool { return device.(tree)["rootVolume"] == true }

func sizeOf(device any) string { return text(Join(device.(tree), "ebs")["volumeSize"]) }

// ephemeralSize returns what Karpenter counts as the storage of a node: that of the marked volume, of the last one where it cannot know the
// images, or of the one with the name that the family gives its root volume.
func ephemeralSize(mappings []any, family, name, otherwise string) string {
	for _, device := range mappings {
		if isRoot(device) && sizeOf(device) != "" {
			return sizeOf(device)
		}
	}
	for i, device := range slices.Backward(mappings) {
		switch named := device.(tree)["deviceName"] == name; {
		case sizeOf(device) == "" && (named || family == "Custom"):
			return otherwise
		case named, family == "Custom" && i == len(mappings)-1:
			return sizeOf(device)
		}
	}
	return otherwise
}

// ubuntuDefault is what Karpenter gave nodes of Ubuntu; v1 has no such family, so it is written out.
var ubuntuDefault = "0 /dev/sda1 " + pairs(tree{"encrypted": true, "volumeSize": quantity("20Gi"), "volumeType": "gp3"})

// identity returns the role or the profile of a class.
func identity(class tree) string {
	spec := Join(class, "spec")
	return fmt.Sprintf("role %q, profile %q", text(spec["role"]), text(spec["instanceProfile"]))
}

// wantIdentity returns the role or the profile that a class of the alpha API is to get.
func wantIdentity(class tree, opts convert.Options) string {
	profile := text(Join(class, "spec")["instanceProfile"])
	if profiles := opts.KarpenterVersion != "0.32.0"; profile != "" && profiles {
		return fmt.Sprintf("role %q, profile %q", "", profile)
	}
	role := opts.Role
	if role == "" {
		role = "$KARPENTER_NODE_ROLE"
	}
	return fmt.Sprintf("role %q, profile %q", role, "")
}
