// Package network reads the subnets and security groups that a root module makes or tags.
package network

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/survey/modulecall"
	"github.com/karplint/karplint/terraform"
)

// reader collects the subnets and security groups of a root.
type reader struct {
	chosen    *variables
	defaults  *model.Value // the tags that a provider gives to everything; nil if there are none
	resources []*survey.Resource
	groups    map[string]*survey.Resource // security groups by the expression with their ID
	clusters  []string                    // the nodes of those that the root makes
	unknown   bool                        // something may make or find any others
}

// Read returns the Subnets and SecurityGroups of a root, if it makes a cluster. If there may be others, the last two have unknown tags. It shortens
// the selectors of objects, which are those of the root. Texts that whoever applies the root may choose are Unknown.
func Read(root *terraform.Root, objects []*survey.Resource, makesCluster bool) []*survey.Resource {
	chosen := newVariables(root)
	for _, r := range objects {
		r.ShortenSelectors(chosen.open)
	}
	if !makesCluster {
		return nil
	}
	t := &reader{chosen: chosen, defaults: defaultTags(root), groups: map[string]*survey.Resource{}, unknown: root.Partial}
	for _, block := range root.Resources {
		if !block.Never && block.Value != nil {
			t.read(block)
		}
	}
	for _, block := range root.Resources {
		if block.Kind == "aws_ec2_tag" && !block.Never && block.Value != nil {
			t.readTag(block)
		}
	}
	t.unknown = t.unknown || t.isNetworkElsewhere(root)
	for _, r := range t.resources {
		tags := r.Value.Get("tags")
		if keys := keysOf(tags); len(keys.Entries) > 0 {
			r.Set("written", keys)
		}
		r.Replace("tags", chosen.open(tags))
	}
	if t.unknown {
		for _, kind := range []string{survey.Subnets, survey.SecurityGroup} {
			r := survey.New(kind, root.Dir)
			r.Set("tags", model.NewUnknown("tags"))
			t.resources = append(t.resources, r)
		}
	}
	return t.resources
}

// isNetworkElsewhere reports whether the root makes subnets, and no cluster of the root depends on them.
func (t *reader) isNetworkElsewhere(root *terraform.Root) bool {
	made := map[string]bool{}
	for _, r := range t.resources {
		if r.Kind == survey.Subnets {
			made[r.Block] = true
		}
	}
	visited := map[string]bool{}
	var reaches func(node string) bool
	reaches = func(node string) bool {
		if visited[node] {
			return false
		}
		visited[node] = true
		return made[node] || slices.ContainsFunc(root.Edges[node], reaches)
	}
	return len(made) > 0 && !slices.ContainsFunc(t.clusters, reaches)
}

// keysOf maps each key that is written in a file to true, at its place.
func keysOf(tags *model.Value) *model.Value {
	keys := model.NewMap()
	for _, e := range tags.Entries {
		if e.Key.Origin != nil {
			keys.Entries = append(keys.Entries, model.NewEntry(e.Key.Text, model.NewBool(true).PlacedAt(e.Key)))
		}
	}
	return keys
}

// finding matches the kinds of data sources and resources behind which any subnet or security group may be.
var finding = []string{
	"data.aws_subnet", "data.aws_vpc", "data.aws_security_group", "data.terraform_remote_state", "data.tfe_outputs", "data.aws_ssm_parameter",
	"data.external", "aws_cloudformation_stack",
}

func (t *reader) read(block *terraform.Resource) {
	switch block.Kind {
	case "aws_subnet", "aws_default_subnet":
		t.add(survey.Subnets, block, tagsOf(block, t.defaults, nil, "tags"))
	case "aws_eks_cluster":
		t.clusters = append(t.clusters, block.Node)
		t.addPrimaryGroup(block, &facts.ModuleGroup{ID: "vpc_config.cluster_security_group_id"}, false)
	case "aws_security_group", "aws_default_security_group":
		r := t.add(survey.SecurityGroup, block, tagsOf(block, t.defaults, nil, "tags"))
		if block.Gate != "" {
			r.SetBool("perhaps", true)
		}
	case "null_resource", "terraform_data":
		t.unknown = t.unknown || block.Value.Any(func(v *model.Value) bool { return strings.Contains(v.Text, "create-tags") })
	case "module":
		t.readModule(block)
	default:
		t.unknown = t.unknown || slices.ContainsFunc(finding, func(kind string) bool { return strings.HasPrefix(block.Kind, kind) })
	}
}

// add adds a resource of a block.
func (t *reader) add(kind string, block *terraform.Resource, tags *model.Value) *survey.Resource {
	r := survey.New(kind, block.Address)
	r.Block, r.File = block.Node, block.File
	r.Value.Style, r.Value.Span = model.Block, block.Span
	r.Value.SetProps(block.Header)
	r.Value.Origin = &model.Origin{File: block.File}
	r.Set("tags", tags)
	t.resources = append(t.resources, r)
	return r
}

// addPerhaps adds a resource that may exist.
func (t *reader) addPerhaps(kind string, block *terraform.Resource, tags *model.Value) {
	t.add(kind, block, tags).SetBool("perhaps", true)
}

// tagsOf returns the tags that a block gets: defaults, which may be nil, those in its first argument, its own, and those in further arguments.
func tagsOf(block *terraform.Resource, defaults *model.Value, own []*model.Entry, arguments ...string) *model.Value {
	tags := model.NewMap().PlacedAt(block.Value)
	merge(tags, defaults)
	for i, argument := range arguments {
		merge(tags, modulecall.Argument(block, argument))
		if i == 0 {
			merge(tags, model.NewMap(own...))
		}
	}
	return tags
}

// merge adds entries to tags, as the function merge of Terraform does. A tag that becomes null is none.
func merge(tags, more *model.Value) {
	if more.IsAbsent() {
		return
	}
	isUnknownKey := func(e *model.Entry) bool { return e.Key.Kind == model.Unknown }
	if !more.IsMap() || more.Open || slices.ContainsFunc(more.Entries, isUnknownKey) {
		tags.Open = true
		for i, e := range tags.Entries {
			either := fmt.Sprintf("%s or what is in %s at %d", e.Key.Text, more.Text, more.Span.Start)
			tags.Entries[i] = &model.Entry{Key: e.Key, Value: model.NewUnknown(either)}
		}
	}
	for _, e := range more.Entries {
		tags.Entries = slices.DeleteFunc(tags.Entries, func(old *model.Entry) bool { return old.Key.Text == e.Key.Text })
		if !isUnknownKey(e) && !e.Value.IsAbsent() {
			tags.Entries = append(tags.Entries, e)
		}
	}
}

// defaultTags returns the default_tags of the AWS provider. They are Unknown if configurations have different ones, or only some have any.
func defaultTags(root *terraform.Root) (tags *model.Value) {
	isFirst := true
	for node, configuration := range root.Providers { // in any order: they must be equal
		if !strings.HasPrefix(node, "provider.aws") && !strings.Contains(node, ".provider.aws") {
			continue
		}
		given := configuration.Get("default_tags", 0, "tags")
		if !isFirst && !model.Equal(tags, given) {
			return model.NewUnknown("default_tags")
		}
		tags, isFirst = given, false
	}
	return tags
}

// readModule reads the call of a module outside the repository. One that no table describes may make any subnets and groups, unless it is one of
// terraform-aws-modules: these give their groups the tags of the call.
func (t *reader) readModule(block *terraform.Resource) {
	source := modulecall.Parse(block.Value.Str("source"))
	for _, m := range facts.Network().Modules {
		if !source.Matches(m.Registry, m.Repository) {
			continue
		}
		if source.IsFork(m.Repository) {
			t.unknown = true
			return
		}
		t.readSubnets(block, m.Subnets)
		if len(m.Groups) > 0 {
			t.clusters = append(t.clusters, block.Node)
		}
		t.readGroups(block, source, m.Groups)
		return
	}
	isUsual := strings.HasPrefix(source.Address, "terraform-aws-modules/") || strings.HasPrefix(source.Address, "aws-ia/eks-blueprints-addon")
	if !source.Registry || !isUsual {
		t.unknown = true
		return
	}
	for _, e := range block.Value.Entries {
		if strings.HasSuffix(e.Key.Text, "tags") {
			t.addPerhaps(survey.SecurityGroup, block, tagsOf(block, t.defaults, nil, e.Key.Text))
		}
	}
}

// nameOf returns the tag Name of what a module makes from other arguments.
func nameOf(what string) *model.Entry {
	return model.NewEntry("Name", model.NewUnknown("Name of "+what))
}

func (t *reader) readSubnets(block *terraform.Resource, rows []facts.ModuleSubnets) {
	if block.Value.Get("create_vpc").IsFalse() {
		return
	}
	for _, row := range rows {
		if given := modulecall.Argument(block, row.Given); !survey.IsGiven(given) {
			continue
		}
		tags := tagsOf(block, t.defaults, []*model.Entry{nameOf(row.Given)}, row.Tags...)
		if survey.IsGiven(block.Value.Get(row.More)) {
			merge(tags, model.NewUnknown(row.More))
		}
		t.add(survey.Subnets, block, tags)
	}
}
