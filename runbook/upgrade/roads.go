package upgrade

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/internal/conversions"
	"github.com/karplint/karplint/lint/inventory"
	"github.com/karplint/karplint/runbook/road"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/versions"
)

// Road is the upgrade of installations that start from the same release, with objects of the same version of the API.
type Road struct {
	Start road.Start // without a release if it is unknown
	From  []string   // where the release is set, for people; empty if only objects show it
	Stops []road.Stop

	Configured []string // the settings that name the release, to be changed once another release runs

	doubts    []doubt
	files     map[string]bool
	releases  map[string]bool // that versions in the files admit, as texts
	undecided []shared        // files with objects that may be for it
}

// doubt tells why the release where a road starts is uncertain or unknown.
type doubt struct {
	subject  string // the installations or the object, for people
	releases string // that their version admits, as a text
	text     string
	isJudged bool // the release is only newer than the tables
}

// Doubts returns the doubts whether the release of Start runs, one line each.
func (r *Road) Doubts() (lines []string) {
	for _, d := range r.doubts {
		lines = append(lines, d.subject+": "+d.text)
	}
	return lines
}

// Doubt returns why the release is uncertain or unknown for an installation with a version that admits these releases; "" if it is certain, or only
// newer than the tables.
func (r *Road) Doubt(releases versions.Interval) string {
	for _, d := range r.doubts {
		if d.releases == releases.String() && !d.isJudged {
			return d.text
		}
	}
	return ""
}

// Has reports whether a file belongs to the road.
func (r *Road) Has(path string) bool { return r.files[path] }

// Find returns the road of an installation, by the file that installs it, its root and the releases that its version admits; nil if it has none.
// A file outside of the root is a module, which roots of several roads may call.
func Find(roads []*Road, file, root string, releases versions.Interval) *Road {
	n := slices.IndexFunc(roads, func(r *Road) bool { return r.Has(file) })
	if n < 0 {
		return nil
	}
	if path.Dir(file) != root {
		for _, r := range roads {
			if r.releases[releases.String()] && r.isOf(root) {
				return r
			}
		}
	}
	return roads[n]
}

// isOf reports whether a file of a directory belongs to the road.
func (r *Road) isOf(dir string) bool {
	for file := range r.files { // in any order
		if path.Dir(file) == dir {
			return true
		}
	}
	return false
}

// Unclear is files for which the installation is unknown, and the reason.
type Unclear struct {
	Files   []string
	Line    int // of the only file, 1-based; 0 if it is about all of them
	Problem string
}

// String returns the line for people.
func (u Unclear) String() string {
	if u.Line > 0 {
		return fmt.Sprintf("%s:%d: %s", u.Files[0], u.Line, u.Problem)
	}
	return filesText(u.Files) + ": " + u.Problem
}

// Roads returns the roads of all installations to a release, those from an unknown release first, and then from the oldest. Without installations
// and objects there are none.
// The error is about files that cannot be read.
func (r *Repository) Roads(ctx context.Context, to string) (planned []*Road, unclear []Unclear, err error) {
	read := inventory.New(ctx, r.Tree.Source)
	r.foreign, r.Outside = r.foreignPools(read)
	r.unread = map[string]bool{}
	objects, err := r.objects()
	if err != nil {
		return nil, nil, err
	}
	arranged := &roads{
		objects: objects, targets: func(file string) versions.Target { return r.Settings(file).Target },
		shared: map[string]shared{}, readers: map[string][]*survey.Resource{}, roots: map[*survey.Resource]string{},
	}
	arranged.addRoots(read)
	for _, file := range r.Paths {
		arranged.add(file, read.Installed(file).From, arranged.narrow(read, file, arranged.candidatesOf(read, file)))
	}
	planned = arranged.finish(to)
	mayChange, isUnread := setOf(r.Paths), r.unreadTemplates()
	for _, u := range read.Unparsed {
		if !mayChange[u.File] || isUnread(u.File) {
			continue
		}
		what := "does not parse"
		if u.Unread {
			what = "is not read"
		}
		problem := fmt.Sprintf("%s (%s), and what it installs is not known; %s", what, u.Message, cmp.Or(u.Help, "correct it"))
		arranged.unclear = append(arranged.unclear, Unclear{[]string{u.File}, u.Line, problem})
	}
	return planned, arranged.unclear, nil
}

// roads groups files by the release of their installations.
type roads struct {
	objects  map[string][]convert.Object
	targets  func(file string) versions.Target // set by the configuration of the file
	clusters []*cluster
	loose    []string                      // files of no installation
	several  []undecided                   // files without objects that may be for installations of different releases
	shared   map[string]shared             // files with objects, by the installations of different releases that they may be for
	readers  map[string][]*survey.Resource // the controllers of the Terraform roots that read a file
	roots    map[*survey.Resource]string   // the directories of the Terraform roots that install controllers
	unclear  []Unclear                     // see Roads
	last     *candidates                   // of the file that was added last
}

// cluster is all installations whose versions admit the same releases, with the files that belong to them.
type cluster struct {
	releases versions.Interval
	from     []string
	files    []string
	start    road.Start

	configured []string // see Road
	doubt      doubt    // zero for none
}

func (c *cluster) add(file, from string) {
	c.files = append(c.files, file)
	c.from = union(c.from, strings.Split(from, ", ")) // of several installations
}

// lineOf matches the line in the text of a place.
var lineOf = pattern.New(`:\d+\)$`)

// union returns the texts, followed by those of more that they lack. The place of an installation may be in both with and without its line.
func union(texts, more []string) []string {
	for _, text := range more {
		short := lineOf().ReplaceAllString(text, ")")
		if !slices.ContainsFunc(texts, func(known string) bool { return lineOf().ReplaceAllString(known, ")") == short }) {
			texts = append(texts, text)
		}
	}
	return texts
}

// candidates are the controllers that a file belongs to, or may belong to.
type candidates struct {
	installations []*survey.Resource // of any chart
	controllers   []*survey.Resource
	places        string // of the controllers, for people
	agree         bool   // all of them admit the same releases
	isOwn         bool   // the file itself installs them
}

// candidatesOf returns the candidates of a file. It reuses those of the previous file if they have the same installations, because a directory may
// have thousands of files with thousands of candidates each.
func (a *roads) candidatesOf(read inventory.Inventory, path string) *candidates {
	installations := read.Installations(path)
	if len(installations) == 0 {
		installations = read.Candidates(path)
	}
	if a.last == nil || !slices.Equal(a.last.installations, installations) {
		controllers := slices.DeleteFunc(slices.Clone(installations), func(r *survey.Resource) bool { return r.Role() != survey.ControllerRole })
		a.last = &candidates{installations, controllers, a.placesOf(controllers), agree(controllers), false}
	}
	return a.last
}

// addRoots notes which Terraform roots install controllers, and read files.
func (a *roads) addRoots(read inventory.Inventory) {
	for _, root := range read.Roots {
		installed := read.InstallersIn(root.Dir)
		for _, r := range installed {
			a.roots[r] = root.Dir
		}
		for _, file := range root.Read {
			a.readers[file] = append(a.readers[file], installed...)
		}
	}
}

// narrow returns those of several candidates that are of different releases which are certain for the file: those that it installs itself, and those
// of its Terraform root, or of the roots that read it. A file without objects belongs to those of the nearest directory as well.
func (a *roads) narrow(read inventory.Inventory, file string, may *candidates) *candidates {
	if len(may.controllers) == 0 || may.agree {
		return may
	}
	dir, near := read.Installers(file)
	own := slices.DeleteFunc(slices.Clone(may.controllers), func(r *survey.Resource) bool { return r.File.Path != file })
	isOfRoot := filetype.IsTerraform(file) && dir == path.Dir(file)
	switch readers := a.readers[file]; {
	case len(own) > 0:
		near = own
	case len(readers) > 0:
		near = readers
	case !isOfRoot && (len(a.objects[file]) > 0 || len(near) == 0):
		return may
	}
	return &candidates{may.installations, near, a.placesOf(near), agree(near), len(own) > 0}
}

// add adds a file with its candidates.
func (a *roads) add(path, from string, may *candidates) {
	target := a.targets(path)
	if len(may.controllers) == 0 && !target.IsKnown() {
		a.loose = append(a.loose, path)
		return
	}
	c := &cluster{}
	switch from = cmp.Or(from, may.places); {
	case target.IsKnown():
		c.releases, from = target.Interval, target.From
		c.configured = []string{target.From}
	case !may.agree && len(a.objects[path]) == 0:
		a.several = append(a.several, undecided{path, may})
		return
	case !may.agree:
		a.share(path, may)
		return
	default:
		c.releases = may.controllers[0].Versions
	}
	for _, known := range a.clusters {
		if known.releases.String() == c.releases.String() {
			known.add(path, from)
			known.configured = union(known.configured, c.configured)
			return
		}
	}
	c.add(path, from)
	a.clusters = append(a.clusters, c)
}

// agree reports whether all installations admit the same releases.
func agree(controllers []*survey.Resource) bool {
	admitted := map[string]bool{}
	for _, r := range controllers {
		admitted[r.Versions.String()] = true
	}
	return len(admitted) < 2
}

// finish returns the roads. Files of no installation go with the oldest release.
func (a *roads) finish(to string) (all []*Road) {
	a.decide()
	a.noteShared()
	if len(a.clusters) == 0 {
		a.clusters = []*cluster{{}}
	}
	var known []*cluster
	for _, c := range a.clusters {
		generation, _ := a.generationOf(c.files)
		if c.findRelease(generation); c.start.Release == "" && len(c.from) > 0 {
			all = append(all, &Road{From: c.from, doubts: []doubt{c.doubt}, files: setOf(c.files), releases: map[string]bool{c.releases.String(): true}})
			continue
		}
		known = append(known, c)
	}
	if len(known) == 0 {
		return all
	}
	slices.SortStableFunc(known, func(x, y *cluster) int { return compareReleases(x.start.Release, y.start.Release) })
	known[0].files = append(known[0].files, a.loose...)
	for _, c := range known {
		c.start.Generation, c.start.Twinned = a.generationOf(c.files)
		if c.start.Release == "" {
			a.assumeRelease(c)
		}
		if c.start.Release == "" { // neither an installation nor an object
			continue
		}
		i := slices.IndexFunc(all, func(r *Road) bool { return r.Start == c.start })
		if i < 0 {
			i = len(all)
			all = append(all, &Road{Start: c.start, Stops: road.Find(c.start, to), files: map[string]bool{}, releases: map[string]bool{}})
		}
		all[i].releases[c.releases.String()] = true
		all[i].From = append(all[i].From, c.from...)
		all[i].undecided = append(all[i].undecided, a.sharedWith(c)...)
		all[i].Configured = append(all[i].Configured, c.configured...)
		if c.doubt.text != "" {
			all[i].doubts = append(all[i].doubts, c.doubt)
		}
		for _, file := range c.files {
			all[i].files[file] = true
		}
	}
	return all
}

// findRelease finds the release from which the road of the cluster starts, whose oldest objects are of the generation, unless only objects show it.
func (c *cluster) findRelease(generation string) {
	if len(c.from) == 0 {
		return
	}
	release, text := road.Installed(c.releases, generation)
	c.start.Release = release
	c.doubt = doubt{strings.Join(c.from, ", "), c.releases.String(), cmp.Or(text, road.Judged(c.releases)), text == ""}
}

// assumeRelease finds a release by the objects, where no installation shows one.
func (a *roads) assumeRelease(c *cluster) {
	release, text := road.InstalledFor(c.start.Generation)
	c.start.Release = release
	if text != "" {
		c.doubt = doubt{a.placeOf(facts.Served().Generation(c.start.Generation), c.files), c.releases.String(), text, false}
	}
}

// placeOf returns the place of the first object of a version of the API.
func (a *roads) placeOf(g facts.Generation, files []string) string {
	for _, file := range files {
		for _, o := range a.objects[file] {
			if isOf(o.Kind, g) {
				return fmt.Sprintf("%s:%d", file, o.Line)
			}
		}
	}
	return "?"
}

// generationOf returns the oldest version of the API among the objects in the files, and whether all objects of that version are beside their
// successors.
func (a *roads) generationOf(files []string) (name string, twinned bool) {
	generations := facts.Served().Generations
	oldest := len(generations)
	for _, file := range files {
		for _, o := range a.objects[file] {
			i := slices.IndexFunc(generations, func(g facts.Generation) bool { return isOf(o.Kind, g) })
			if i < 0 || i > oldest {
				continue
			}
			twinned = (i < oldest || twinned) && o.Status == convert.Unchanged
			oldest = i
		}
	}
	if oldest == len(generations) {
		return "", false
	}
	return generations[oldest].Name, twinned
}

// isOf reports whether an object is of a version of the API, which its apiVersion shows where a template writes the kind.
func isOf(kind facts.APIKind, g facts.Generation) bool {
	isTemplated := strings.Contains(kind.Kind, "{{") || kind.Kind == ""
	if isTemplated {
		return kind.APIVersion == g.Pool.APIVersion || kind.APIVersion == g.Class.APIVersion
	}
	return kind == g.Pool || kind == g.Class
}

// compareReleases orders releases; an unknown one is first.
func compareReleases(a, b string) int {
	if a == "" || b == "" {
		return len(a) - len(b)
	}
	return semver.MustParse(a).Compare(semver.MustParse(b))
}

// objects returns the objects in the files that may change. It converts them with Keep, so that the status of an old object is Unchanged if its
// successor is beside it.
func (r *Repository) objects() (map[string][]convert.Object, error) {
	c, err := convert.New(convert.Options{To: convert.V1Beta1, Keep: true, Exists: r.Exists, For: r.conversionOf})
	if err != nil {
		return nil, err
	}
	objects := map[string][]convert.Object{}
	files := c.Files(conversions.ReadFiles(r.readable(), r.files()))
	for _, f := range files {
		objects[f.Path] = slices.DeleteFunc(f.Objects, func(o convert.Object) bool { return o.Aside || !facts.IsKarpenter(groupOf(o.Kind.APIVersion)) })
	}
	return objects, nil
}

func groupOf(apiVersion string) string {
	group, _, _ := strings.Cut(apiVersion, "/")
	return group
}

// On returns the repository in which only the files of a road change.
func (r *Repository) On(way *Road) *Repository {
	part := *r
	part.others = map[string]bool{}
	for _, path := range r.Paths {
		part.others[path] = !way.Has(path)
	}
	part.Paths = slices.DeleteFunc(slices.Clone(r.Paths), func(path string) bool { return !way.Has(path) })
	part.Tree.Inputs = slices.Clone(r.Tree.Inputs)
	for i := range part.Tree.Inputs {
		in := &part.Tree.Inputs[i]
		in.Context = in.Context || !way.Has(in.Path)
	}
	return &part
}

// isOther reports whether another road changes the file.
func (r *Repository) isOther(file string) bool { return r.others[file] }

// readable returns the paths of the files that may change.
func (r *Repository) readable() []string {
	return slices.DeleteFunc(slices.Clone(r.Paths), func(path string) bool { return r.unread[path] })
}
