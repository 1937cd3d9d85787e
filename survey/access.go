package survey

import (
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
