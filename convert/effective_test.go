package convert_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"sort"
	"strings"
	"time"

	"sigs.k8s.io/yaml"
)

// An oracle of what takes effect. It reads objects as Kubernetes does, fills in the defaults of their API version, and writes what
// Karpenter makes of them in one spelling for all versions: equal behaviour is equal text. It shares nothing with the converter, not
// even the tables.

// effective is what takes effect of an object: a field of no API version in particular -> its value in one spelling.
type effective map[string]string

func (e effective) set(field, format string, args ...any) { e[field] = fmt.Sprintf(format, args...) }

// add puts the fields of another one below a name.
func (e effective) add(name string, other effective) {
	for field, value := range other {
		e[name+" "+field] = value
	}
}

// difference writes the fields in which two differ, one a line; "" where they are equal.
func difference(before, after effective) string {
	var lines []string
	for field, value := range before {
		if after[field] != value {
			lines = append(lines, fmt.Sprintf("\t%s: before %s, after %s", field, value, after[field]))
		}
	}
	for field, value := range after {
		if _, both := before[field]; !both {
			lines = append(lines, fmt.Sprintf("\t%s: before nothing, after %s", field, value))
		}
	}
	sort.Strings(lines)
	return strings.Join(lines, "\n")
}

// tree is an object, or a part of one.
type tree = map[string]any

// world is what a cluster holds: the objects of a file, all of one API version.
type world struct {
	api     string // "alpha", "v1beta1" or "v1"
	version string // of Karpenter
	pools   map[string]tree
	classes map[string]tree
}

// newWorld reads the objects of a text that are of the API.
func newWorld(text, api, version string) (*world, error) {
	w := &world{api: api, version: version, pools: map[string]tree{}, classes: map[string]tree{}}
	objects, err := readObjects(text)
	if err != nil {
		return nil, err
	}
	for _, o := range objects {
		into := map[string]map[string]tree{
			"karpenter.sh/v1alpha5 Provisioner": w.pools, "karpenter.k8s.aws/v1alpha1 AWSNodeTemplate": w.classes,
			"karpenter.sh/v1beta1 NodePool": w.pools, "karpenter.k8s.aws/v1beta1 EC2NodeClass": w.classes,
			"karpenter.sh/v1 NodePool": w.pools, "karpenter.k8s.aws/v1 EC2NodeClass": w.classes,
		}[fmt.Sprint(o["apiVersion"], " ", o["kind"])]
		name := fmt.Sprint(Join(o, "metadata")["name"])
		switch {
		case into == nil || apiOf(o) != api:
			continue
		case into[name] != nil:
			return nil, fmt.Errorf("two objects %v %s", o["kind"], name)
		}
		into[name] = o
	}
	return w, nil
}

func apiOf(o tree) string {
	_, version, _ := strings.Cut(fmt.Sprint(o["apiVersion"]), "/")
	if strings.HasPrefix(version, "v1alpha") {
		return "alpha"
	}
	return version
}

var separator = regexp.MustCompile(`(?m)^---.*$`)

// readObjects reads the documents and the items of Lists. Numbers are json.Numbers, and nulls are gone, as the API server drops them.
func readObjects(text string) ([]tree, error) {
	var objects []tree
	for _, document := range separator.Split(strings.TrimPrefix(text, "\uFEFF"), -1) {
		var o tree
		err := yaml.UnmarshalStrict([]byte(document), &o, func(d *json.Decoder) *json.Decoder { d.UseNumber(); return d })
		if err != nil {
			return nil, fmt.Errorf("%w in\n%s", err, document)
		}
		items, isList := o["items"].([]any)
		switch {
		case isList:
			for _, item := range items {
				objects = append(objects, withoutNulls(item).(tree))
			}
		case o != nil:
			objects = append(objects, withoutNulls(o).(tree))
		}
	}
	return objects, nil
}

func withoutNulls(v any) any {
	switch v := v.(type) {
	case tree:
		for key, value := range v {
			if value == nil {
				delete(v, key)
				continue
			}
			v[key] = withoutNulls(value)
		}
	case []any:
		for i := range v {
			v[i] = withoutNulls(v[i])
		}
	}
	return v
}

// Join returns the map at a path, which may be nil.
func Join(o tree, path ...string) tree {
	for _, key := range path {
		o, _ = o[key].(tree)
	}
	return o
}

func items(v any) []any { list, _ := v.([]any); return list }

func text(v any) string {
	if v == nil {
		return ""
	}
	return fmt.Sprint(v)
}

// sorted writes the entries of a map, or the texts of a list, in order and once.
func sorted(list []string) string {
	list = slices.Clone(list)
	sort.Strings(list)
	return strings.Join(slices.Compact(list), "; ")
}

func pairs(m tree) string {
	var all []string
	for key, value := range m {
		all = append(all, fmt.Sprintf("%s=%q", key, text(value)))
	}
	return sorted(all)
}

// seconds writes a duration as seconds.
func seconds(v any) string {
	s := text(v)
	if s == "" || s == "Never" {
		return "never"
	}
	d, err := time.ParseDuration(s)
	if err != nil {
		return "no duration: " + s
	}
	return fmt.Sprint("after ", d.Seconds(), "s")
}

var quantityForm = regexp.MustCompile(`^([+-]?[0-9.]+)(|n|u|m|k|M|G|T|P|E|Ki|Mi|Gi|Ti|Pi|Ei|[eE][+-]?[0-9]+)$`)

// quantity writes a quantity as a number without a unit.
func quantity(v any) string {
	match := quantityForm.FindStringSubmatch(text(v))
	if match == nil {
		return "no quantity: " + text(v)
	}
	number, unit := match[1], match[2]
	switch i := strings.Index("num kMGTPE", unit); {
	case unit == "":
	case strings.HasSuffix(unit, "i"):
		return scaled(number, big.NewInt(1024), 1+strings.Index("KMGTPE", unit[:1]))
	case strings.ContainsAny(unit, "0123456789"):
		number += unit
	default:
		return scaled(number, big.NewInt(1000), i-3)
	}
	return scaled(number, big.NewInt(1), 0)
}

func scaled(number string, base *big.Int, power int) string {
	r, ok := new(big.Rat).SetString(number)
	if !ok {
		return "no number: " + number
	}
	factor := new(big.Rat).SetInt(new(big.Int).Exp(base, big.NewInt(int64(max(power, -power))), nil))
	if power < 0 {
		factor.Inv(factor)
	}
	return r.Mul(r, factor).RatString()
}
