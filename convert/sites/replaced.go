package sites

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/facts"
)

// Terraform replaces a resource when the kind or apiVersion of its manifest changes. For kubernetes_manifest see
// hashicorp/terraform-provider-kubernetes#1593. In the schema of kubectl_manifest both are ForceNew; alekc/kubectl can be told to
// ignore a change of apiVersion.

// WarnIgnored warns about an object that its resource never applied.
func (s *Site) WarnIgnored() {
	then := "give it a resource of its own"
	if s.Goal.Keep {
		then = "the successor gets a resource of its own, and is created for the first time"
	}
	s.Warn(nil, "%s applies only the first document of yaml_body, so this object was never created; %s", s.Unit.Block.Name, then)
}

// WarnReplaced warns that Terraform will replace the resources that apply a converted object, wherever its manifest is.
func (s *Site) WarnReplaced() {
	old, now, changes := s.Before, s.Res, len(s.All())
	if len(s.Variants) > 0 {
		now, changes = s.Variants[0].Res, s.Changes()
	}
	appliedBy := s.appliers()
	isUnchanged := changes == 0 && !s.Goal.Keep
	if isUnchanged || len(appliedBy.names)+len(appliedBy.otherConsumers) == 0 {
		return
	}
	if len(appliedBy.otherConsumers) > 0 {
		s.Warn([]any{"kind"}, "%s", appliedBy.takenToo(old.Str("kind"), now.Kind, s.Goal.Keep))
	}
	if s.Goal.Keep || len(appliedBy.names) == 0 {
		return
	}
	field, deletes := "kind", ", which deletes the "+old.Str("kind")+" and drains its nodes"
	if old.Str("kind") == now.Kind {
		field = "apiVersion"
		if appliedBy.upgrade {
			return
		}
	}
	if slices.Contains(apis.ClassKinds(s.Goal.APIs), old.Str("kind")) {
		deletes = ", which deletes the " + old.Str("kind") + ", without which its pools start no nodes"
	}
	name, pronoun := joinNames(appliedBy.names), "it"
	if len(appliedBy.names) > 1 {
		pronoun = "them"
	}
	advice := "write the new one at another address, with a removed block (destroy = false) for " + name + "; a moved block does not help"
	if appliedBy.byKeep != "" {
		advice = "convert with --keep first, which adds " + appliedBy.byKeep + "; or " + advice
	}
	if field == "apiVersion" {
		advice = "take " + pronoun + " out of the state (removed with destroy = false) and import " + pronoun + " again"
		if appliedBy.kubectl {
			advice = "set " + facts.UpgradeAPIVersion + " = true, which the provider alekc/kubectl has, or " + advice
		}
	}
	if appliedBy.unseen {
		advice = "give it another address, with a removed block (destroy = false) for the old one; a moved block does not help"
	}
	s.See(pages.Procedure).About(record.AboutReplaced).Warn([]any{"kind"}, "Terraform replaces %s when its %s changes%s; %s", name, field, deletes,
		advice)
}

// applied describes the resources that apply an object of a Terraform module.
type applied struct {
	names          []string    // for messages
	unseen         bool        // the resource is unknown
	kubectl        bool        // all are kubectl_manifest
	upgrade        bool        // all change the apiVersion in place
	byKeep         string      // the addition that --keep makes, for messages; "" for none
	otherConsumers []*Consumer // consumers that take the object but do not apply it
	subject        string      // the file or local value that they take
}

// appliers returns the resources that apply the object of a unit.
func (s *Site) appliers() applied {
	u, file := s.Unit, s.Res.Document.File.Path
	if u.Block != nil && u.Local() == "" {
		applies, name := units.AppliedBy(u.Block)
		if !applies {
			return applied{}
		}
		a := applied{names: []string{name}, unseen: name != u.Block.Name}
		a.kubectl = u.Block.Path[0] == "resource" && u.Block.Path[1] == facts.KubectlManifest
		a.upgrade = a.kubectl && u.Block.Value.Get(facts.UpgradeAPIVersion).IsTrue()
		if u.Alone {
			a.byKeep = "a resource beside it"
		}
		return a
	}
	apply, otherConsumers := appliers(s.Modules.takenBy(file, u.Local()))
	a := applied{kubectl: len(apply) > 0, upgrade: len(apply) > 0, otherConsumers: otherConsumers, subject: "the file"}
	for _, t := range apply {
		a.names = append(a.names, t.name)
		a.kubectl = a.kubectl && strings.HasPrefix(t.name, facts.KubectlManifest+".")
		a.upgrade = a.upgrade && a.kubectl && t.upgrades
	}
	if u.Block != nil {
		a.subject = u.Local()
	}
	modules := slices.ContainsFunc(otherConsumers, func(t *Consumer) bool { return strings.HasPrefix(t.name, "module.") })
	switch {
	case len(apply) > 0:
	case u.Block != nil || modules:
		a.names, a.unseen, a.kubectl, a.upgrade = []string{"the resource that applies it"}, true, false, false
	}
	if len(apply) == 0 {
		a.otherConsumers = nil
	}
	return a
}

// takenToo warns about other consumers of an object whose kind changes.
func (a *applied) takenToo(oldKind, now string, isKept bool) string {
	var names []string
	for _, t := range a.otherConsumers {
		names = append(names, fmt.Sprintf("%s (%s:%d)", t.name, t.path, t.line))
	}
	consumers := joinNames(names)
	if isKept {
		return fmt.Sprintf("%s reads %s as well, and keeps the %s; check whether it needs the %s too", consumers, a.subject, oldKind, now)
	}
	return fmt.Sprintf("%s reads %s as well, and gets the %s instead of the %s; check whether it can use that", consumers, a.subject, now, oldKind)
}

func joinNames(names []string) string {
	if last := len(names) - 1; last > 0 {
		return strings.Join(names[:last], ", ") + " and " + names[last]
	}
	return strings.Join(names, "")
}
