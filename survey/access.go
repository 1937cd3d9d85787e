package survey

import (
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// IsAuthConfigMap reports whether the object is the ConfigMap with the roles and users of an EKS cluster.
func IsAuthConfigMap(o *model.Resource) bool {
	return o.APIVersion == "v1" && o.Kind == "ConfigMap" && o.Name == "aws-auth"
}

// AuthRoles returns the ARNs of the roles in the key mapRoles of the ConfigMap aws-auth, a text with a list in YAML. isWhole is false if there
// may be others.
func AuthRoles(mapRoles *model.Value) (arns []*model.Value, isWhole bool) {
	isWhole = true
	documents := yaml.TextDocuments(mapRoles)
	if len(documents) == 0 && mapRoles.IsString() {
		yaml.Documents(model.NewFile("", []byte(mapRoles.Text)), func(document *model.Document, err *yaml.ParseError) bool {
			isWhole = isWhole && err == nil
			documents = append(documents, document)
			return err == nil
		})
	}
	for _, document := range documents {
		if document == nil {
			continue
		}
		list := document.LocatedRoot()
		isWhole = isWhole && (list.IsAbsent() || list.IsWholeList())
		for _, item := range list.Children() {
			arn := item.Get("rolearn")
			isWhole = isWhole && !arn.IsAbsent()
			if !arn.IsAbsent() {
				arns = append(arns, arn)
			}
		}
	}
	return arns, isWhole && (len(documents) > 0 || mapRoles.IsAbsent())
}

// accessOfOthers returns the access entries and the associations of the root for roles that another root may make: those that it names by a text, or
// looks up. A reference is to a role of its own. The roles that it makes with a known name are among them.
func (r *Root) accessOfOthers() (all []*Resource) {
	for _, resource := range r.Resources {
		if resource.Kind == IAMRole && resource.Value.Get("name").IsString() && !strings.Contains(resource.Block, "data.") {
			all = append(all, resource)
		}
		key := map[string]string{AccessEntry: "principal", ServiceAccount: "role"}[resource.Kind]
		if key == "" {
			continue
		}
		if arn := r.arnOfAnother(resource.Value.Get(key)); arn != nil {
			c := resource.Copy()
			c.Replace(key, arn)
			all = append(all, c)
		}
	}
	return all
}

// arnOfAnother returns the ARN of a role by its name; nil for a reference to anything but a data source.
func (r *Root) arnOfAnother(arn *model.Value) *model.Value {
	switch {
	case arn == nil, arn.IsString(), strings.Contains(arn.Text, ":role/"):
		return arn
	}
	for _, role := range r.Resources {
		isLookedUp := role.Kind == IAMRole && strings.Contains(role.Block, "data.") && strings.HasPrefix(arn.Text, role.Block)
		if name := role.Value.Get("name"); isLookedUp && name.IsString() {
			return model.NewString("arn:aws:iam:::role/" + name.Text).PlacedAt(arn)
		} else if isLookedUp {
			return model.NewUnknown("name")
		}
	}
	return nil
}
