package rootmodule

import (
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/terraform"
)

// readRole reads an aws_iam_role: the policies in it, those that it attaches, and the service accounts that may assume it.
func (t *reader) readRole(block *terraform.Resource) {
	for _, inline := range block.Value.Get("inline_policy").Children() {
		t.readPolicy(block, inline.Get("policy"))
	}
	t.readAttachments(block, block.Value.Get("managed_policy_arns"))
	for _, doc := range yaml.TextDocuments(block.Value.Get("assume_role_policy")) {
		if statements := doc.LocatedRoot().Get("Statement"); statements != nil {
			t.addTrusted(block, survey.PolicyStatements(statements))
		}
	}
}

// readTrustDocument reads the service accounts in a policy document that lets them assume a role.
func (t *reader) readTrustDocument(block *terraform.Resource) {
	list := block.Value.Get("statement")
	if list == nil || list.Kind != model.List {
		return
	}
	statements := *list
	statements.Items = nil
	for _, s := range list.Items {
		statements.Items = append(statements.Items, blockStatement(s))
	}
	t.addTrusted(block, &statements)
}

// addTrusted adds the service accounts that statements trust.
func (t *reader) addTrusted(block *terraform.Resource, statements *model.Value) {
	for _, subject := range survey.TrustedSubjects(statements) {
		t.addServiceAccount(block, subject, "trust policy", nil)
	}
}

// addServiceAccount adds a service account that is written as namespace:name, perhaps behind system:serviceaccount. The cluster may be nil.
func (t *reader) addServiceAccount(block *terraform.Resource, written *model.Value, via string, cluster *model.Value) {
	namespace, name, ok := survey.SplitServiceAccount(written)
	if !ok {
		return
	}
	r := t.addResource(survey.ServiceAccount, block, "")
	r.Set("namespace", namespace)
	r.Set("name", name)
	r.SetText("via", via)
	t.links = append(t.links, clusterLink{resource: r, name: cluster})
}

// readPodIdentity reads an aws_eks_pod_identity_association.
func (t *reader) readPodIdentity(block *terraform.Resource) {
	r := t.addResource(survey.ServiceAccount, block, "")
	r.Set("namespace", block.Value.Get("namespace"))
	r.Set("name", block.Value.Get("service_account"))
	r.SetText("via", "pod identity")
	t.links = append(t.links, clusterLink{resource: r, name: block.Value.Get("cluster_name")})
}

// readModuleAccounts reads the service accounts among the arguments of a module that makes a role: lists of namespace:name, and a pair
// of a namespace and a name for Pod Identity.
func (t *reader) readModuleAccounts(block *terraform.Resource) {
	cluster := block.Value.Get("cluster_name")
	for v := range block.Value.All() {
		for _, e := range v.Entries {
			if strings.HasSuffix(e.Key.Text, "namespace_service_accounts") || e.Key.Text == "oidc_fully_qualified_subjects" {
				for _, item := range e.Value.Children() {
					t.addServiceAccount(block, item, "module", cluster)
				}
			}
		}
	}
}
