package config

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/karplint/karplint/base/nearest"
	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/convert/settings"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
	located "github.com/karplint/karplint/parsers/yaml"
)

type parser struct {
	file   string
	places map[string]string
	rules  func() (*rule.Rules, error) // those that the file may name
}

// parse reads the text of a file, and returns what it extends, which is nil for nothing.
func (c *Config) parse(data []byte, rules RulesIn, extend func() (*Config, error)) (extended *Config, err error) {
	p := &parser{file: c.File, places: map[string]string{}}
	p.rules = sync.OnceValues(func() (*rule.Rules, error) { return rules(c.Dir, c.RulesDir) })
	c.places = p.places
	root, err := p.decode(data)
	if err != nil || root == nil {
		return nil, err
	}
	if n := valueOf(root, "extends"); n != nil {
		if c.Extends, err = p.readScalar("extends", n); err != nil {
			return nil, err
		}
		p.places["extends"] = p.place(n)
		if extended, err = extend(); err != nil {
			return nil, err
		}
		delete(p.places, "extends") // which readSection reads again
	}
	if err := p.readFolders(root, c, extended); err != nil {
		return nil, err
	}
	if err := p.readSection("", root, c, keys); err != nil {
		return nil, err
	}
	if valueOf(root, rulesDir) != nil { // readSection has set those of the file alone
		c.RulesDir = append(c.foldersOf(extended), c.RulesDir...)
	}
	return extended, p.checkRoles(root, c)
}

// valueOf returns the value at a key of the root; nil if the root is no map, or has no such key or value.
func valueOf(root *yaml.Node, name string) *yaml.Node {
	root = resolve(root)
	for i := 0; root.Kind == yaml.MappingNode && i+1 < len(root.Content); i += 2 {
		if root.Content[i].Value == name && !isNull(root.Content[i+1]) {
			return root.Content[i+1]
		}
	}
	return nil
}

// checkRoles returns an error if a map of settings sets both a role and an instance profile.
func (p *parser) checkRoles(root *yaml.Node, c *Config) error {
	if c.Convert.Role != "" && c.Convert.InstanceProfile != "" {
		return p.fail(section(resolve(root), "convert"), "convert.role and convert.instance-profile cannot both be set; remove one of them")
	}
	return nil
}

// readFolders reads rules-dir before all other keys, which may name the rules in its folders, and in those of an extended file.
func (p *parser) readFolders(root *yaml.Node, c, extended *Config) (err error) {
	inherited := c.foldersOf(extended)
	n := valueOf(root, rulesDir)
	if n != nil {
		if c.RulesDir, err = p.readTexts(rulesDir, n, nil); err != nil {
			return err
		}
	}
	if c.RulesDir = append(inherited, c.RulesDir...); len(c.RulesDir) == 0 {
		return nil
	}
	if c.Known, err = p.rules(); err != nil && n != nil {
		return p.fail(n, "%s: %v", rulesDir, err)
	}
	return err
}

// foldersOf returns the folders of rules of the extended file, relative to this one.
func (c *Config) foldersOf(extended *Config) (folders []string) {
	if extended == nil {
		return nil
	}
	for _, folder := range extended.RulesDir {
		folders = append(folders, relativeTo(c.Home, extended.Home, folder))
	}
	return folders
}

// section returns the value at a key of the root, which must have the key.
func section(root *yaml.Node, name string) *yaml.Node {
	key := slices.IndexFunc(root.Content, func(n *yaml.Node) bool { return n.Value == name })
	return root.Content[key+1]
}

// decode returns the root of the only document, nil if there are only comments.
func (p *parser) decode(data []byte) (*yaml.Node, error) {
	if err := located.CheckEncoding(data); err != nil { // the library would read UTF-16, and count lines of something else
		place := model.NewFile(p.file, data).Position(err.Span.Start)
		return nil, &Error{p.file, place.Line, place.Column, err.Error()}
	}
	var doc yaml.Node
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	if err := decoder.Decode(&doc); errors.Is(err, io.EOF) {
		return nil, nil
	} else if err != nil {
		return nil, p.syntaxError(data, err)
	}
	var second yaml.Node
	if err := decoder.Decode(&second); err == nil {
		return nil, p.fail(&second, "the file has a second document, but a configuration must be a single one")
	} else if !errors.Is(err, io.EOF) {
		return nil, p.syntaxError(data, err)
	}
	if len(doc.Content) == 0 || isNull(doc.Content[0]) {
		return nil, nil
	}
	return doc.Content[0], nil
}

var yamlErrorLine = pattern.New(`^yaml: (?:line (\d+): )?(.*)$`)

// syntaxError adds the place to an error of the YAML parser. The parser names no line for errors in the first line, and for bytes that
// are not text.
func (p *parser) syntaxError(data []byte, err error) error {
	m := yamlErrorLine().FindStringSubmatch(strings.ReplaceAll(err.Error(), "\n", " "))
	if m == nil {
		return &Error{Path: p.file, Message: err.Error()}
	}
	line, _ := strconv.Atoi(cmp.Or(m[1], "1"))
	column := 1
	if i := bytes.IndexFunc(data, isNoText); m[1] == "" && i >= 0 {
		prefix := data[:i]
		line = bytes.Count(prefix, []byte("\n")) + 1
		column = utf8.RuneCount(prefix[bytes.LastIndexByte(prefix, '\n')+1:]) + 1
	}
	return &Error{p.file, line, column, "does not parse: " + m[2]}
}

// isNoText reports whether a rune is forbidden everywhere in YAML.
func isNoText(r rune) bool {
	return r == utf8.RuneError || unicode.IsControl(r) && !strings.ContainsRune("\t\n\r\u0085", r)
}

// readSection reads a map of settings.
func (p *parser) readSection(prefix string, n *yaml.Node, c *Config, section []key) error {
	return p.readMap(prefix, n, func(name *yaml.Node, value *yaml.Node) error {
		i := slices.IndexFunc(section, func(k key) bool { return k.name == name.Value })
		if i < 0 {
			return p.fail(name, "unknown key %q%s", name.Value, knownKeys(name.Value, section))
		}
		if isNull(value) {
			return nil // `select:` without a value sets nothing
		}
		path := join(prefix, name.Value)
		if section[i].keys != nil {
			return p.readSection(path, value, c, section[i].keys)
		}
		return p.readSetting(path, value, c, &section[i])
	})
}

// readMap calls readEntry for the keys and values of a map, and records their places.
func (p *parser) readMap(prefix string, n *yaml.Node, readEntry func(key, value *yaml.Node) error) error {
	n = resolve(n)
	if n.Kind != yaml.MappingNode {
		return p.fail(n, "%s is %s, but must be a map", subject(prefix), describe(n))
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := resolve(n.Content[i]), n.Content[i+1]
		if key.Kind != yaml.ScalarNode || isNull(key) {
			return p.fail(key, "a key is %s, but must be a string", describe(key))
		}
		path := join(prefix, key.Value)
		if _, isRepeated := p.places[path]; isRepeated {
			return p.fail(key, "key %q is set twice", key.Value)
		}
		p.places[path] = p.place(value)
		if err := readEntry(key, value); err != nil {
			return err
		}
	}
	return nil
}

// readSetting reads the value of a key; path is the full path of the key, for messages ("convert.role").
func (p *parser) readSetting(path string, n *yaml.Node, c *Config, k *key) (err error) {
	switch to := k.target(c).(type) {
	case *string:
		*to, err = p.readText(path, n, k)
	case *[]string:
		*to, err = p.readTexts(path, n, k.check)
	case *bool:
		*to, err = p.readBool(path, n)
	case *map[string]string:
		*to, err = p.readTextMap(path, n)
	case *ruleSettings:
		err = p.readRules(path, n, to)
	case *[]Override:
		*to, err = p.readOverrides(path, n, c)
	case *[]settings.Answer:
		*to, err = p.readAnswers(path, n)
	case answered:
		to.spec[to.name], err = p.readAnswered(path, n, k)
	}
	return err
}

func (p *parser) readText(path string, n *yaml.Node, k *key) (string, error) {
	s, err := p.readScalar(path, n)
	switch {
	case err != nil:
		return "", err
	case k.allowed != nil && !slices.Contains(k.allowed, s):
		return "", p.fail(n, "%s is %q%s", path, s, nearest.HintOr("it can be", s, k.allowed))
	case k.form != nil && !k.form().MatchString(s):
		return "", p.fail(n, "%s: %q is %s", path, s, k.expected)
	case k.checkText != nil:
		if err := k.checkText(s); err != nil {
			return "", p.fail(n, "%v", err)
		}
	}
	return s, nil
}

func (p *parser) readBool(path string, n *yaml.Node) (value bool, err error) {
	n = resolve(n)
	if n.Kind != yaml.ScalarNode || n.ShortTag() != yaml.NodeTagBool {
		return false, p.fail(n, "%s is %s, but must be true or false", path, describe(n))
	}
	return value, n.Decode(&value)
}

// readTexts reads a list of strings; a single string is a list of one. check, if not nil, returns an error for a wrong item.
func (p *parser) readTexts(path string, n *yaml.Node, check func(*parser, string) error) ([]string, error) {
	items := []*yaml.Node{n}
	if list := resolve(n); list.Kind == yaml.SequenceNode {
		items = list.Content
	}
	var names []string
	for i, item := range items {
		s, err := p.readScalar(fmt.Sprintf("%s[%d]", path, i), item)
		if err != nil {
			return nil, err
		}
		if check != nil {
			if err := check(p, s); err != nil {
				return nil, p.fail(item, "%s: %v", path, err)
			}
		}
		names = append(names, s)
	}
	return names, nil
}

func (p *parser) readTextMap(path string, n *yaml.Node) (map[string]string, error) {
	values := map[string]string{}
	return values, p.readMap(path, n, func(key, value *yaml.Node) error {
		s, err := p.readScalar(join(path, key.Value), value)
		values[key.Value] = s
		p.places[join(path, key.Value)] = p.place(key)
		return err
	})
}

// readScalar returns the text as it is written, so that the version 1.10 is not the number 1.1.
func (p *parser) readScalar(key string, n *yaml.Node) (string, error) {
	n = resolve(n)
	if n.Kind == yaml.ScalarNode {
		switch n.ShortTag() {
		case yaml.NodeTagString, yaml.NodeTagInt, yaml.NodeTagFloat, "!!timestamp":
			return n.Value, nil
		}
	}
	return "", p.fail(n, "%s is %s, but must be a string", key, describe(n))
}

func (p *parser) fail(n *yaml.Node, format string, args ...any) error {
	return &Error{p.file, max(n.Line, 1), max(n.Column, 1), fmt.Sprintf(format, args...)}
}

func (p *parser) place(n *yaml.Node) string {
	return fmt.Sprintf("%s:%d:%d", p.file, max(n.Line, 1), max(n.Column, 1))
}

func knownKeys(word string, section []key) string {
	names := make([]string, len(section))
	for i, k := range section {
		names[i] = k.name
	}
	slices.Sort(names)
	return nearest.HintOr("known keys are", word, names)
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
	case len(n.Value) > maxQuoted:
		return fmt.Sprintf("%.*q…", maxQuoted, n.Value)
	default:
		return fmt.Sprintf("%q", n.Value)
	}
}

const maxQuoted = 60 // code points
