package config

import (
	"fmt"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/karplint/karplint/convert/settings"
	"github.com/karplint/karplint/model"
)

// entry is an entry of convert.answers.
type entry struct {
	objects []string
	class   string
	spec    map[string]*model.Value
}

// existing is the class of an entry that says that somebody else owns the new class.
const existing = "existing"

// answerKeys are the keys of an entry.
func answerKeys(e *entry) []key {
	text := func(name, description string) key {
		return key{name: name, description: description, target: func(*Config) any { return answered{e.spec, name} }}
	}
	list := func(name, description string) key {
		k := text(name, description)
		k.maps = true
		return k
	}
	return []key{
		{name: "objects", check: checkObjectGlob, description: "The objects, as globs of the kind and name that they are written with.",
			target: func(*Config) any { return &e.objects }},
		{name: "class", allowed: []string{existing}, description: "existing: somebody else owns the new class. The object stays as it is, " +
			"and pools refer to the class that exists.", target: func(*Config) any { return &e.class }},
		{name: "spec", description: "Fields of the EC2NodeClass, for what convert would ask.", keys: []key{
			text("role", "The IAM role of the nodes."),
			text("instanceProfile", "The instance profile of the nodes, instead of a role."),
			text("amiFamily", "The family of the images."),
			list("amiSelectorTerms", "The images."),
			text("userData", "The user data, without expressions."),
			list("securityGroupSelectorTerms", "The security groups."),
			list("subnetSelectorTerms", "The subnets."),
			list("blockDeviceMappings", "The volumes."),
		}},
	}
}

// answered is a field of the spec of an answer.
type answered struct {
	spec map[string]*model.Value
	name string
}

// readAnswers reads the list of answers.
func (p *parser) readAnswers(path string, n *yaml.Node) (answers []settings.Answer, err error) {
	if n = resolve(n); n.Kind != yaml.SequenceNode {
		return nil, p.fail(n, "%s is %s, but must be a list", path, describe(n))
	}
	for i, item := range n.Content {
		inside := &parser{file: p.file, places: map[string]string{}}
		e := entry{spec: map[string]*model.Value{}}
		if err := inside.readSection("", item, &Config{}, answerKeys(&e)); err != nil {
			return nil, err
		}
		path := fmt.Sprintf("%s[%d]", path, i)
		switch {
		case len(e.objects) == 0:
			return nil, p.fail(item, "%s has no objects; name those that it is for, such as objects: [AWSNodeTemplate/gpu-*]", path)
		case (e.class == "") == (len(e.spec) == 0):
			return nil, p.fail(item, "%s needs either a spec with fields, or class: existing", path)
		case e.spec["role"] != nil && e.spec["instanceProfile"] != nil:
			return nil, p.fail(section(resolve(item), "spec"), "%s: role and instanceProfile cannot both be set; remove one of them", path)
		}
		answers = append(answers, inside.answersOf(&e, section(resolve(item), "objects"))...)
	}
	return answers, nil
}

// answersOf returns the answers of an entry, one for each of its globs.
func (p *parser) answersOf(e *entry, objects *yaml.Node) (answers []settings.Answer) {
	places := map[string]string{}
	for name := range e.spec { // in any order
		places[name] = p.places["spec."+name]
	}
	if e.class != "" {
		places["class"] = p.places["class"]
	}
	globs := resolve(objects).Content
	for i, glob := range e.objects {
		place := p.place(objects) // of a text alone
		if len(globs) > 0 {
			place = p.place(globs[i])
		}
		answers = append(answers, settings.Answer{Object: glob, Place: place, Spec: e.spec, Places: places})
	}
	return answers
}

// readAnswered reads a field of an answer: a text, or a list of maps.
func (p *parser) readAnswered(path string, n *yaml.Node, k *key) (*model.Value, error) {
	n = resolve(n)
	switch {
	case !k.maps:
		text, err := p.readScalar(path, n)
		if err == nil && text == "" {
			err = p.fail(n, "%s is empty", path)
		}
		return model.NewString(text), err
	case n.Kind != yaml.SequenceNode || len(n.Content) == 0:
		return nil, p.fail(n, "%s is %s, but must be a list with entries", path, describe(n))
	}
	for i, item := range n.Content {
		if item.Kind != yaml.MappingNode {
			return nil, p.fail(item, "%s[%d] is %s, but must be a map", path, i, describe(item))
		}
	}
	return p.value(path, n)
}

// value returns a node, without aliases, as a value without a place.
func (p *parser) value(path string, n *yaml.Node) (*model.Value, error) {
	switch {
	case n.Kind == yaml.SequenceNode:
		list := model.NewList()
		for i, item := range n.Content {
			v, err := p.value(fmt.Sprintf("%s[%d]", path, i), item)
			if err != nil {
				return nil, err
			}
			list.Items = append(list.Items, v)
		}
		return list, nil
	case n.Kind == yaml.MappingNode:
		object := model.NewMap()
		return object, p.readMap(path, n, func(name, value *yaml.Node) error {
			v, err := p.value(join(path, name.Value), value)
			object.Entries = append(object.Entries, model.NewEntry(name.Value, v))
			return err
		})
	case n.Kind == yaml.ScalarNode && n.ShortTag() == yaml.NodeTagBool:
		isTrue, err := p.readBool(path, n)
		return model.NewBool(isTrue), err
	case n.Kind == yaml.ScalarNode && (n.ShortTag() == yaml.NodeTagInt || n.ShortTag() == yaml.NodeTagFloat):
		return model.NewNumber(n.Value), nil
	}
	text, err := p.readScalar(path, n)
	return model.NewString(text), err
}
