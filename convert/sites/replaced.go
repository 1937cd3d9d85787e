package sites

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/units"
)

// What Terraform does with a resource whose manifest gets another kind or apiVersion: hashicorp/terraform-provider-kubernetes#1593 for
// kubernetes_manifest; kind and api_version are ForceNew in the schema of kubectl_manifest, of which alekc/kubectl can leave out the
// latter.

// WarnReplaced warns that Terraform will replace the resources that apply a converted object, in which it may stand or not. See KL205.
func (s *Site) WarnReplaced() {
	was, now, changes := s.Before, s.Res, len(s.All())
	if len(s.Variants) > 0 {
		now, changes = s.Variants[0].Res, s.Changes()
	}
	by := s.appliers()
	stays := changes == 0 && !s.Goal.Keep
	if stays || len(by.names)+len(by.others) == 0 {
		return
	}
	if len(by.others) > 0 {
		s.Warn([]any{"kind"}, "%s", by.takenToo(was.Str("kind"), now.Kind, s.Goal.Keep))
	}
	if s.Goal.Keep || len(by.names) == 0 {
		return
	}
	what, deletes := "kind", ", which deletes the "+was.Str("kind")+" and drains its nodes"
	if was.Str("kind") == now.Kind {
		what = "apiVersion"
	}
	if slices.Contains(apis.ClassKinds(s.Goal.APIs), was.Str("kind")) {
		deletes = ", which deletes the " + was.Str("kind") + ", without which its pools start no nodes"
	}
	name, it := joinNames(by.names), "it"
	if len(by.names) > 1 {
		it = "them"
	}
	how := "write the new one at another address, with a removed block (destroy = false) for " + name + "; a moved block does not help"
	if by.byKeep != "" {
		how = "convert with --keep first, which adds " + by.byKeep + "; or " + how
	}
	if what == "apiVersion" {
		how = "take " + it + " out of the state (removed with destroy = false) and import " + it + " again"
		if by.kubectl {
			how = "set upgrade_api_version = true, which the provider alekc/kubectl has, or " + how
		}
	}
	if by.unseen {
		how = "give it another address, with a removed block (destroy = false) for the old one; a moved block does not help"
	}
	s.See(pages.Procedure).Warn([]any{"kind"}, "Terraform replaces %s when its %s changes%s (KL205); %s", name, what, deletes, how)
}

// applied is what applies an object of a Terraform module.
type applied struct {
	names   []string // for people
	unseen  bool     // no resource that does is known
	kubectl bool     // all are kubectl_manifest
	byKeep  string   // what --keep adds beside the object, or ""
	others  []*Taker // that take the object as well, and do not apply it
	what    string   // that they take
}

// appliers returns what applies the object of a unit.
func (s *Site) appliers() applied {
	u, file := s.Unit, s.Res.Document.File.Path
	if u.Block != nil && u.Local() == "" {
		applies, name := units.AppliedBy(u.Block)
		if !applies {
			return applied{}
		}
		a := applied{names: []string{name}, unseen: name != u.Block.Name}
		a.kubectl = u.Block.Path[0] == "resource" && u.Block.Path[1] == "kubectl_manifest"
		if u.Alone {
			a.byKeep = "a resource beside it"
		}
		return a
	}
	ways := s.Modules.takenBy(file, u.Local())
	apply, others := appliers(ways)
	a := applied{kubectl: len(apply) > 0, others: others, what: "the file"}
	for _, t := range apply {
		a.names = append(a.names, t.name)
		a.kubectl = a.kubectl && strings.HasPrefix(t.name, "kubectl_manifest.")
	}
	if u.Block != nil {
		a.what = u.Local()
	}
	modules := slices.ContainsFunc(others, func(t *Taker) bool { return strings.HasPrefix(t.name, "module.") })
	switch {
	case len(apply) > 0:
		if _, reason := s.Modules.kindOfWays(u.Local(), ways); reason == "" {
			a.byKeep = "its successor beside it"
		}
	case u.Block != nil || modules:
		a.names, a.unseen, a.kubectl = []string{"the resource that applies it"}, true, false
	}
	if len(apply) == 0 {
		a.others = nil
	}
	return a
}

// takenToo names who else takes an object that becomes one of another kind.
func (a *applied) takenToo(was, now string, kept bool) string {
	var names []string
	for _, t := range a.others {
		names = append(names, fmt.Sprintf("%s (%s:%d)", t.name, t.path, t.line))
	}
	who := joinNames(names)
	if kept {
		return fmt.Sprintf("%s takes %s as well, and stays with the %s; see whether the %s is for it too", who, a.what, was, now)
	}
	return fmt.Sprintf("%s takes %s as well, and gets the %s instead of the %s; see whether that is for it", who, a.what, now, was)
}

func joinNames(names []string) string {
	if last := len(names) - 1; last > 0 {
		return strings.Join(names[:last], ", ") + " and " + names[last]
	}
	return strings.Join(names, "")
}
