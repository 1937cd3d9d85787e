package convert

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// loadSteps reads what the steps to the API of the output need beyond the first one: the kinds of all steps, and the
// releases that serve what comes out.
func (c *Converter) loadSteps() (err error) {
	if c.v1, err = facts.V1beta1ToV1(); err != nil {
		return err
	}
	if c.duration, err = regexp.Compile(c.v1.Duration.Pattern); err != nil {
		return err
	}
	c.kinds = slices.Clone(c.facts.Kinds)
	if c.opts.To == V1 {
		c.kinds = append(c.kinds, c.v1.Kinds...)
	}
	served, err := facts.Served()
	if err != nil {
		return err
	}
	c.served = served.Of(poolGroup+"/"+string(c.opts.To), "NodePool")
	if c.opts.Keep {
		c.served = both(c.served, served.Of(poolGroup+"/v1alpha5", "Provisioner"))
	}
	return nil
}

const poolGroup, classGroup = "karpenter.sh", "karpenter.k8s.aws"

// serves says whether Karpenter of that version serves the API of the output.
func (c *Converter) serves(v *semver.Version) bool {
	return slices.ContainsFunc(c.served, func(r facts.Releases) bool { return r.Hold(v) })
}

// servedText names the versions that serve the API of the output: "from 0.32.0 to 1.0", "of 0.32".
func (c *Converter) servedText() string {
	var texts []string
	for _, r := range c.served {
		if r.Until == "" {
			texts = append([]string{"from " + r.Since + " on"}, texts...)
			continue
		}
		text := "from " + r.Since
		if until, err := semver.NewVersion(r.Until); err == nil {
			last := fmt.Sprintf("%d.%d", until.Major(), until.Minor()-1) // each ends with a minor
			if r.Since == last+".0" {
				text = "of " + last
			} else {
				text += " to " + last
			}
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, ", or ")
}

// again says whether a step before this one has looked at the object. It has said then what is wrong with it, and what it could
// not convert still stands where it stood.
func (o *object) again() bool { return len(o.done) > 0 }

// beta says whether an object is one of v1beta1 that is converted: also one whose kind is not known, or whose version is not
// and that has a field that only v1beta1 has.
func (c *Converter) beta(res *model.Resource) bool {
	if c.opts.To != V1 {
		return false
	}
	if group, version, _ := strings.Cut(res.APIVersion, "/"); version != "" {
		return karpenterGroup(group) && version == string(V1Beta1)
	}
	v := res.Value
	switch {
	case res.APIVersion != "":
		return false
	case res.Kind == "NodePool":
		return v.Get("spec", "disruption", "expireAfter") != nil || v.Get("spec", "template", "spec", "kubelet") != nil ||
			v.Get("spec", "template", "spec", "nodeClassRef", "apiVersion") != nil || v.Str("spec", "disruption", "consolidationPolicy") == "WhenUnderutilized"
	case res.Kind == "EC2NodeClass":
		return v.Get("spec", "amiFamily") != nil && v.Get("spec", "amiSelectorTerms") == nil
	}
	return false
}

// seeWhole returns the page about the conversion of an object as a whole.
func (c *Converter) seeWhole(res *model.Resource) string {
	switch {
	case c.beta(res):
		return seeManifests
	case res.Kind == "Machine":
		return seeProcedure
	}
	return seePool
}

// classOfPool returns the name of the class that a pool names, if both are converted.
func (c *Converter) classOfPool(res *model.Resource) string {
	if name := res.Value.Str("spec", "providerRef", "name"); name != "" || c.opts.To != V1 {
		return name
	}
	if r := res.Value.Get("spec", "template", "spec", "nodeClassRef"); r != nil && c.ours(r) {
		return r.Str("name")
	}
	return ""
}

// underutilized returns what the API of the output calls the policy that consolidates.
func (c *Converter) underutilized() string {
	if c.opts.To == V1 {
		return c.v1.Consolidation.Policies[c.v1.Consolidation.Default]
	}
	return c.v1.Consolidation.Default
}

// machineWritten says whether Karpenter or kubectl writes the annotation, and not a person.
func (c *Converter) machineWritten(key string) bool {
	return slices.Contains(c.names.MachineWritten, key) || c.opts.To == V1 && slices.Contains(c.v1.CompatibilityAnnotations.Keys, key)
}

// Pages of Karpenter's documentation that notes about v1 point at.
const (
	guideV1 = "https://karpenter.sh/v1.0/upgrading/v1-migration/"

	seeManifests   = guideV1 + "#manifest-migration"
	seeChanges     = guideV1 + "#changelog"
	seeExpiryV1    = guideV1 + "#forceful-expiration"
	seeNamesV1     = guideV1 + "#deprecated-annotations-labels-and-tags-removed"
	seeRef         = guideV1 + "#nodeclassref-requirements"
	seeKubelet     = guideV1 + "#kubelet-configuration-migration"
	seeHopLimit    = guideV1 + "#new-metadataoptions-defaults"
	seeUbuntu      = guideV1 + "#ubuntu-amifamily-removed"
	seeTaint       = guideV1 + "#new-registration-taint"
	seeProcedureV1 = guideV1 + "#upgrade-procedure"
)
