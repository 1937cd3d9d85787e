package diagram

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/survey"
)

// vertex is a node under construction.
type vertex struct {
	*Node
	block   string // the node of Terraform's edges; "" for a manifest
	members []*survey.Resource
	extents []extent // of the members
}

// extent is where a member is written.
type extent struct {
	file        string
	first, last int // lines, 1-based, both included
}

// kindOf returns what a resource is in the picture, "" if it is not shown.
func kindOf(r *survey.Resource) Kind {
	switch r.Kind {
	case survey.Cluster:
		return Cluster
	case survey.NodeGroup, survey.FargateProfile:
		return Nodes
	case survey.Addon:
		return Addon
	case survey.Installation:
		return kindOfRole(r.Role())
	case survey.Object, survey.ChartObject:
		return kindOfObject(r)
	}
	return ""
}

func kindOfRole(role string) Kind {
	switch role {
	case survey.CRDsRole:
		return CRDs
	case survey.ControllerRole:
		return Controller
	}
	return ""
}

// kindOfObject returns the kind of a pool, a class or a CustomResourceDefinition of Karpenter for AWS.
func kindOfObject(r *survey.Resource) Kind {
	if r.Value.Str("kind") == "CustomResourceDefinition" && isKarpenters(r.Value.Str("metadata", "name")) {
		return CRDs
	}
	if r.Value.Get("unread").IsTrue() || r.Value.Get("ignored").IsTrue() {
		return ""
	}
	if !hasKarpentersAPI(r.Value.Get("apiVersion")) {
		return ""
	}
	for _, g := range facts.Served().Generations {
		switch r.Value.Str("kind") {
		case g.Pool.Kind:
			return Pool
		case g.Class.Kind:
			return Class
		}
	}
	return ""
}

// hasKarpentersAPI reports whether the apiVersion is one of Karpenter's, or may be, of whatever version.
func hasKarpentersAPI(apiVersion *model.Value) bool {
	isNamed := strings.HasPrefix(apiVersion.Str(), "karpenter.sh/") || strings.HasPrefix(apiVersion.Str(), "karpenter.k8s.aws/")
	return isNamed || apiVersion.IsUnknown()
}

// isKarpenters reports whether the name of a definition is that of one of Karpenter's.
func isKarpenters(name string) bool {
	return strings.HasSuffix(name, ".karpenter.sh") || strings.HasSuffix(name, ".karpenter.k8s.aws")
}

// verticesOf returns the nodes of a project. Whatever a block of Terraform makes of one kind is one node, because Terraform orders blocks.
func verticesOf(p *project.Project, places *places, isHidden func(*survey.Resource) bool) []*vertex {
	var all []*vertex
	known := map[string]*vertex{}
	clouds := p.ClassGroups()
	for _, r := range p.Resources {
		kind := kindOf(r)
		if kind == "" || r.File == nil || isHidden(r) || kind == Pool && clouds.ForeignCloud(r) != "" {
			continue
		}
		key := identity(r, kind)
		v := known[key]
		if v == nil {
			v = &vertex{Node: &Node{Kind: kind, Members: []string{}, Marks: []Mark{}}, block: r.Block}
			known[key] = v
			all = append(all, v)
		}
		v.members = append(v.members, r)
		v.extents = append(v.extents, places.extentOf(r))
	}
	slices.SortFunc(all, compareVertices)
	for _, v := range all {
		v.describe(p.Root)
	}
	return all
}

// identity returns a key that resources of one node share.
func identity(r *survey.Resource, kind Kind) string {
	word := r.Value.Str("kind")
	switch {
	case r.Block != "":
		return strings.Join([]string{r.Block, string(kind), word}, "\n")
	case kind == CRDs && r.Kind == survey.Object:
		return strings.Join([]string{path.Dir(r.File.Path), string(kind), word}, "\n")
	}
	return strings.Join([]string{r.File.Path, r.ID, fmt.Sprint(r.Value.Span.Start)}, "\n")
}

func compareVertices(a, b *vertex) int {
	return cmp.Or(
		slices.Index(kinds, a.Kind)-slices.Index(kinds, b.Kind),
		strings.Compare(a.extents[0].file, b.extents[0].file), a.extents[0].first-b.extents[0].first,
		strings.Compare(a.block, b.block), strings.Compare(a.members[0].ID, b.members[0].ID),
	)
}

// describe sets what is shown of the members.
func (v *vertex) describe(root string) {
	v.Detail = v.detail(root)
	v.File, v.Line = v.extents[0].file, v.extents[0].first
	for _, r := range v.members {
		v.Members = append(v.Members, r.Address)
	}
	v.Label = labelOf(v.Kind, v.members)
}

// detail returns what tells the node from others of its name.
func (v *vertex) detail(root string) string {
	first := v.members[0]
	file := strings.TrimPrefix(v.extents[0].file, root+"/")
	switch {
	case v.block != "":
		return v.block
	case first.Kind == survey.Installation:
		return first.Address
	case len(v.members) > 1:
		return path.Dir(file) + "/"
	}
	return file
}

// maxNames bounds how many names a label lists.
const maxNames = 3

// labelOf returns the words for the members of a node: NodePool a, b; karpenter 1.0.8.
func labelOf(kind Kind, members []*survey.Resource) string {
	word, names := wordFor(kind, members[0], len(members)), namesOf(members)
	isListed := len(names) == len(members) && len(names) <= maxNames
	switch {
	case kind == Controller || kind == CRDs && members[0].Kind == survey.Installation:
		return strings.Join(names, ", ") + times(len(members))
	case kind == CRDs && len(members) > 1:
		return fmt.Sprintf("%d CRDs", len(members))
	case len(names) == 1:
		return wordFor(kind, members[0], 1) + " " + names[0] + times(len(members))
	case isListed:
		return word + " " + strings.Join(names, ", ")
	case len(members) > 1:
		return fmt.Sprintf("%d %s", len(members), word)
	}
	return word
}

func times(n int) string {
	if n == 1 {
		return ""
	}
	return fmt.Sprintf(" (%d times)", n)
}

// wordFor returns what the members of a node are called.
func wordFor(kind Kind, r *survey.Resource, count int) string {
	word := cmp.Or(r.Value.Str("kind"), "object")
	switch {
	case kind == Cluster:
		word = "cluster"
	case r.Kind == survey.FargateProfile:
		word = "Fargate profile"
	case kind == Nodes:
		word = "node group"
	case kind == Addon:
		word = "add-on"
	case kind == CRDs:
		word = "CRD"
	}
	switch {
	case count == 1:
		return word
	case strings.HasSuffix(word, "s"):
		return word + "es"
	}
	return word + "s"
}

// namesOf returns the different names of resources that are known, sorted.
func namesOf(resources []*survey.Resource) (names []string) {
	for _, r := range resources {
		if name := nameOf(r); name != "" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// nameOf returns the name of a resource, of a chart with its version; "" if it is unknown.
func nameOf(r *survey.Resource) string {
	switch r.Kind {
	case survey.Object, survey.ChartObject:
		return model.Name(r.Value.Str("metadata", "name"))
	case survey.Installation:
		chart := cmp.Or(r.Value.Str("chart"), r.Value.Str("name"), "karpenter")
		return strings.TrimSpace(path.Base(chart) + " " + releaseOf(r))
	}
	return r.Value.Str("name")
}

// releaseOf returns the version of an installation without its v; "" if it is unknown.
func releaseOf(r *survey.Resource) string {
	return strings.TrimPrefix(r.Value.Str("version"), "v")
}
