package lint

import (
	"fmt"
	"slices"

	"github.com/karplint/karplint/lint/ignore"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/terraform"
)

// Root lints a Terraform root with its project: it reports files that do not parse, evaluates the rules of
// resources on the Kubernetes objects and charts in it, and the rules of projects on the whole project. p may also
// contain resources of manifest files that belong to the root; files reads such a file again if something is
// reported in it. The result may refer to any file that the root reads. p.Target is the observed target.
func (l *Linter) Root(root *terraform.Root, p *project.Project, files terraform.Files) (Result, error) {
	w := l.newProjectChecker(p, files, root.Sources)
	w.withProject = true
	answers := w.ask()
	for _, source := range root.Sources {
		w.suppressions(source.File)
	}
	read := len(root.Sources)
	for _, e := range root.Errors {
		if w.checker.files[e.File.Path] == nil {
			read++
		}
		w.fails(e)
	}
	w.resources()
	w.project(answers)
	w.judgeAll(root)
	return w.result(read)
}

// Manifests evaluates the rules of projects on a project of manifest files. The files themselves are linted in runs of their own, and
// Merge joins the results. files reads a file again if something is reported in it.
func (l *Linter) Manifests(p *project.Project, files terraform.Files) (Result, error) {
	w := l.newProjectChecker(p, files, nil)
	w.withProject = true
	w.project(w.ask())
	return w.result(0)
}

// projectChecker is a run over a project.
type projectChecker struct {
	*checker
	p           *project.Project
	cache       *place.Cache
	annotations []*ignore.Suppression
	annotated   map[site]*ignore.Suppression // the suppressions in annotations, by place
	blocks      map[string]map[string]bool   // addresses, by source

}

func (l *Linter) newProjectChecker(p *project.Project, files terraform.Files, sources []*hcl.Source) *projectChecker {
	w := &projectChecker{
		checker: l.newChecker(p.Target), p: p, cache: place.NewCache(files, sources), blocks: map[string]map[string]bool{},
		annotated: map[site]*ignore.Suppression{},
	}
	w.root = p.Root
	w.missing = w.readSuppressions
	w.context = p.Context()
	w.appliers = p.Appliers
	w.judge.Cluster = l.clusterOf(p.Resources, p.Target)
	for _, r := range p.Resources {
		if w.blocks[sourceOf(r)] == nil {
			w.blocks[sourceOf(r)] = map[string]bool{}
		}
		w.blocks[sourceOf(r)][r.Block] = true
	}
	return w
}

// readSuppressions reads the suppressions of a file that the project has, or that its findings lead to.
func (w *projectChecker) readSuppressions(f *model.File) *ignore.File {
	file := w.cache.Open(f)
	s := ignore.NewFile(w.linter.rules, file.File)
	if !ignore.Mentions(file.File.Data) {
		return s
	}
	if source := w.cache.Sources[f.Path]; source != nil {
		s.AddLines(s.InTerraform(source.Comments()))
		for v := range source.Document.Root.All() {
			if v.Style != model.Literal {
				continue
			}
			for _, p := range file.Embedded(v) {
				s.AddLines(s.InDocument(p.Doc))
			}
		}
	}
	if file.Static == nil {
		for _, p := range file.Documents { // in any order: each line has its own suppressions
			s.AddLines(s.InDocument(p.Doc))
		}
		for p := range file.InTexts { // patches in kustomizations
			s.AddLines(s.InDocument(p.Doc))
		}
	}
	return s
}

// fails reports a file that does not parse, or a module or value in it that cannot be evaluated.
func (w *projectChecker) fails(e *hcl.ParseError) {
	ignores := w.suppressions(e.File)
	ignores.Unparsed = ignores.Unparsed || !e.Parses
	w.broken(ignores, e.Span, failure{message: e.Message, help: e.Help, foreign: e.Foreign, evaluation: e.Parses, limit: e.Limit})
}

// judgeAll judges the suppressions of the root's files, and of the objects in them.
func (w *projectChecker) judgeAll(root *terraform.Root) {
	judged := map[*ignore.File]bool{}
	judge := func(f *model.File) {
		if ignores := w.suppressions(f); !judged[ignores] {
			judged[ignores] = true
			w.judgeSuppressions(ignores.Top)
			w.judgeSuppressions(ignores.Lines())
		}
	}
	for _, source := range root.Sources {
		judge(source.File)
	}
	for _, e := range root.Errors {
		judge(e.File)
	}
	w.judgeSuppressions(w.annotations)
}

// resources evaluates the rules of resources on the objects and charts in Terraform.
func (w *projectChecker) resources() {
	units := w.unitsHere(w.rules.units, slices.DeleteFunc(slices.Clone(w.p.Resources), func(r *survey.Resource) bool { return !isSubject(r) }))
	linted := map[*model.Resource]bool{}
	var candidates []candidate
	for _, r := range w.p.Resources {
		s := w.subjectOf(r)
		if s == nil || linted[s.resource] {
			continue
		}
		linted[s.resource] = true
		w.addAnnotations(s.annotations)
		s.show()
		candidates = append(candidates, s.ask(units)...)
	}
	w.plan(candidates)
	w.weigh(candidates)
	w.keep(candidates)
}

// site is a place in a file.
type site struct {
	file *model.File
	span model.Span
}

// addAnnotations adds suppressions in annotations of objects.
func (w *projectChecker) addAnnotations(suppressions []*ignore.Suppression) {
	w.annotations = append(w.annotations, suppressions...)
	for _, a := range suppressions {
		if of := (site{a.File, a.Span}); w.annotated[of] == nil {
			w.annotated[of] = a
		}
	}
}

// subjectOf returns the subject for an object, a chart, an add-on or a module call; nil for any other resource.
func (w *projectChecker) subjectOf(r *survey.Resource) *subject {
	if !isSubject(r) {
		return nil
	}
	var s *subject
	if r.Object != nil {
		s = w.subject(r.Object, addressOf(r.Object), w.cache.ObjectView(r))
	} else {
		s = w.subject(described(r), r.Address, w.cache.View(r))
	}
	s.source, s.block, s.applier, s.ignored = sourceOf(r), r.Block, r.Applier(), r.Value.Get("ignored").IsTrue()
	if r.File != nil {
		s.writtenIn = r.File.Path
	}
	return s
}

// isSubject reports whether the resource is an object, a chart, an add-on or a module call in Terraform. Those in manifests are
// linted with their files.
func isSubject(r *survey.Resource) bool {
	if r.Kind == survey.Installation || r.Kind == survey.Addon || r.Kind == survey.ModuleCall {
		return r.File != nil && r.File.Data != nil
	}
	return r.Object != nil
}

// described returns a chart, add-on or module call in the form of a model.Resource.
func described(r *survey.Resource) *model.Resource {
	return &model.Resource{
		Document: &model.Document{File: r.File, Syntax: model.HCL, Root: r.Value},
		Value:    r.Value, Kind: r.Kind,
	}
}

// sourceOf returns a name for the block, or the object in a block, in which a resource is written; "" if only its short form
// is known. A block in a module that is called several times has several addresses, but one source.
func sourceOf(r *survey.Resource) string {
	switch {
	case r.File == nil || r.File.Data == nil:
		return ""
	case r.Object != nil:
		return fmt.Sprint(r.Object.Document.File.Path, r.Object.Document.Span, r.Object.Path)
	}
	return fmt.Sprint(r.File.Path, r.Value.Span)
}

// weigh makes a safe fix unsafe if it would also change correct resources: other calls of the module use the same
// block, and there is no finding for them.
func (w *projectChecker) weigh(findings []candidate) {
	type key struct{ rule, source, edits string }
	addresses := map[key]map[string]bool{} // addresses
	keyOf := func(f candidate) key { return key{f.Rule, f.source, fmt.Sprint(f.Fix.Edits)} }
	for _, f := range findings {
		if f.Fix == nil || len(w.blocks[f.source]) < 2 {
			continue
		}
		if addresses[keyOf(f)] == nil {
			addresses[keyOf(f)] = map[string]bool{}
		}
		addresses[keyOf(f)][f.block] = true
	}
	for _, f := range findings {
		if f.Fix == nil || f.source == "" {
			continue
		}
		if calls := len(w.blocks[f.source]); calls > 1 && len(addresses[keyOf(f)]) < calls {
			f.Fix.Safety, f.Fix.Shared = rule.Unsafe, true
		}
	}
}

// unitsHere returns the units that can have a finding in the resources of the project or the files of its root. A file whose text is not in
// memory may contain the needles of any rule, because the scan selected it for one of them.
func (w *projectChecker) unitsHere(units []*unit, resources []*survey.Resource) []*unit {
	if w.linter.takesAll() {
		return units
	}
	var found bits
	visited := map[string]bool{}
	add := func(f *model.File) {
		if f != nil && !visited[f.Path] {
			visited[f.Path] = true
			found.addAll(needlesIn(f))
		}
	}
	for _, source := range w.cache.Sources { // in any order: each text is searched
		add(source.File)
	}
	for _, r := range resources {
		if r.File != nil && r.File.Data == nil && w.cache.Sources[r.File.Path] == nil {
			return units
		}
		add(r.File)
		if r.Object != nil {
			add(r.Object.Document.File)
		}
		eachOrigin(r.Value, add)
	}
	return slices.DeleteFunc(slices.Clone(units), func(u *unit) bool { return len(u.needles) > 0 && !u.numbers.meets(found) })
}

// eachOrigin calls visit with the files in which parts of the value are written.
func eachOrigin(v *model.Value, visit func(*model.File)) {
	for inner := range v.All() {
		if inner.Origin != nil {
			visit(inner.Origin.File)
		}
	}
}
