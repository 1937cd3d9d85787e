package convert

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/model"
)

// templatedOld says whether an object whose kind or version is not known, for it comes from a template, is one of an old API: by what the
// templates say, or by fields that nothing else has.
func (c *Converter) templatedOld(res *model.Resource) bool {
	api, kind := res.Value.Get("apiVersion"), res.Value.Get("kind")
	if res.APIVersion != "" || api == nil || kind == nil {
		return false
	}
	ofKarpenter := strings.Contains(api.Text, "karpenter")
	switch {
	case res.Kind != "":
		return c.alphaKind(res.Kind) && (res.Kind == "AWSNodeTemplate" || looksLikeProvisioner(res.Value) || ofKarpenter)
	case kind.Kind != model.Unknown:
		return false
	case strings.Contains(kind.Text, "Provisioner"), strings.Contains(kind.Text, "AWSNodeTemplate"):
		return ofKarpenter || looksLikeProvisioner(res.Value) || onlyAlphaHas(res.Value)
	}
	return ofKarpenter && alphaText(api.Text) || onlyAlphaHas(res.Value)
}

// onlyAlphaHas says whether an object has a field that only objects of the alpha API have.
func onlyAlphaHas(v *model.Value) bool {
	return slices.ContainsFunc([]string{"providerRef", "ttlSecondsAfterEmpty", "ttlSecondsUntilExpired", "subnetSelector", "securityGroupSelector"},
		func(field string) bool { return v.Get("spec", field) != nil })
}

// mayBeOld says whether templates choose among several kinds or versions of an object, of which some are old.
func (c *Converter) mayBeOld(res *model.Resource) bool {
	apis, kinds := entriesOf(res.Value, "apiVersion"), entriesOf(res.Value, "kind")
	if len(res.Document.Templates) == 0 || len(apis) < 2 && len(kinds) < 2 {
		return false
	}
	for _, api := range apis {
		for _, kind := range kinds {
			one := *res
			one.APIVersion, one.Kind = api.Text, kind.Text
			if change, old := c.change(&one); old && change != nil {
				return true
			}
		}
	}
	return false
}

// entriesOf returns the values of all entries of a map with a key.
func entriesOf(v *model.Value, key string) (all []*model.Value) {
	for _, e := range v.Entries {
		if e.Key.Text == key {
			all = append(all, e.Value)
		}
	}
	return all
}
