package network

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/survey/modulecall"
	"github.com/karplint/karplint/terraform"
)

// readGroups reads the security groups that a call makes, and those that it tags.
func (t *reader) readGroups(block *terraform.Resource, source modulecall.Source, rows []facts.ModuleGroup) {
	constraint, _ := modulecall.Constraint(block, source)
	for i := range rows {
		row := &rows[i]
		made := modulecall.IsMade(block, row.Without)
		isPrimary := row.Of == "primary"
		switch {
		case made.IsFalse() && !isPrimary:
		case made.IsUnknown() || !modulecall.Admits(constraint, row.Releases):
			t.addUnknownGroup(block)
		case isPrimary:
			t.addPrimaryGroup(block, row, made.IsTrue())
		default:
			own := []*model.Entry{nameOf(row.Of)}
			if row.Owned {
				own = append(own, clusterTag(block))
			}
			r := t.add(survey.SecurityGroup, block, tagsOf(block, t.defaults, own, row.Tags...))
			if row.Perhaps {
				r.SetBool("perhaps", true)
			}
			t.identify(r, row)
		}
	}
	hasOthers := slices.ContainsFunc(groupArguments, func(name string) bool { return hasTags(block.Value.Get(name)) })
	if hasOthers || survey.IsGiven(block.Value.Get("node_security_group_id")) {
		t.addUnknownGroup(block)
	}
}

func (t *reader) addUnknownGroup(block *terraform.Resource) {
	t.add(survey.SecurityGroup, block, model.NewUnknown("tags").PlacedAt(block.Value))
}

// addPrimaryGroup adds the security group that EKS makes for a cluster. The tags of the provider are not among its tags.
func (t *reader) addPrimaryGroup(block *terraform.Resource, row *facts.ModuleGroup, isTagged bool) {
	var arguments []string
	if isTagged {
		arguments = row.Tags
	}
	tags := tagsOf(block, nil, nil, arguments...)
	merge(tags, model.NewMap(nameOf("primary"), clusterTag(block), model.NewEntry("aws:eks:cluster-name", clusterName(block))))
	t.identify(t.add(survey.SecurityGroup, block, tags), row)
}

// identify notes the expression with the ID of a group. Of several instances of a block, it is not known which one is meant.
func (t *reader) identify(r *survey.Resource, row *facts.ModuleGroup) {
	id := r.Block + "." + row.ID
	if _, isKnown := t.groups[id]; isKnown {
		r = nil
	}
	t.groups[id] = r
}

// clusterName returns the name of the cluster that a block makes.
func clusterName(block *terraform.Resource) *model.Value {
	return survey.FirstGiven(block.Value.Get("name"), block.Value.Get("cluster_name"), model.NewUnknown("name"))
}

// clusterTag returns the tag that marks what belongs to the cluster that a block makes.
func clusterTag(block *terraform.Resource) *model.Entry {
	name := clusterName(block)
	text := name.Text
	if name.IsUnknown() {
		text = "${" + text + "}"
	}
	return model.NewEntry("kubernetes.io/cluster/"+text, model.NewString("owned"))
}

// groupArguments are the arguments of the eks module with node groups, which may have security groups of their own.
var groupArguments = []string{
	"eks_managed_node_groups", "self_managed_node_groups", "eks_managed_node_group_defaults", "self_managed_node_group_defaults",
}

// hasTags reports whether an argument with node groups may have tags for security groups.
func hasTags(v *model.Value) bool {
	return v.IsUnknown() || v != nil && v.Any(func(v *model.Value) bool {
		return v.IsMap() && (v.Open || v.Get("security_group_tags") != nil)
	})
}

// readTag reads an aws_ec2_tag: a tag of a security group that is known, or of any subnet or group.
func (t *reader) readTag(block *terraform.Resource) {
	key := block.Value.Get("key")
	id := resourceID(block)
	value := survey.FirstGiven(block.Value.Get("value"), model.NewUnknown("value"))
	if block.Off {
		value = model.NewUnknown(block.Address)
	}
	tag := model.NewMap(&model.Entry{Key: key, Value: value}).PlacedAt(block.Value)
	switch group := t.groups[id]; {
	case !key.IsString() || t.chosen.mayDecide(key):
		t.unknown = true
	case group != nil:
		merge(group.Value.Get("tags"), tag)
	default:
		tag.Open = !strings.HasPrefix(id, "module.") && !strings.HasPrefix(id, "aws_")
		t.addPerhaps(survey.Subnets, block, tag)
		t.addPerhaps(survey.SecurityGroup, block, tag)
	}
}

var instanceKey = pattern.New(`\[[^\[\]]*\]|\.0\b`)

// resourceID returns the expression with the ID of what a block tags, without keys.
func resourceID(block *terraform.Resource) string {
	id := block.Value.Get("resource_id")
	if !id.IsUnknown() {
		return ""
	}
	return instanceKey().ReplaceAllString(strings.Trim(id.Text, "${} "), "")
}
