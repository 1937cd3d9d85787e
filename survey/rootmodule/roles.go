package rootmodule

import (
	"maps"
	"slices"
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

// addRole adds the role of an aws_iam_role, or one that a data source looks up, whose trust policy is unknown.
func (t iamReader) addRole(block *terraform.Resource) {
	r := t.addResource(survey.IAMRole, block, "")
	r.SetBool("certain", !block.Off)
	setNames(r, block, "name", "name_prefix")
	trusts := model.NewList().PlacedAt(block.Value)
	trusts.Open = true
	if policy := block.Value.Get("assume_role_policy"); policy != nil {
		trusts = t.principals(policy)
	}
	r.Set("trusts", trusts)
	r.Locate("trusts", block.Path, "assume_role_policy")
	setFrom(r, "name_from", block.Node, "name", "id")
	setFrom(r, "arn_from", block.Node, "arn")
	r.Set("users", t.roleUsers(r, block.Node))
}

// roleUsers returns the nodes that use a role: those that refer to the nodes, and blocks of which it is not known what they do that mention its name.
func (t iamReader) roleUsers(r *survey.Resource, nodes ...string) *model.Value {
	users := usersOf(t.reader, nodes...)
	name := r.Value.Get("name")
	if !name.IsString() || len(name.Text) < minName {
		return users
	}
	texts := t.opaque()
	for _, node := range slices.Sorted(maps.Keys(texts)) {
		if strings.Contains(texts[node], name.Text) {
			users.Items = append(users.Items, model.NewString(node))
		}
	}
	return users
}

// minName is the length of the shortest name of a role that other texts are searched for.
const minName = 6

// opaqueTextsOf returns the texts in the arguments of blocks of which it is not known what they do, by node.
func opaqueTextsOf(root *terraform.Root) map[string]string {
	texts := map[string]string{}
	for _, block := range root.Resources {
		if block.Value == nil || !isOpaque(block) {
			continue
		}
		var text strings.Builder
		for v := range block.Value.All() {
			text.WriteString(v.Text + "\n")
		}
		texts[block.Node] += text.String()
	}
	return texts
}

// isOpaque reports whether a block may do anything: it runs commands, or it is a module outside the repository that no table describes.
func isOpaque(block *terraform.Resource) bool {
	switch block.Kind {
	case "null_resource", "terraform_data", "aws_cloudformation_stack", "local_file", "local_sensitive_file":
		return true
	case "module":
		source := modulecall.Parse(block.Value.Str("source"))
		return moduleRow(source) == nil && moduleOf(source).address == ""
	}
	return false
}

// setNames adds the name of what a block makes, or the prefix of a name with a random end.
func setNames(r *survey.Resource, block *terraform.Resource, name, prefix string) {
	if r.Set("name", block.Value.Get(name)); r.Value.Get("name") == nil {
		r.Set("prefix", block.Value.Get(prefix))
	}
}

// setFrom adds the expressions with outputs or attributes of a node.
func setFrom(r *survey.Resource, key, node string, attributes ...string) {
	list := model.NewList()
	for _, attribute := range attributes {
		list.Items = append(list.Items, model.NewString(node+"."+attribute))
	}
	r.Set(key, list)
}

// addInstanceProfile adds an aws_iam_instance_profile.
func (t iamReader) addInstanceProfile(block *terraform.Resource) {
	r := t.addResource(survey.InstanceProfile, block, "")
	setNames(r, block, "name", "name_prefix")
	r.Set("role", block.Value.Get("role"))
	setFrom(r, "name_from", block.Node, "name", "id")
}

// principals returns the principals of a trust policy, each once: services by their names, others by their types. The list is open if there may
// be others.
func (t iamReader) principals(policy *model.Value) *model.Value {
	list := model.NewList().PlacedAt(policy)
	documents := yaml.TextDocuments(policy)
	for _, document := range documents {
		statements := document.LocatedRoot().Get("Statement")
		if statements == nil || statements.IsUnknown() || statements.Open {
			list.Open = true
			continue
		}
		if statements.Kind != model.List {
			statements = model.NewList(statements)
		}
		for _, statement := range statements.Items {
			addPrincipals(list, statement)
		}
	}
	if len(documents) > 0 {
		return list
	}
	list.Open = true
	if match := documentReference().FindStringSubmatch(policy.Text); match != nil {
		for _, document := range t.root.Resources {
			if document.Node == match[1]+match[2] {
				list.Open = false
				addBlockPrincipals(list, document.Value)
			}
		}
	}
	return list
}

// addPrincipals adds those of a statement in JSON: "*", or a map from types to a name or names.
func addPrincipals(list, statement *model.Value) {
	principal := statement.Get("Principal")
	if !principal.IsMap() {
		addPrincipal(list, "", principal, statement)
		return
	}
	list.Open = list.Open || principal.Open
	for _, e := range principal.Entries {
		addPrincipal(list, e.Key.Text, e.Value, statement)
	}
}

// addBlockPrincipals adds those of an aws_iam_policy_document.
func addBlockPrincipals(list, document *model.Value) {
	for _, key := range []string{"source_policy_documents", "override_policy_documents", "source_json", "override_json"} {
		list.Open = list.Open || document.Get(key) != nil
	}
	statements := document.Get("statement")
	list.Open = list.Open || statements != nil && !statements.IsWholeList()
	for _, statement := range statements.Children() {
		principals := statement.Get("principals")
		list.Open = list.Open || !principals.IsWholeList()
		for _, principal := range principals.Children() {
			addPrincipal(list, principal.Str("type"), principal.Get("identifiers"), statement)
		}
	}
}

// addPrincipal adds principals of a type. Providers of identities that no pod has are of the type "other provider".
func addPrincipal(list *model.Value, kind string, names, statement *model.Value) {
	if kind == "Federated" && isOtherProvider(names, statement) {
		kind = "other provider"
	}
	if kind != "Service" && kind != "" {
		list.Items = append(list.Items, model.NewString(kind).PlacedAt(names))
		return
	}
	if names == nil {
		list.Open = true
		return
	}
	if names.Kind != model.List {
		names = model.NewList(names)
	}
	list.Open = list.Open || names.Open
	list.Items = append(list.Items, names.Items...)
}

// readModuleRoles reads the roles that a module in the table makes.
func (t iamReader) readModuleRoles(block *terraform.Resource, source modulecall.Source) {
	modules := facts.ModuleRoles().Modules
	for i := range modules {
		if m := &modules[i]; source.Matches(m.Registry, m.Repository) {
			constraint, _ := modulecall.Constraint(block, source)
			if source.IsFork(m.Repository) {
				constraint = ""
			}
			for k := range m.Roles {
				t.readModuleRole(block, m, &m.Roles[k], versions.ParseTerraform(constraint))
			}
			return
		}
	}
}

func (t iamReader) readModuleRole(block *terraform.Resource, m *facts.RolesModule, role *facts.ModuleRole, admitted versions.Interval) {
	enabled := m.Enable == "" || modulecall.Argument(block, m.Enable).IsTrue()
	if !admitted.Overlaps(versions.Of(role.Releases)) || !enabled {
		return
	}
	isNewest := role.Releases == (facts.Releases{}) || admitted.Max != nil && versions.Of(role.Releases).Contains(admitted.Max.String())
	arn := arnOf(block, role)
	if made := modulecall.IsMade(block, role.Without); !made.IsFalse() {
		r := t.addModuleRole(block, role, isNewest && made.IsTrue() && !block.Off)
		r.Set("passes", passedRoles(block, m, role.Passes, admitted))
	}
	if role.Profile != nil && !isMade(block, role.Profile).IsFalse() {
		r := t.addResource(survey.InstanceProfile, block, "")
		r.Set("role", arn)
		setFrom(r, "name_from", block.Node, role.Profile.Names...)
	}
	if role.Entry != nil && !isMade(block, role.Entry).IsFalse() {
		t.addAccess(block, &access{
			via: "module", principal: arn, entryType: survey.FirstGiven(block.Value.Get(role.Entry.Type), model.NewString("EC2_LINUX")),
			name: block.Value.Get("cluster_name"), typePath: model.Join(block.Path, role.Entry.Type),
		})
	}
}

// addModuleRole adds a role that a module makes. certain: nothing else decides whether it does.
func (t iamReader) addModuleRole(block *terraform.Resource, role *facts.ModuleRole, certain bool) *survey.Resource {
	r := t.addResource(survey.IAMRole, block, "")
	r.SetText("of", role.Of)
	r.SetBool("certain", certain)
	r.Set("cluster_name", block.Value.Get("cluster_name"))
	setModuleName(r, block, role)
	trusts := model.NewList().PlacedAt(block.Value)
	for _, trust := range role.Trusts {
		given := modulecall.Argument(block, trust.With)
		switch {
		case given.IsUnknown():
			trusts.Open = true
		case given.IsTrue(), given.IsAbsent() && (trust.Default || trust.With == ""):
			trusts.Items = append(trusts.Items, model.NewString(trust.Principal))
		}
	}
	for _, name := range role.More {
		trusts.Open = trusts.Open || survey.IsGiven(modulecall.Argument(block, name))
	}
	r.Set("trusts", trusts)
	setFrom(r, "name_from", block.Node, role.Names...)
	setFrom(r, "arn_from", block.Node, role.ARNs...)
	r.Set("users", t.roleUsers(r, append(outputNodes(block, slices.Concat(role.Names, role.ARNs)), block.Node)...))
	if role.Entry != nil {
		r.Set("entry", isMade(block, role.Entry))
		r.Locate("entry", block.Path, role.Entry.Argument)
	}
	if role.Association != nil {
		r.Set("association", isMade(block, role.Association))
		r.Set("namespace", block.Value.Get("namespace"))
		r.Locate("namespace", block.Path, "namespace")
		if role.Association.Argument != "" {
			r.Locate("association", block.Path, role.Association.Argument)
		}
	}
	t.links = append(t.links, clusterLink{resource: r, name: block.Value.Get("cluster_name")})
	return r
}

// outputNodes returns the nodes of the outputs of a call. Names may have dots.
func outputNodes(block *terraform.Resource, outputs []string) (nodes []string) {
	for _, output := range outputs {
		name, _, _ := strings.Cut(output, ".")
		nodes = append(nodes, block.Node+".output."+name)
	}
	return nodes
}

// passedRoles returns the ARNs of the roles that a controller with a role of the module may give to nodes; nil if it may be any.
func passedRoles(block *terraform.Resource, m *facts.RolesModule, passes string, admitted versions.Interval) *model.Value {
	if passes != "node" {
		return modulecall.Argument(block, passes)
	}
	list := model.NewList()
	for i := range m.Roles {
		if role := &m.Roles[i]; role.Of == "node" && admitted.Overlaps(versions.Of(role.Releases)) {
			list.Items = append(list.Items, survey.FirstGiven(arnOf(block, role), model.NewUnknown(role.Instead)))
		}
	}
	return list
}

// arnOf returns the ARN of a module's role, or of the one that takes its place; nil if there is neither.
func arnOf(block *terraform.Resource, role *facts.ModuleRole) *model.Value {
	if modulecall.IsMade(block, role.Without).IsFalse() {
		return survey.FirstGiven(modulecall.Argument(block, role.Instead))
	}
	return model.NewUnknown(block.Node + "." + role.ARNs[0]).PlacedAt(block.Value)
}

// setModuleName adds the name or the prefix of a module's role.
func setModuleName(r *survey.Resource, block *terraform.Resource, role *facts.ModuleRole) {
	name := modulecall.Argument(block, role.Name)
	if name.IsAbsent() {
		name = defaultName(block, role.Default)
	}
	prefixed := modulecall.Argument(block, role.Prefixed)
	hasEnd := role.Prefixed != "" && (prefixed.IsAbsent() || prefixed.IsTrue())
	switch {
	case name == nil || prefixed.IsUnknown():
	case hasEnd:
		r.Set("prefix", name)
		r.Locate("prefix", block.Path, model.Keys(role.Name)...)
		r.Locate("prefixed", block.Path, model.Keys(role.Prefixed)...)
	default:
		r.Set("name", name)
	}
}

var nameArgument = pattern.New(`\{(\w+)\}`)

// defaultName fills the arguments of a call into a name; nil if it has none of them. The name is Unknown if an argument is.
func defaultName(block *terraform.Resource, text string) *model.Value {
	isKnown := true
	filled := nameArgument().ReplaceAllStringFunc(text, func(braced string) string {
		v := block.Value.Get(strings.Trim(braced, "{}"))
		switch {
		case v.IsString():
			return v.Text
		case v.IsUnknown():
			isKnown = false
			return interpolated(v.Text)
		}
		isKnown = false
		return "${" + block.Node + "}"
	})
	switch {
	case text == "":
		return nil
	case isKnown:
		return model.NewString(filled).PlacedAt(block.Value)
	}
	return model.NewUnknown(`"` + filled + `"`).PlacedAt(block.Value)
}

// interpolated returns the expression of an unknown value as a part of a template.
func interpolated(expression string) string {
	if inner, isTemplate := strings.CutPrefix(expression, `"`); isTemplate {
		return strings.TrimSuffix(inner, `"`)
	}
	return "${" + expression + "}"
}

// isMade returns the value of the argument that makes something.
func isMade(block *terraform.Resource, made *facts.Made) *model.Value {
	if v := modulecall.Argument(block, made.Argument); !v.IsAbsent() {
		return v
	}
	return model.NewBool(made.Default).PlacedAt(block.Value)
}
