package rootmodule

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/survey/modulecall"
	"github.com/karplint/karplint/terraform"
)

// iamReader is the part of the reader for roles, policies, and who may use what.
type iamReader struct{ *reader }

// readBlock reads a block about IAM, or about access to a cluster.
func (t iamReader) readBlock(block *terraform.Resource) {
	switch block.Kind {
	case "data.aws_iam_policy_document":
		t.readPolicyDocument(block)
		t.readTrustDocument(block)
	case "aws_iam_policy", "aws_iam_role_policy", "aws_iam_user_policy", "aws_iam_group_policy":
		first := len(t.resources)
		t.readPolicyArgument(block)
		if len(t.resources) == first && block.Kind != "aws_iam_policy" {
			t.addResource(survey.PolicyAttachment, block, "") // the policy is a document of the root, which is read separately
		}
		setRoles(block, t.resources[first:])
	case "aws_iam_policy_attachment", "aws_iam_role_policy_attachment":
		first := len(t.resources)
		t.readAttachment(block, block.Value.Get("policy_arn"))
		setRoles(block, t.resources[first:])
	case "aws_iam_role_policy_attachments_exclusive":
		first := len(t.resources)
		t.readAttachments(block, block.Value.Get("policy_arns"))
		setRoles(block, t.resources[first:])
	case "aws_iam_role":
		t.addRole(block)
		t.setBoundary(block)
		t.readRole(block)
	case "data.aws_iam_role":
		t.addRole(block)
	case "aws_iam_instance_profile":
		t.addInstanceProfile(block)
	case "aws_eks_access_entry":
		t.readAccessEntry(block)
	case "kubernetes_config_map", "kubernetes_config_map_v1", "kubernetes_config_map_v1_data":
		t.readAuthConfigMap(block)
	case "kubernetes_annotations", "kubernetes_service_account", "kubernetes_service_account_v1":
		t.readAnnotated(block)
	case "aws_eks_pod_identity_association":
		t.readPodIdentity(block)
	case "aws_fis_experiment_template":
		t.readTagSelectors(block)
	}
}

// readPolicyDocument reads a data.aws_iam_policy_document.
func (t iamReader) readPolicyDocument(block *terraform.Resource) {
	included := t.readIncluded(block)
	list := block.Value.Get("statement")
	if list == nil && included {
		return
	}
	r := t.addResource(survey.IAMPolicy, block, "")
	if !included {
		r.SetBool("open", true)
	}
	if list == nil {
		list = model.NewList().PlacedAt(block.Value)
	}
	if list.Kind != model.List {
		r.Set("statements", list)
		return
	}
	statements := *list
	statements.Items = nil
	for _, s := range list.Items {
		statements.Items = append(statements.Items, blockStatement(s))
	}
	r.Set("statements", &statements)
}

// readIncluded reads the documents that a document includes as texts. Included documents of the root are read separately. It returns
// false if a document is of neither kind, because its statements are unknown then.
func (t iamReader) readIncluded(block *terraform.Resource) bool {
	known := true
	for _, key := range []string{"source_policy_documents", "override_policy_documents", "source_json", "override_json"} {
		documents := block.Value.Get(key)
		if documents == nil || documents.Kind != model.List {
			documents = model.NewList(documents)
		}
		known = known && !documents.Open
		for _, document := range documents.Items {
			t.readPolicy(block, document)
			known = known && (document.IsAbsent() || isDocument(t.root, document))
		}
	}
	return known
}

// documentReference matches a reference to a document of the root.
var documentReference = pattern.New(`^((?:module\.[\w-]+(?:\[[^\]]*\])?\.)*)(data\.aws_iam_policy_document\.[\w-]+)(?:\[[^\]]*\])?\.json$`)

// isDocument reports whether a value refers to a document of the root.
func isDocument(root *terraform.Root, v *model.Value) bool {
	if v.Kind == model.String {
		return true
	}
	match := documentReference().FindStringSubmatch(v.Text)
	return match != nil && slices.ContainsFunc(root.Resources, func(r *terraform.Resource) bool { return strings.HasSuffix(r.Node, match[2]) })
}

// readAttachment reads the attachment of a policy to a role.
func (t iamReader) readAttachment(block *terraform.Resource, policy *model.Value) {
	if !policy.IsAbsent() {
		t.addResource(survey.PolicyAttachment, block, "").Set("policy", policy)
	}
}

// setRoles adds to resources of a block the nodes to which the block refers as its roles, and the names that it has for them. A policy may also
// name other roles.
func setRoles(block *terraform.Resource, resources []*survey.Resource) {
	var nodes []string
	names := model.NewList()
	for _, attribute := range []string{"role", "role_name", "roles"} {
		nodes = append(nodes, block.References(attribute)...)
		switch v := block.Value.Get(attribute); {
		case v.IsAbsent():
		case v.IsWholeList():
			names.Items = append(names.Items, v.Items...)
		default:
			names.Items = append(names.Items, v)
		}
	}
	for _, r := range resources {
		if len(nodes) > 0 {
			r.Set("roles", textList(nodes))
		}
		if len(names.Items) > 0 {
			r.Set("role_names", names)
		}
	}
}

func textList(texts []string) *model.Value {
	list := model.NewList()
	for _, text := range texts {
		list.Items = append(list.Items, model.NewString(text))
	}
	return list
}

// setBoundary adds to the roles of a block the nodes that it has only as a permissions boundary, which gives a role nothing.
func (t iamReader) setBoundary(block *terraform.Resource) {
	var nodes []string
	for _, a := range block.Body.Attributes {
		if strings.Contains(a.Name, "permissions_boundary") {
			nodes = append(nodes, block.References(a.Name)...)
		}
	}
	nodes = slices.DeleteFunc(nodes, func(node string) bool { return count(block.RefersTo, node) > count(nodes, node) })
	if len(nodes) == 0 {
		return
	}
	for _, r := range t.resources {
		if r.Kind == survey.IAMRole && r.Block == block.Node {
			r.Set("boundary", textList(nodes))
		}
	}
}

func count(texts []string, text string) (n int) {
	for _, other := range texts {
		if other == text {
			n++
		}
	}
	return n
}

// blockStatement converts a statement block to a statement.
func blockStatement(s *model.Value) *model.Value {
	if !s.IsMap() {
		return s
	}
	return survey.PolicyStatement(s, s.Get("sid"), s.Get("effect"), s.Get("actions"), s.Get("resources"), s.Get("condition"))
}

// readPolicyArgument reads the policy argument of a resource.
func (t iamReader) readPolicyArgument(block *terraform.Resource) {
	text := block.Value.Get("policy")
	before := len(t.resources)
	t.readPolicy(block, text)
	if len(t.resources) == before && !text.IsAbsent() && !isDocument(t.root, text) {
		r := t.addResource(survey.IAMPolicy, block, "")
		r.SetBool("open", true)
	}
}

// readPolicy reads a JSON policy: in a heredoc, jsonencode or a file.
func (t iamReader) readPolicy(block *terraform.Resource, text *model.Value) {
	for _, doc := range yaml.TextDocuments(text) {
		root := doc.LocatedRoot()
		list := root.Get("Statement")
		if list == nil {
			continue
		}
		r := t.addResource(survey.IAMPolicy, block, "")
		r.Set("statements", survey.PolicyStatements(list))
		if r.File != nil && doc.File.Path != r.File.Path {
			r.SetText("read_from", doc.File.Path)
		}
	}
}

// readTagSelectors reads the targets of an aws_fis_experiment_template.
func (t iamReader) readTagSelectors(block *terraform.Resource) {
	for _, target := range block.Value.Get("target").Children() {
		tags := model.NewMap()
		for _, tag := range target.Get("resource_tag").Children() {
			if key := tag.Get("key"); key.IsString() {
				tags.Entries = append(tags.Entries, &model.Entry{Key: key, Value: tag})
			}
		}
		if len(tags.Entries) > 0 {
			t.addResource(survey.TagSelector, block, "").Set("tags", tags)
		}
	}
}

// readModulePolicies reads the policies among the arguments of a module outside the repository: JSON policies, and statements as maps
// of Terraform. It skips the statements of a module in the tables, because its ModuleCall has them.
func (t iamReader) readModulePolicies(block *terraform.Resource, source modulecall.Source) {
	if policy := block.Value.Get("policy"); policy.IsUnknown() && isDocument(t.root, policy) {
		t.addResource(survey.IAMPolicy, block, "").Set("statements", model.NewList().PlacedAt(policy)) // the statements are in the document
	}
	for _, e := range block.Value.Entries {
		t.readArgumentPolicy(block, e.Value)
		if e.Value.Kind == model.List {
			for _, item := range e.Value.Items {
				t.readArgumentPolicy(block, item)
			}
		}
		if moduleOf(source).address == "" {
			t.readStatements(block, e)
		}
	}
}

// readStatements reads an argument with statements as maps, or with a list of policies that have such statements.
func (t iamReader) readStatements(block *terraform.Resource, argument *model.Entry) {
	lists := []*model.Value{argument.Value}
	for _, policy := range argument.Value.Children() {
		if statements := policy.Get("statements"); statements != nil {
			lists = append(lists, statements)
		}
	}
	for _, list := range lists {
		if !hasStatements(list) {
			continue
		}
		r := t.addResource(survey.IAMPolicy, block, "")
		r.Set("statements", argumentStatements(list))
		if argument.Value.Open || hasOtherPolicies(t.root, block, argument) {
			r.SetBool("open", true)
		}
	}
}

// hasStatements reports whether a value is a list or map of statements.
func hasStatements(list *model.Value) bool {
	for _, s := range list.Children() {
		if s.IsMap() && s.Get("actions") != nil && s.Get("resources") != nil {
			return true
		}
	}
	return false
}

func argumentStatements(list *model.Value) *model.Value {
	statements := model.NewList().PlacedAt(list)
	statements.Open = list.Open
	for _, s := range list.Children() {
		if !s.IsMap() {
			statements.Open = true
			continue
		}
		conditions := survey.FirstGiven(s.Get("conditions"), s.Get("condition"))
		statements.Items = append(statements.Items, survey.PolicyStatement(s, s.Get("sid"), s.Get("effect"), s.Get("actions"), s.Get("resources"),
			conditions))
	}
	return statements
}

// hasOtherPolicies reports whether another argument may give the module policies that are not in the root.
func hasOtherPolicies(root *terraform.Root, block *terraform.Resource, argument *model.Entry) bool {
	return slices.ContainsFunc(block.Value.Entries, func(e *model.Entry) bool {
		return e != argument && strings.Contains(e.Key.Text, "polic") && mayBePolicies(root, e.Value)
	})
}

// mayBePolicies reports whether a value may contain policies that are not in the root.
func mayBePolicies(root *terraform.Root, v *model.Value) bool {
	isHidden := v.Open || v.IsUnknown() && !isDocument(root, v)
	if isHidden || strings.HasPrefix(v.Text, "arn:") {
		return true
	}
	for _, item := range v.Children() {
		if mayBePolicies(root, item) {
			return true
		}
	}
	return false
}

// readAttached reads the policies that a module attaches to its role.
func (t iamReader) readAttached(block *terraform.Resource, source modulecall.Source) {
	t.setBoundary(block)
	for _, m := range facts.Permissions().Roles {
		if source.Matches(m.Registry, m.Repository) {
			t.readAttachments(block, block.Value.Get(m.Attaches))
			return
		}
	}
	if slices.ContainsFunc(block.RefersTo, func(node string) bool { return strings.Contains(node, "aws_iam_policy.") }) {
		t.readAttachment(block, model.NewUnknown(source.String()).PlacedAt(block.Value)) // the module may attach that policy and others
	}
}

// readAttachments reads a list or map of the ARNs of attached policies.
func (t iamReader) readAttachments(block *terraform.Resource, arns *model.Value) {
	if arns.IsAbsent() {
		return
	}
	if arns.IsUnknown() || arns.Open {
		t.readAttachment(block, model.NewUnknown(arns.Text).PlacedAt(arns))
	}
	for _, arn := range arns.Children() {
		t.readAttachment(block, arn)
	}
}

// readArgumentPolicy reads an argument that may be a policy. Most arguments are not, so it reads a text only if that looks like one.
func (t iamReader) readArgumentPolicy(block *terraform.Resource, v *model.Value) {
	hasDocuments := v.Origin != nil && v.Origin.Documents != nil
	if hasDocuments || v.Kind == model.String && strings.Contains(v.Text, `"Statement"`) {
		t.readPolicy(block, v)
	}
}
