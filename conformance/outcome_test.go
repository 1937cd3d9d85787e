package conformance

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"pgregory.net/rapid"

	"github.com/karplint/karplint/convert"
)

// tally counts what the judges said.
type tally struct {
	accepted int
	left     int // to a person, by a note that names the object
	illegal  int // refused, and so was what it was made of, by every release
	same     int // not judged: the author's, who has written it for the target's API already
	unread   int // documents not judged: what their templates stand for is not known
}

func (n tally) judged() int { return n.accepted + n.left + n.illegal }

func (n tally) String() string {
	return fmt.Sprintf("%d objects: %d accepted, %d left for a decision, %d refused as what they are made of is; not judged: %d as they were, %d "+
		"documents with templates",
		n.judged(), n.accepted, n.left, n.illegal, n.same, n.unread)
}

func (n *tally) add(more tally) {
	n.accepted += more.accepted
	n.left += more.left
	n.illegal += more.illegal
	n.same += more.same
	n.unread += more.unread
}

// judgeFile holds what a conversion made of a file, to the API to, to what the release accepts. It returns what is
// wrong, each with file, object and field. An object may be refused, or be of another API, if it has the status of a decision or
// is skipped and a note names it; with keep, alpha objects may stay beside their twins.
func (r *release) judgeFile(t rapid.TB, f convert.File, to convert.API, keep bool) (n tally, wrong []string) {
	t.Helper()
	judges := r.judges(t)
	before := sync.OnceValues(func() (map[string]object, error) { return byName(f.Before) })
	n.unread += eachObject(f.After, func(o object, err error) {
		if err != nil {
			if _, also := before(); also == nil {
				wrong = append(wrong, fmt.Sprintf("%s: %v", f.Path, err))
			}
			return
		}
		if !karpenters(o) {
			return
		}
		refused := r.refuses(judges, o, to, keep)
		if len(refused) == 0 {
			n.accepted++
			return
		}
		all, _ := before()
		origin := all[origin(f, nameOf(o))]
		if origin == nil {
			origin = all["karpenter.sh/v1alpha5 Provisioner "+shortName(o)] // a class may be the provider of one
		}
		switch {
		case named(f, nameOf(o)):
			n.left++
		case version(o) == string(to) && reflect.DeepEqual(o, origin):
			n.same++
		case origin != nil && (!legal(origin) || webhookRejects(origin)), origin == nil && webhookRejects(providerOf(all, nameOf(o))):
			n.illegal++
		default:
			for _, why := range refused {
				wrong = append(wrong, fmt.Sprintf("%s: %s: %s", f.Path, nameOf(o), why))
			}
		}
	})
	return n, wrong
}

// byName returns the objects of a text by their names, and an error if one could not be read.
func byName(text []byte) (all map[string]object, err error) {
	all = map[string]object{}
	eachObject(text, func(o object, problem error) {
		if problem != nil {
			err = problem
			return
		}
		all[nameOf(o)] = o
	})
	return all, err
}

// refuses returns what is wrong with an object in an output for the release.
func (r *release) refuses(judges map[string]*judge, o object, to convert.API, keep bool) []string {
	j := judges[kindOf(o)]
	switch {
	case j == nil:
		return []string{"Karpenter " + r.version + " does not serve " + kindOf(o)}
	case version(o) != string(to) && !(keep && j.alpha()):
		return []string{"the object is not of the API " + string(to)}
	}
	_, wrong := j.check(o)
	return wrong
}

// legal says whether a release takes the object, or none is at hand that could say. No release takes a kind in the group of another one.
func legal(o object) bool {
	asked := false
	for _, r := range releases {
		all, err := loaded[r]()
		for kind := range all {
			_, name, _ := strings.Cut(kind, "/")
			_, own, _ := strings.Cut(kindOf(o), "/")
			asked = asked || err == nil && name == own
		}
		if err == nil && all[kindOf(o)] != nil {
			asked = true
			if _, wrong := all[kindOf(o)].check(o); len(wrong) == 0 {
				return passesWebhook(o)
			}
		}
	}
	return !asked
}

// webhookRejects says whether the webhook of the alpha API rejects an object that its CRD takes, for one of the reasons that convert knows:
// karpenter@v0.32.9:pkg/apis/v1alpha5/provisioner_validation.go and karpenter-provider-aws@v0.31.0:pkg/apis/v1alpha1/provider_validation.go.
func webhookRejects(o object) bool {
	spec, _ := o["spec"].(object)
	switch kindOf(o) {
	case "karpenter.sh/v1alpha5 Provisioner":
		provider, isInline := spec["provider"].(object)
		return spec["provider"] == nil && spec["providerRef"] == nil || isInline && classRejected(provider)
	case "karpenter.k8s.aws/v1alpha1 AWSNodeTemplate":
		return classRejected(spec)
	}
	return false
}

func classRejected(spec object) bool {
	family, hasFamily := spec["amiFamily"].(string)
	isKnown := slices.Contains([]string{"AL2", "Bottlerocket", "Ubuntu", "Windows2019", "Windows2022", "Custom"}, family)
	lacks := spec["subnetSelector"] == nil || spec["securityGroupSelector"] == nil && spec["launchTemplate"] == nil
	return lacks || hasFamily && !isKnown
}

// providerOf returns the Provisioner whose provider became a class; nil if there is none.
func providerOf(all map[string]object, class string) object {
	return all["karpenter.sh/v1alpha5 Provisioner"+class[strings.LastIndex(class, " "):]]
}

// origin returns the name of what an object of an output is made of.
func origin(f convert.File, name string) string {
	for _, is := range f.Objects {
		if is.To == name {
			return is.From
		}
	}
	return name
}

// named says whether a note leaves the object to a person. An object that the conversion adds, such as a class from a provider inside a
// pool, goes by the notes on those that it may come from.
func named(f convert.File, name string) bool {
	added := !slices.ContainsFunc(f.Objects, func(is convert.Object) bool { return is.To == name || is.From == name })
	return slices.ContainsFunc(f.Objects, func(is convert.Object) bool {
		left := is.Status == convert.Undecided || is.Status == convert.Skipped
		_, short, _ := strings.Cut(is.From, " ")
		return left && (added || is.To == name || is.From == name) &&
			slices.ContainsFunc(f.Notes, func(n convert.Note) bool { return n.Object == short })
	})
}

// eachObject calls do for each object in a text, or with an error for a document that cannot be read. It passes over documents
// with templates, and returns how many.
func eachObject(text []byte, do func(object, error)) (templates int) {
	for doc, err := range documents(text) {
		switch {
		case err == nil:
			for _, o := range doc.objects {
				do(o, nil)
			}
		case doc.template:
			templates++
		default:
			do(nil, err)
		}
	}
	return templates
}

// report fails the test with what is wrong: all of it, but of a long list only the beginning.
func report(t rapid.TB, wrong []string) {
	t.Helper()
	const most = 20
	slices.Sort(wrong)
	for i, line := range slices.Compact(wrong) {
		if i == most {
			t.Errorf("and more, %d in all", len(wrong))
			return
		}
		t.Error(line)
	}
}
