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

// readQueue reads an aws_sqs_queue, and the policy in it.
func readQueue(t *reader, block *terraform.Resource) {
	r := t.addResource(survey.Queue, block, "")
	addAttributes(r, block, "name", "kms_master_key_id", "sqs_managed_sse_enabled")
	if r.Value.Get("name") == nil {
		r.Set("name", model.NewUnknown(block.Address+".name").PlacedAt(block.Value)) // AWS or the provider chooses it
	}
	r.SetText("output", "name")
	r.Set("users", usersOf(t, block.Node))
	setGate(r, block)
	if !block.Value.Get("policy").IsAbsent() {
		addQueuePolicy(t, block, model.NewUnknown(block.Address+".url").PlacedAt(block.Value))
	}
}

// passingNode matches what only passes a value on.
var passingNode = pattern.New(`(?:^|\.)(?:var|local|output)\.[\w-]+$`)

// usersOf returns the nodes that refer to some nodes, also through variables, locals and outputs. Outputs of the root are among them. Of the call
// of a module, they are those that refer to all of its outputs at once. The list is open if the root is not whole.
func usersOf(t *reader, nodes ...string) *model.Value {
	users := model.NewList()
	users.Open = t.root.Partial
	visited := map[string]bool{}
	for _, node := range nodes {
		visited[node] = true
	}
	for queue := slices.Clone(nodes); len(queue) > 0; queue = queue[1:] {
		for _, user := range t.readers()[queue[0]] {
			isAround := strings.HasPrefix(queue[0], user+".") // the call of the module that contains the node
			if visited[user] || isAround || !mayUse(t, user, queue[0]) {
				continue
			}
			visited[user] = true
			if passingNode().MatchString(user) {
				queue = append(queue, user)
			}
			if !passingNode().MatchString(user) || strings.HasPrefix(user, "output.") {
				users.Items = append(users.Items, model.NewString(user))
			}
		}
	}
	return users
}

var callNode = pattern.New(`(?:^|\.)module\.[\w-]+$`)

// mayUse reports whether a node uses more of another one than that it waits for it, as a block does for the module in its depends_on.
func mayUse(t *reader, user, node string) bool {
	switch {
	case !callNode().MatchString(node):
		return true
	case strings.HasPrefix(user, node+"."):
		return false
	case passingNode().MatchString(user):
		return true
	}
	return slices.ContainsFunc(t.root.Resources, func(r *terraform.Resource) bool { return r.Node == user && slices.Contains(r.RefersTo, node) })
}

// readersOf maps each node to the nodes that depend directly on it, sorted.
func readersOf(root *terraform.Root) map[string][]string {
	readers := map[string][]string{}
	for _, from := range slices.Sorted(maps.Keys(root.Edges)) {
		for _, to := range root.Edges[from] {
			readers[to] = append(readers[to], from)
		}
	}
	return readers
}

// addQueuePolicy reads the policy argument of a block, for the queue with this URL.
func addQueuePolicy(t *reader, block *terraform.Resource, queue *model.Value) {
	r := t.addResource(survey.QueuePolicy, block, "")
	r.Set("queue", queue)
	r.Set("statements", statementsIn(t.root, block))
	r.Locate("policy", block.Path, "policy")
}

// statementsIn returns the statements of the policy argument of a block: a text, or a reference to a document of the root. They are Unknown if the
// policy is neither.
func statementsIn(root *terraform.Root, block *terraform.Resource) *model.Value {
	policy := block.Value.Get("policy")
	for _, doc := range yaml.TextDocuments(policy) {
		if list := doc.LocatedRoot().Get("Statement"); list != nil {
			return jsonStatements(list)
		}
	}
	for _, document := range root.Resources {
		isMeant := document.Kind == "data.aws_iam_policy_document" && policy.IsUnknown() && policy.Text == document.Address+".json"
		if isMeant && document.Value != nil {
			return documentStatements(document.Value)
		}
	}
	return model.NewUnknown("policy").PlacedAt(block.Value)
}

// jsonStatements converts the value of Statement in a JSON policy to statements with principals.
func jsonStatements(list *model.Value) *model.Value {
	if list.IsUnknown() {
		return list
	}
	written := []*model.Value{list}
	if list.Kind == model.List {
		written = list.Items
	}
	statements := survey.PolicyStatements(list)
	for i, s := range statements.Items {
		statements.Items[i] = withPrincipals(s, jsonPrincipals(written[i].Get("Principal")))
	}
	return statements
}

// jsonPrincipals returns the principals of a statement in a JSON policy as a list: "*", or those of all types.
func jsonPrincipals(principal *model.Value) *model.Value {
	if !principal.IsMap() {
		return principal
	}
	list := model.NewList().PlacedAt(principal)
	list.Open = principal.Open
	for _, e := range principal.Entries {
		if e.Value.Kind != model.List {
			list.Items = append(list.Items, e.Value)
			continue
		}
		list.Items = append(list.Items, e.Value.Items...)
		list.Open = list.Open || e.Value.Open
	}
	return list
}

// documentStatements returns the statements of an aws_iam_policy_document. The list is open if the document includes others.
func documentStatements(document *model.Value) *model.Value {
	list := document.Get("statement")
	statements := model.NewList().PlacedAt(document)
	statements.Open = list.IsUnknown() || list != nil && list.Open
	for _, key := range []string{"source_policy_documents", "override_policy_documents", "source_json", "override_json"} {
		statements.Open = statements.Open || survey.IsGiven(document.Get(key))
	}
	for _, s := range list.Children() {
		statements.Items = append(statements.Items, withPrincipals(blockStatement(s), blockPrincipals(s.Get("principals"))))
	}
	return statements
}

// blockPrincipals returns the identifiers in the principals blocks of a statement; nil if there is no such block.
func blockPrincipals(blocks *model.Value) *model.Value {
	if blocks == nil || blocks.Kind != model.List {
		return blocks
	}
	list := model.NewList().PlacedAt(blocks)
	list.Open = blocks.Open
	for _, b := range blocks.Items {
		identifiers := b.Get("identifiers")
		if !identifiers.IsWholeList() {
			list.Open = true
			continue
		}
		list.Items = append(list.Items, identifiers.Items...)
	}
	return list
}

// withPrincipals adds principals to a statement.
func withPrincipals(statement, principals *model.Value) *model.Value {
	if !statement.IsMap() || principals.IsAbsent() {
		return statement
	}
	c := *statement
	c.Entries = append(c.Entries[:len(c.Entries):len(c.Entries)], model.NewEntry("principals", principals))
	return &c
}

// readEventRule reads an aws_cloudwatch_event_rule.
func readEventRule(t *reader, block *terraform.Resource) {
	r := t.addResource(survey.EventRule, block, "")
	addAttributes(r, block, "name")
	pattern := valueOrInput(block, "event_pattern")
	if pattern.IsAbsent() {
		return
	}
	for _, doc := range yaml.TextDocuments(pattern) {
		if root := doc.LocatedRoot(); root.IsMap() {
			r.Set("pattern", root)
			return
		}
	}
	r.Set("pattern", model.NewUnknown("event_pattern").PlacedAt(pattern))
}

// readModuleQueue reads the queue that a module in the tables makes for Karpenter.
func readModuleQueue(t *reader, block *terraform.Resource, source modulecall.Source) {
	for _, m := range facts.Queues().Modules {
		if !source.Matches(m.Registry, m.Repository) {
			continue
		}
		if made := isQueueMade(block, source, &m); !made.IsFalse() {
			addModuleQueue(t, block, &m, made)
		}
	}
}

// isQueueMade returns whether a call of the module makes the queue, judging by its version and the arguments that leave the queue out.
func isQueueMade(block *terraform.Resource, source modulecall.Source, m *facts.QueueModule) *model.Value {
	made := model.NewBool(true)
	constraint, _ := modulecall.Constraint(block, source)
	switch admitted, since := versions.ParseTerraform(constraint), versions.Of(m.Releases); {
	case source.IsFork(m.Repository):
		made = model.NewUnknown("fork")
	case modulecall.Admits(constraint, m.Releases):
	case admitted.Overlaps(since):
		made = model.NewUnknown("version")
	default:
		return model.NewBool(false)
	}
	for _, s := range m.Switches {
		enabled := block.Value.Get(s.Argument)
		switch {
		case enabled.IsFalse(), enabled.IsAbsent() && !s.Default:
			return model.NewBool(false)
		case enabled.IsUnknown():
			made = model.NewUnknown(enabled.Text)
		}
	}
	return made.PlacedAt(block.Value)
}

func addModuleQueue(t *reader, block *terraform.Resource, m *facts.QueueModule, made *model.Value) {
	settings, path := block.Value, block.Path
	if m.Settings != "" {
		settings = block.Value.Get(m.Settings)
		path = writtenMap(block, settings, m.Settings)
	}
	r := t.addResource(survey.Queue, block, "")
	r.Set("made", made)
	r.Set("name", moduleQueueName(block, m, settings))
	r.Set("kms_master_key_id", modulecall.Field(settings, m.Key))
	r.Set("sqs_managed_sse_enabled", modulecall.Field(settings, m.Managed))
	r.SetText("output", m.Output)
	output, _, _ := strings.Cut(m.Output, ".")
	r.Set("users", usersOf(t, block.Node, block.Node+".output."+output))
	if m.Passes {
		r.SetBool("passed", true)
	}
	if path != nil {
		r.Locate("kms_master_key_id", path, m.Key)
		r.Locate("sqs_managed_sse_enabled", path, m.Managed)
	}
	setGate(r, block)
}

// moduleQueueName returns the name of a module's queue: the given one, or the default, which ends with the name of the cluster.
func moduleQueueName(block *terraform.Resource, m *facts.QueueModule, settings *model.Value) *model.Value {
	cluster := block.Value.Get("cluster_name")
	switch given := modulecall.Field(settings, m.Name); {
	case !given.IsAbsent():
		return given
	case cluster.IsAbsent():
		return model.NewUnknown(block.Address + "." + m.Output).PlacedAt(block.Value)
	case cluster.IsUnknown():
		return model.NewUnknown(m.Prefix + "${" + cluster.Text + "}").PlacedAt(cluster)
	}
	return model.NewString(m.Prefix + cluster.Text).PlacedAt(cluster)
}
