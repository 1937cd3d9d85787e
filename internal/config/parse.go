package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"sort"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/karplint/karplint/internal/nearest"
)

// reader reads the value of one key. key is the whole path, for messages ("convert.role").
type reader func(p *parser, key string, n *yaml.Node) error

type parser struct {
	file   string
	places map[string]string
}

func (c *Config) parse(data []byte) error {
	p := &parser{file: c.File, places: map[string]string{}}
	c.places = p.places
	root, err := p.decode(data)
	if err != nil || root == nil {
		return err
	}
	return p.mapping("", root, map[string]reader{
		"select":            texts(&c.Select, nil),
		"ignore":            texts(&c.Ignore, nil),
		"fail-on":           oneOf(&c.FailOn, "error", "warning", "info"),
		"karpenter-version": text(&c.KarpenterVersion),
		"destroy-order":     oneOf(&c.DestroyOrder, "controller-last", "controller-first"),
		"exclude":           texts(&c.Exclude, checkGlob),
		"convert":           c.Convert.read,
	})
}

func (c *Convert) read(p *parser, key string, n *yaml.Node) error {
	err := p.mapping(key, n, map[string]reader{
		"role":             text(&c.Role),
		"instance-profile": text(&c.InstanceProfile),
		"ignore-defaults":  boolean(&c.IgnoreDefaults),
		"roles":            textMap(&c.Roles),
	})
	if err == nil && c.Role != "" && c.InstanceProfile != "" {
		return p.fail(n, "convert.role and convert.instance-profile exclude each other; give one of them")
	}
	return err
}

// decode returns the root of the only document, nil if there is nothing but comments.
func (p *parser) decode(data []byte) (*yaml.Node, error) {
	var doc yaml.Node
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	if err := decoder.Decode(&doc); errors.Is(err, io.EOF) {
		return nil, nil
	} else if err != nil {
		return nil, p.syntaxError(err)
	}
	var more yaml.Node
	if err := decoder.Decode(&more); err == nil {
		return nil, p.fail(&more, "a second document; a configuration is one")
	} else if !errors.Is(err, io.EOF) {
		return nil, p.syntaxError(err)
	}
	if len(doc.Content) == 0 || isNull(doc.Content[0]) {
		return nil, nil
	}
	return doc.Content[0], nil
}

var yamlErrorLine = regexp.MustCompile(`^yaml: (?:line (\d+): )?(.*)$`)

func (p *parser) syntaxError(err error) error {
	m := yamlErrorLine.FindStringSubmatch(strings.ReplaceAll(err.Error(), "\n", " "))
	if m == nil {
		return fmt.Errorf("%s: %w", p.file, err)
	}
	if m[1] == "" { // the first line, or the reader's: a byte that may stand anywhere
		return fmt.Errorf("%s: does not parse: %s", p.file, m[2])
	}
	return fmt.Errorf("%s:%s:1: %s", p.file, m[1], m[2])
}

func (p *parser) mapping(prefix string, n *yaml.Node, readers map[string]reader) error {
	n = resolve(n)
	if n.Kind != yaml.MappingNode {
		return p.fail(n, "%s is %s, where a map is expected", subject(prefix), describe(n))
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		read, known := readers[key.Value]
		if !known {
			return p.fail(key, "unknown key %q%s", key.Value, knownKeys(key.Value, readers))
		}
		path := join(prefix, key.Value)
		if _, twice := p.places[path]; twice {
			return p.fail(key, "key %q stands twice", key.Value)
		}
		p.places[path] = p.place(value)
		if isNull(value) {
			continue // `select:` with nothing behind it is a setting that is not made
		}
		if err := read(p, path, value); err != nil {
			return err
		}
	}
	return nil
}

func text(to *string) reader {
	return func(p *parser, key string, n *yaml.Node) error {
		s, err := p.scalar(key, n)
		*to = s
		return err
	}
}

func oneOf(to *string, allowed ...string) reader {
	return func(p *parser, key string, n *yaml.Node) error {
		s, err := p.scalar(key, n)
		if err != nil {
			return err
		}
		for _, a := range allowed {
			if s == a {
				*to = s
				return nil
			}
		}
		hint := nearest.Hint(s, allowed)
		if hint == "" {
			hint = "; it can be " + strings.Join(allowed, ", ")
		}
		return p.fail(n, "%s is %q%s", key, s, hint)
	}
}

func boolean(to *bool) reader {
	return func(p *parser, key string, n *yaml.Node) error {
		n = resolve(n)
		if n.Kind != yaml.ScalarNode || n.ShortTag() != yaml.NodeTagBool {
			return p.fail(n, "%s is %s, where true or false is expected", key, describe(n))
		}
		return n.Decode(to)
	}
}

// texts reads a list of strings; one string alone is a list of one. check, if not nil, says
// what is wrong with an item.
func texts(to *[]string, check func(string) error) reader {
	return func(p *parser, key string, n *yaml.Node) error {
		items := []*yaml.Node{n}
		if list := resolve(n); list.Kind == yaml.SequenceNode {
			items = list.Content
		}
		for i, item := range items {
			s, err := p.scalar(fmt.Sprintf("%s[%d]", key, i), item)
			if err != nil {
				return err
			}
			if check != nil {
				if err := check(s); err != nil {
					return p.fail(item, "%s: %v", key, err)
				}
			}
			*to = append(*to, s)
		}
		return nil
	}
}

func textMap(to *map[string]string) reader {
	return func(p *parser, key string, n *yaml.Node) error {
		n = resolve(n)
		if n.Kind != yaml.MappingNode {
			return p.fail(n, "%s is %s, where a map is expected", key, describe(n))
		}
		*to = map[string]string{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			name := n.Content[i].Value
			if _, twice := (*to)[name]; twice {
				return p.fail(n.Content[i], "key %q stands twice", name)
			}
			s, err := p.scalar(join(key, name), n.Content[i+1])
			if err != nil {
				return err
			}
			(*to)[name] = s
			p.places[join(key, name)] = p.place(n.Content[i])
		}
		return nil
	}
}

// scalar returns the text as written, so that the version 1.10 is not the number 1.1.
func (p *parser) scalar(key string, n *yaml.Node) (string, error) {
	n = resolve(n)
	if n.Kind != yaml.ScalarNode || isNull(n) {
		return "", p.fail(n, "%s is %s, where a string is expected", key, describe(n))
	}
	return n.Value, nil
}

func (p *parser) fail(n *yaml.Node, format string, args ...any) error {
	return fmt.Errorf("%s: %s", p.place(n), fmt.Sprintf(format, args...))
}

func (p *parser) place(n *yaml.Node) string {
	return fmt.Sprintf("%s:%d:%d", p.file, max(n.Line, 1), max(n.Column, 1))
}

func checkGlob(glob string) error {
	if !doublestar.ValidatePattern(glob) {
		return fmt.Errorf("%q is not a glob; check its brackets", glob)
	}
	return nil
}

func knownKeys(word string, readers map[string]reader) string {
	keys := make([]string, 0, len(readers))
	for key := range readers {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	if hint := nearest.Hint(word, keys); hint != "" {
		return hint
	}
	return "; known are " + strings.Join(keys, ", ")
}

func subject(key string) string {
	if key == "" {
		return "the configuration"
	}
	return key
}

func join(prefix, key string) string {
	if prefix == "" {
		return key
	}
	return prefix + "." + key
}

func resolve(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

func isNull(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && n.ShortTag() == yaml.NodeTagNull
}

func describe(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.MappingNode:
		return "a map"
	case n.Kind == yaml.SequenceNode:
		return "a list"
	case isNull(n):
		return "empty"
	default:
		return fmt.Sprintf("%q", n.Value)
	}
}
