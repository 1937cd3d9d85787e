package conformance

import (
	"fmt"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"github.com/karplint/karplint/convert"
)

// tally counts what the judges said.
type tally struct {
	objects  int // of Karpenter, in outputs
	accepted int
	left     int // to a person, by a note that names the object
	unread   int // documents that a template keeps from being read without its values
}

func (n tally) String() string {
	return fmt.Sprintf("%d objects: %d accepted, %d left for a decision; %d documents with templates were not judged", n.objects, n.accepted, n.left, n.unread)
}

func (n *tally) add(more tally) {
	n.objects += more.objects
	n.accepted += more.accepted
	n.left += more.left
	n.unread += more.unread
}

// judgeFile holds what a conversion made of a file, to the API to, to what the release accepts. It returns what is
// wrong, each with file, object and field. An object may be refused, or be of another API, if a note names it that asks for a decision,
// or says that it is skipped or stays as it is for now; with keep, alpha objects may stay beside their twins.
func (r *release) judgeFile(t rapid.TB, f convert.File, to convert.API, keep bool) (n tally, wrong []string) {
	t.Helper()
	judges := r.judges(t)
	for _, text := range []struct {
		what string
		data []byte
	}{{"", f.After}, {" as written", f.Written}} {
		if text.what != "" && string(f.Written) == string(f.After) {
			break
		}
		n.unread += eachObject(text.data, func(o object, err error) {
			if err != nil {
				if _, before := objects(f.Before); before == nil {
					wrong = append(wrong, fmt.Sprintf("%s%s: %v", f.Path, text.what, err))
				}
				return
			}
			if !karpenters(o) {
				return
			}
			n.objects++
			refused := r.refuses(judges, o, to, keep)
			switch {
			case len(refused) == 0:
				n.accepted++
			case named(f, o, text.what != ""):
				n.left++
			default:
				for _, why := range refused {
					wrong = append(wrong, fmt.Sprintf("%s%s: %s: %s", f.Path, text.what, nameOf(o), why))
				}
			}
		})
	}
	return n, wrong
}

// refuses returns what is wrong with an object in an output for the release.
func (r *release) refuses(judges map[string]*judge, o object, to convert.API, keep bool) []string {
	_, version, _ := strings.Cut(fmt.Sprint(o["apiVersion"]), "/")
	j := judges[kindOf(o)]
	switch {
	case j == nil:
		return []string{"Karpenter " + r.version + " does not serve " + kindOf(o)}
	case version != string(to) && !(keep && strings.HasPrefix(version, "v1alpha")):
		return []string{"the object is not of the API " + string(to)}
	}
	_, wrong := j.check(o)
	return wrong
}

// named says whether a note leaves the object to a person. Of what is written, it may be a note on another object of its group, which is
// an info.
func named(f convert.File, o object, written bool) bool {
	name := nameOf(o)
	for _, is := range f.Objects {
		if is.To != name && is.From != name || is.Status != convert.Undecided && is.Status != convert.Skipped {
			continue
		}
		_, short, _ := strings.Cut(is.From, " ")
		for _, n := range f.Notes {
			if n.Object == short && (written || n.Level != convert.Info) {
				return true
			}
		}
	}
	return false
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
