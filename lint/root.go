package lint

import (
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/project"
)

// Root lints a Terraform root with the project that was made of it: files that do not parse, the
// Kubernetes objects and charts in it by the rules of resources, and all of it by the rules of projects. p may also
// hold resources of manifest files that belong to the root; files reads such a file again where something is
// reported in it. The result may name any file that the root reads. p.Target is the target that was found.
func (l *Linter) Root(root *hcl.Root, p *project.Project, files hcl.Files) (Result, error) {
	return Result{}, nil
}

// Manifests lints a project that is made of manifest files by the rules of projects. The files themselves
// are linted by File; Merge puts both together. files reads a file again where something is reported in it.
func (l *Linter) Manifests(p *project.Project, files hcl.Files) (Result, error) {
	return Result{}, nil
}
