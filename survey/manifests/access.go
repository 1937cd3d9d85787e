package manifests

import (
	"strconv"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
)

// authAccess returns what the ConfigMap aws-auth lets into its cluster.
func authAccess(o *model.Resource) (entries []*survey.Resource) {
	arns, isWhole := survey.AuthRoles(o.Value.Get("data", "mapRoles"))
	for i, arn := range arns {
		entries = append(entries, newAccess(o, "mapRoles["+strconv.Itoa(i)+"]", "aws-auth", arn, nil))
	}
	if !isWhole {
		entries = append(entries, newAccess(o, "mapRoles", "aws-auth", nil, nil))
	}
	return entries
}

// eksctlAccess returns what a ClusterConfig lets into its cluster.
func eksctlAccess(o *model.Resource) (entries []*survey.Resource) {
	for i, mapping := range mapsIn(o.Value.Get("iamIdentityMappings")) {
		entries = append(entries, newAccess(o, "iamIdentityMappings["+strconv.Itoa(i)+"]", "aws-auth", mapping.Get("arn"), nil))
	}
	for i, entry := range mapsIn(o.Value.Get("accessConfig", "accessEntries")) {
		entryType := survey.FirstGiven(entry.Get("type"), model.NewString("STANDARD").PlacedAt(entry))
		entries = append(entries, newAccess(o, "accessEntries["+strconv.Itoa(i)+"]", "access_entries", entry.Get("principalARN"), entryType))
	}
	return entries
}

// newAccess returns an AccessEntry; principal is nil if it is not known.
func newAccess(o *model.Resource, suffix, via string, principal, entryType *model.Value) *survey.Resource {
	r := survey.New(survey.AccessEntry, o.Address()+" "+suffix)
	r.SetText("via", via)
	r.Set("principal", principal)
	r.Set("type", entryType)
	return r
}
