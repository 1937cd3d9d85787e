package rootmodule

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/terraform"
)

// namedRoles are the roles that a controller may have, by what names them.
type namedRoles struct {
	byName       map[string][]string // blocks, by the text of the name
	byExpression map[string][]string // calls of modules, by the expressions with the name of the role that the module makes
	ofTables     map[string]bool     // calls of modules whose outputs are known
}

// readGivenRoles adds an unknown policy to each role whose name is given to a module that no table knows, because the module may attach policies
// to it. A module with only the ARN of a role lets others assume it, or writes it into an annotation.
func (t iamReader) readGivenRoles() {
	roles := namesOfRoles(t.resources)
	for _, call := range t.root.Resources {
		if call.Kind != "module" || call.Never || call.Value == nil || !isOpaque(call) || roles.ofTables[call.Node] {
			continue
		}
		for _, role := range t.rolesGivenTo(call, roles) {
			policy := model.NewUnknown(call.Address).PlacedAt(call.Value)
			attached := t.addResource(survey.PolicyAttachment, call, "")
			attached.Block = role
			attached.Set("policy", policy)
		}
	}
}

func namesOfRoles(resources []*survey.Resource) *namedRoles {
	roles := &namedRoles{byName: map[string][]string{}, byExpression: map[string][]string{}, ofTables: map[string]bool{}}
	for _, r := range resources {
		if r.Kind != survey.IAMRole || strings.HasPrefix(r.Value.Str("of"), "node") {
			continue
		}
		if name := r.Value.Get("name"); name.IsString() || name.IsUnknown() {
			roles.byName[name.Text] = append(roles.byName[name.Text], r.Block)
		}
		if r.Value.Get("of") == nil {
			continue
		}
		roles.ofTables[r.Block] = true
		for _, expression := range r.Value.List("name_from") {
			roles.byExpression[expression.Text] = append(roles.byExpression[expression.Text], r.Block)
		}
	}
	return roles
}

// rolesGivenTo returns the blocks of the roles whose names the arguments of a call contain, sorted.
func (t iamReader) rolesGivenTo(call *terraform.Resource, roles *namedRoles) (blocks []string) {
	for _, e := range call.Value.Entries {
		argument := e.Key.Text
		for v := range e.Value.All() {
			switch {
			case v.IsString():
				blocks = append(blocks, t.called(call, argument, roles.byName[v.Text])...)
			case v.IsUnknown():
				blocks = append(blocks, t.called(call, argument, roles.byName[v.Text])...)
				blocks = append(blocks, roles.in(v.Text)...)
			}
		}
	}
	slices.Sort(blocks)
	return slices.Compact(blocks)
}

// called returns those of the roles with the name in an argument that the argument means: it refers to the role, or says that it is for one.
func (t iamReader) called(call *terraform.Resource, argument string, blocks []string) []string {
	if len(blocks) == 0 || strings.Contains(argument, "role") {
		return blocks
	}
	visited := map[string]bool{}
	for queue := call.References(argument); len(queue) > 0; queue = queue[1:] {
		node := queue[0]
		if visited[node] {
			continue
		}
		visited[node] = true
		if passingNode().MatchString(node) {
			queue = append(queue, t.root.Edges[node]...)
		}
	}
	return slices.DeleteFunc(slices.Clone(blocks), func(block string) bool { return !visited[block] })
}

var (
	quotedText     = pattern.New(`"([^"]*)"`)
	referenceIn    = pattern.New(`(?:^|[^\w.-])((?:module|data|aws_iam_role)(?:\.[\w-]+|\[[^\[\]]*\])+)`)
	keyIn          = pattern.New(`\[[^\[\]]*\]`)
	roleAttribute  = pattern.New(`^((?:.*\.)?aws_iam_role\.[\w-]+)(?:\.([\w-]+))?`)
	moduleAndValue = pattern.New(`^((?:module\.[\w-]+\.)*module\.[\w-]+)(?:\.([\w-]+))?`)
)

// in returns the roles whose names an expression contains.
func (roles *namedRoles) in(expression string) (blocks []string) {
	for _, match := range quotedText().FindAllStringSubmatch(expression, -1) {
		blocks = append(blocks, roles.byName[match[1]]...)
	}
	for _, match := range referenceIn().FindAllStringSubmatch(expression, -1) {
		reference := keyIn().ReplaceAllString(match[1], "")
		if role := roleAttribute().FindStringSubmatch(reference); role != nil {
			if role[2] != "arn" {
				blocks = append(blocks, role[1])
			}
			continue
		}
		blocks = append(blocks, roles.byExpression[reference]...)
		if output := moduleAndValue().FindStringSubmatch(reference); output != nil && roles.mayName(output[1], output[2]) {
			blocks = append(blocks, output[1])
		}
	}
	return blocks
}

// mayName reports whether an output of a module may have the name of a role that the module makes. No output is the whole module.
func (roles *namedRoles) mayName(module, output string) bool {
	isRole := strings.Contains(output, "role") && !strings.HasSuffix(output, "arn")
	return output == "" || isRole && !roles.ofTables[module]
}
