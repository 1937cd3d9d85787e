// Package generate draws random files with objects of Karpenter's APIs, for property tests. The objects are legal: the API
// server, with the schema and the admission rules of that version, accepts them. Failures shrink towards small files in
// the plainest style.
//
//	rapid.Check(t, func(t *rapid.T) {
//		f := generate.Alpha().Draw(t, "file")
//		… f.Text, f.Objects …
//	})
//
// The rules of the alpha API are those of aws/karpenter-provider-aws@v0.32.10:pkg/apis/{crds,v1alpha1,v1alpha5} and
// kubernetes-sigs/karpenter@v0.32.10:pkg/apis/v1alpha5; those of v1beta1 are the CRDs of the given version.
package generate

import (
	"strings"

	"pgregory.net/rapid"
)

// File is a file with objects, in the style of some author.
type File struct {
	Path    string // "a.yaml" or "a.json"
	Text    string
	Objects []Object // those of its documents or of its List, in order
}

// GoString returns the text and its invisible properties. A failed test prints it.
func (f File) GoString() string {
	about := f.Path
	if strings.Contains(f.Text, "\r\n") {
		about += ", CRLF"
	}
	if !strings.HasSuffix(f.Text, "\n") {
		about += ", no final newline"
	}
	return about + ":\n" + f.Text
}

// Alpha returns a generator of files with Provisioners, AWSNodeTemplates and objects of other kinds that contain old names.
// Everything in the alpha objects has an equivalent in v1beta1, sometimes in another spelling.
func Alpha() *rapid.Generator[File] {
	return rapid.Custom(func(t *rapid.T) File {
		g := &source{t}
		return g.file(g.alphaObjects())
	})
}

// Beta returns a generator of files with NodePools and EC2NodeClasses of v1beta1 that are legal for that version of Karpenter, such
// as "0.37.8".
func Beta(version string) *rapid.Generator[File] {
	serves := serving(version)
	return rapid.Custom(func(t *rapid.T) File {
		g := &source{t}
		return g.file(g.betaObjects(serves))
	})
}

// alphaObjects returns pools, classes and others. Most pools have their class in the file.
func (g *source) alphaObjects() []Object {
	var all []Object
	for i := range 1 + g.intn(3) {
		name := names[i]
		switch g.intn(6) {
		case 0:
			all = append(all, g.nodeTemplate(name))
		case 1:
			all = append(all, g.provisioner(name, name))
		case 2, 3:
			class := g.nodeTemplate(name)
			all = append(all, g.provisioner(name, name), class)
			if g.chance(15) { // another pool with the same class
				all = append(all, g.provisioner(name+"-too", name))
			}
		case 4:
			all = append(all, g.inlineProvisioner(name))
		case 5:
			all = append(all, g.deployment(name))
		}
	}
	return shuffled(g, all)
}

func (g *source) betaObjects(s served) []Object {
	var all []Object
	for i := range 1 + g.intn(2) {
		name := names[i]
		class, pool := g.nodeClass(name, s), g.nodePool(name, name, s)
		all = append(all, pool, class)
		if g.chance(25) {
			all = append(all, g.sibling(pool, name+"-too", name, s))
		}
	}
	return shuffled(g, all)
}

var names = []string{"default", "spot-workers", "gpu.a"}
