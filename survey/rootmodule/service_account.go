package rootmodule

import (
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/survey/modulecall"
	"github.com/karplint/karplint/terraform"
	"github.com/karplint/karplint/versions"
)

// readRole reads an aws_iam_role: the policies in it, the policies attached to it, and the service accounts that may assume it.
func (t iamReader) readRole(block *terraform.Resource) {
	for _, inline := range block.Value.Get("inline_policy").Children() {
		t.readPolicy(block, inline.Get("policy"))
	}
	t.readAttachments(block, block.Value.Get("managed_policy_arns"))
	t.readTrust(block, block.Value.Get("assume_role_policy"))
}

// subjectInText matches a service account in the text of a policy that cannot be parsed, such as one with an unknown key.
var subjectInText = pattern.New(`system:serviceaccount:[^"\s]+`)

// readTrust reads the service accounts in a trust policy.
func (t iamReader) readTrust(block *terraform.Resource, policy *model.Value) {
	before := len(t.resources)
	for _, doc := range yaml.TextDocuments(policy) {
		if statements := doc.LocatedRoot().Get("Statement"); statements != nil {
			t.addTrusted(block, survey.PolicyStatements(statements))
		}
	}
	if len(t.resources) > before || policy == nil {
		return
	}
	for _, subject := range subjectInText().FindAllString(policy.Text, maxSubjects) {
		t.addServiceAccount(block, model.NewString(subject).PlacedAt(policy), "trust policy", nil)
	}
}

const maxSubjects = 100 // in one text

// readTrustDocument reads the service accounts in a policy document that is a trust policy.
func (t iamReader) readTrustDocument(block *terraform.Resource) {
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
func (t iamReader) addTrusted(block *terraform.Resource, statements *model.Value) {
	for _, subject := range survey.TrustedSubjects(statements) {
		t.addServiceAccount(block, subject, "trust policy", nil)
	}
}

// addServiceAccount adds a service account from namespace:name, optionally after system:serviceaccount. The cluster may be nil.
func (t iamReader) addServiceAccount(block *terraform.Resource, written *model.Value, via string, cluster *model.Value) {
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
func (t iamReader) readPodIdentity(block *terraform.Resource) {
	r := t.addResource(survey.ServiceAccount, block, "")
	r.Set("namespace", block.Value.Get("namespace"))
	r.Set("name", block.Value.Get("service_account"))
	r.Set("role", block.Value.Get("role_arn"))
	r.SetText("via", "pod identity")
	t.links = append(t.links, clusterLink{resource: r, name: block.Value.Get("cluster_name")})
}

// readModuleAccounts reads the service accounts that may assume the role of a module: those of the table, or otherwise every list
// of namespace:name among its arguments.
func (t iamReader) readModuleAccounts(block *terraform.Resource, source modulecall.Source) {
	for _, m := range facts.Permissions().Modules {
		if source.Matches(m.Registry, m.Repository) && len(m.Accounts) > 0 {
			constraint, _ := modulecall.Constraint(block, source)
			admitted := versions.ParseTerraform(constraint)
			for _, account := range m.Accounts {
				if admitted.IsWithin(versions.Of(account.Releases)) && enables(block.Value.Get(account.EnabledBy), account.ByDefault) {
					t.readModuleAccount(block, account)
				}
			}
			return
		}
	}
	for v := range block.Value.All() {
		for _, e := range v.Entries {
			if strings.HasSuffix(e.Key.Text, "namespace_service_accounts") || e.Key.Text == "oidc_fully_qualified_subjects" {
				for _, item := range e.Value.Children() {
					t.addServiceAccount(block, item, "module", block.Value.Get("cluster_name"))
				}
			}
			if e.Key.Text == "associations" {
				t.readAssociations(block, e.Value)
			}
		}
	}
}

// readAssociations reads the argument of a module with Pod Identity associations by name.
func (t iamReader) readAssociations(block *terraform.Resource, associations *model.Value) {
	for _, association := range associations.Children() {
		if association.Get("service_account") == nil {
			continue
		}
		r := t.addResource(survey.ServiceAccount, block, "")
		r.Set("namespace", association.Get("namespace"))
		r.Set("name", association.Get("service_account"))
		r.SetText("via", "pod identity")
		t.links = append(t.links, clusterLink{resource: r, name: association.Get("cluster_name")})
	}
}

// readAnnotated reads a service account, or annotations of one, that the Kubernetes provider makes.
func (t iamReader) readAnnotated(block *terraform.Resource) {
	if block.Value.Any(func(v *model.Value) bool { return v.Entry("eks.amazonaws.com/role-arn") != nil || v.Open }) {
		t.addResource(survey.ServiceAccount, block, "").SetText("via", "other")
	}
}

// enables reports whether the value of an argument enables the account, or its default if the argument is absent.
func enables(v *model.Value, byDefault bool) bool {
	if v.IsAbsent() {
		return byDefault
	}
	return !v.IsFalse() && !(v.Kind == model.String && v.Text == "")
}

func (t iamReader) readModuleAccount(block *terraform.Resource, account facts.ModuleAccount) {
	cluster := block.Value.Get("cluster_name")
	byDefault := model.NewString(account.Default).PlacedAt(block.Value)
	if account.List != "" {
		list := block.Value.Get(account.List)
		if list.IsAbsent() {
			list = model.NewList(byDefault)
		}
		for _, item := range list.Children() {
			t.addServiceAccount(block, item, "module", cluster)
		}
		return
	}
	namespace, name, _ := survey.SplitServiceAccount(byDefault)
	r := t.addResource(survey.ServiceAccount, block, "")
	r.Set("namespace", survey.FirstGiven(block.Value.Get(account.Namespace), namespace))
	r.Set("name", survey.FirstGiven(block.Value.Get(account.Name), name))
	r.SetText("via", "module")
	r.Locate("namespace", block.Path, account.Namespace)
	t.links = append(t.links, clusterLink{resource: r, name: cluster})
}
