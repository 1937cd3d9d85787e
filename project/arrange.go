package project

import (
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/versions"
)

// placement is an installation of the controller in one place: a manifest, or a Terraform block in one root. A block in a module
// has a placement for each root that calls the module.
type placement struct {
	installation int          // the same for all placements of one block
	root         *survey.Root // nil for a manifest
	top          string       // the highest directory above it without another installation
	target       versions.Target
	members      []*survey.Resource // the manifests that belong to it, if it is a manifest
	settings     []*survey.Settings // for each instance of the block
	maps         []*survey.Settings // from ConfigMaps that configure it
	isolated     bool               // ignored in directories above, because eksctl made the cluster once, perhaps as an example
}

// subtree has the installations in a directory and below it.
type subtree struct {
	placements []*placement       // all of the same installation
	members    []member           // the manifests that belong to it, if it is in Terraform
	resources  []*survey.Resource // of members
	several    bool               // there is more than one installation
	applies    bool               // one of them applies to files of this directory
	target     versions.Target
}

// arranger assigns manifests to installations.
type arranger struct {
	placements []*placement
	subtrees   map[string]*subtree           // by directory, or as filesOf
	installers map[string][]*survey.Resource // controllers, by the directory of the root or of the manifest that installs them
	unassigned map[string][]*survey.Resource
	dirs       []string // of the unassigned, sorted
	maxLevels  int      // how many levels the files reach above the working directory
}

// Arrange assigns manifests to installations of Karpenter. o has the observations of all files; Arrange does not change it.
//
// A manifest belongs to the installation in its own directory, or else to that in the nearest directory above it that contains one, directly or
// further below. If there are several, it belongs to none. But a CRD chart then belongs to the controllers of the same clusters, if these are in
// one directory. An installation in a Terraform module counts for the module's directory, with the targets of all roots that call
// it, and for the directory of each root.
//
// Three kinds of installations are ignored in directories above: one in a directory that is out of use by its name (archived, backup,
// deprecated, …), one that eksctl made with its cluster, and one for a test or example (tests, examples, e2e, …). But the
// last kind still prevents another installation from being the only one.
func Arrange(o *survey.Observations) *Map {
	a := &arranger{subtrees: map[string]*subtree{}, installers: map[string][]*survey.Resource{}, unassigned: map[string][]*survey.Resource{}}
	manifests, roots := slices.Clone(o.Resources), o.Roots
	for _, file := range o.Files() {
		a.maxLevels = max(a.maxLevels, levels(file))
	}
	for _, root := range roots {
		a.maxLevels = max(a.maxLevels, levels(root.Dir))
	}
	named := &namedDirs{maxLevels: a.maxLevels}
	builds := newFluxBuilds(o.Builds, named, o.Kustomizations)
	sources := substituteVariables(manifests, o, builds, a.maxLevels)
	completeChartSources(manifests, sources, a.maxLevels)
	uses := newChartUses(o.Uses, roots, named)
	completeDependencies(manifests, uses)
	manifests = withoutTargetedPatches(manifests, o.Patches)
	applyPatches(manifests, o.Patches)
	order := newBuildOrder(builds, o.Patches)
	order.orderReleases(manifests)
	order.orderObjects(manifests)
	addAppliers(manifests, uses, o)
	installations := a.addRootPlacements(roots)
	for _, r := range manifests {
		if r.Role() == survey.ControllerRole {
			installations++
			a.installers[path.Dir(r.File.Path)] = append(a.installers[path.Dir(r.File.Path)], r)
			a.add(&placement{installation: installations, settings: settingsOf(r), isolated: r.Value.Str("via") == survey.ViaEksctl}, path.Dir(r.File.Path))
		}
	}
	m := &Map{arranger: a, objects: map[string][]*subtree{}, appliers: newAppliers(o, named), charts: uses, defaults: defaultsOf(o.Installations())}
	m.templates, m.alpha = templatesByChart(manifests), onlyAlpha(manifests, roots)
	m.contexts = sync.OnceValue(m.makeContexts)
	m.assignSettings(o.Settings)
	homes := a.findControllerFiles(manifests)
	for number, r := range manifests {
		dir, tree := a.nearest(homes.fileOf(r))
		if tree == nil || tree.several {
			a.unassigned[dir] = append(a.unassigned[dir], r)
			continue
		}
		if p := tree.placements[0]; p.root == nil {
			p.members = append(p.members, r)
			p.top = higher(p.top, dir)
		} else {
			tree.addMember(number, r)
		}
	}
	m.neighbourhood = newNeighbourhood(a.makeManifestProjects(), crdSources(manifests, roots))
	m.access = accessIn(manifests, roots)
	a.findObjects(m.objects)
	for _, tree := range a.subtrees {
		if !tree.several {
			var targets []versions.Target
			for _, p := range tree.placements {
				targets = append(targets, p.target)
			}
			tree.target = versions.Union(targets...)
		}
	}
	return m
}

// addRootPlacements adds the installations in Terraform, and returns how many there are. Each applies to the directory that
// contains it, and to that of each root that includes it.
func (a *arranger) addRootPlacements(roots []*survey.Root) int {
	type block struct {
		file string
		span model.Span
	}
	type part struct {
		installation int
		root         *survey.Root
	}
	numbers := map[block]int{}
	placements := map[part]*placement{}
	for _, root := range roots {
		for _, r := range root.Resources {
			if r.Role() != survey.ControllerRole {
				continue
			}
			a.installers[root.Dir] = append(a.installers[root.Dir], r)
			key := block{r.File.Path, r.Value.Span}
			if numbers[key] == 0 {
				numbers[key] = len(numbers) + 1
			}
			p := part{numbers[key], root}
			if earlier := placements[p]; earlier != nil {
				earlier.settings = append(earlier.settings, settingsOf(r)...) // another instance of the block
				continue
			}
			placements[p] = &placement{installation: p.installation, root: root, target: root.Target, settings: settingsOf(r)}
			a.add(placements[p], path.Dir(r.File.Path), root.Dir)
		}
	}
	a.addRootConfigMaps(roots)
	return len(numbers)
}

// addRootConfigMaps adds settings from ConfigMaps that a root applies to the installations of that root.
func (a *arranger) addRootConfigMaps(roots []*survey.Root) {
	for _, root := range roots {
		for _, r := range root.Resources {
			if r.Kind != survey.Object || r.Settings == nil {
				continue
			}
			for _, p := range a.placements {
				if p.root == root {
					p.maps = append(p.maps, r.Settings)
				}
			}
		}
	}
}

// add adds a placement to the given directories and to those above them. Outside of the directory of tests, an installation for a
// test or example does not apply; it only prevents another one from being the only one.
func (a *arranger) add(p *placement, dirs ...string) {
	a.placements = append(a.placements, p)
	var trialDirectory string
	if p.root != nil {
		trialDirectory = a.trialDirectory(p.root.Dir)
	}
	for _, start := range dirs {
		applies := trialDirectory == "" || start == trialDirectory || contains(trialDirectory, start)
		for dir := range ancestors(start, a.maxLevels) {
			a.subtree(dir).add(p, applies)
			if dir == start {
				a.subtree(filesOf(dir)).add(p, applies)
			}
			applies = applies && !isTrial(path.Base(dir))
			if p.isolated {
				break
			}
		}
	}
}

// filesOf returns the key, among the subtrees, of the files in a directory without those below it.
func filesOf(dir string) string { return dir + "/" }

func (a *arranger) subtree(dir string) *subtree {
	if a.subtrees[dir] == nil {
		a.subtrees[dir] = &subtree{}
	}
	return a.subtrees[dir]
}

func (tree *subtree) add(p *placement, applies bool) {
	tree.applies = tree.applies || applies
	switch {
	case tree.several || slices.Contains(tree.placements, p):
	case len(tree.placements) > 0 && tree.placements[0].installation != p.installation:
		tree.several, tree.placements = true, nil
	default:
		tree.placements = append(tree.placements, p)
	}
}

// trialDirectory returns the nearest directory of tests or examples that contains the root, possibly the root itself; "" if there
// is none.
func (a *arranger) trialDirectory(root string) string {
	for dir := range ancestors(root, a.maxLevels) {
		if isTrial(path.Base(dir)) {
			return dir
		}
	}
	return ""
}

// nearest returns the directory of the file if that has one installation itself; otherwise the nearest directory above with an installation that
// applies to the file, or with several; and the subtree of that directory. If there is none, it returns the top directory and nil.
func (a *arranger) nearest(file string) (string, *subtree) {
	var top string
	own := path.Dir(file)
	if tree := a.subtrees[filesOf(own)]; tree != nil && tree.applies && !tree.several {
		return own, tree
	}
	for dir := range ancestors(own, a.maxLevels) {
		if tree := a.subtrees[dir]; tree != nil && (tree.applies || tree.several) {
			return dir, tree
		}
		top = dir
	}
	return top, nil
}

// makeManifestProjects makes a project for each installation in a manifest, and for the unassigned manifests of each directory.
func (a *arranger) makeManifestProjects() (projects []*Project) {
	for _, p := range a.placements {
		if p.root == nil && len(p.members) > 0 {
			p.target = survey.TargetOf(p.members)
			projects = append(projects, &Project{Root: p.top, Resources: p.members, Target: p.target})
		}
	}
	a.dirs = slices.Sorted(maps.Keys(a.unassigned))
	for _, dir := range a.dirs {
		projects = append(projects, &Project{Root: dir, Resources: a.unassigned[dir]})
	}
	slices.SortFunc(projects, func(x, y *Project) int {
		if c := strings.Compare(x.Root, y.Root); c != 0 {
			return c
		}
		return strings.Compare(x.Resources[0].ID, y.Resources[0].ID)
	})
	return projects
}

// member is a manifest that belongs to an installation in Terraform. Several roots may have the installation, and share its members.
type member struct {
	number int // among all manifests
	*survey.Resource
}

func (tree *subtree) addMember(number int, r *survey.Resource) {
	tree.members = append(tree.members, member{number, r})
	tree.resources = append(tree.resources, r)
}

// findObjects finds the subtrees with the manifests that belong to each root, by its directory.
func (a *arranger) findObjects(objects map[string][]*subtree) {
	for _, dir := range slices.Sorted(maps.Keys(a.subtrees)) {
		tree := a.subtrees[dir]
		if len(tree.members) == 0 {
			continue
		}
		for _, p := range tree.placements {
			objects[p.root.Dir] = append(objects[p.root.Dir], tree)
		}
	}
}

// joinMembers returns the manifests of subtrees, in their order among all.
func joinMembers(trees []*subtree) []*survey.Resource {
	switch len(trees) {
	case 0:
		return nil
	case 1:
		return slices.Clip(trees[0].resources)
	}
	var all []member
	for _, tree := range trees {
		all = append(all, tree.members...)
	}
	slices.SortFunc(all, func(x, y member) int { return x.number - y.number })
	resources := make([]*survey.Resource, len(all))
	for i, m := range all {
		resources[i] = m.Resource
	}
	return resources
}
