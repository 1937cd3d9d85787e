// Package scan searches the bytes of files for words, to find out which manifests, documents and root modules rules or
// projects need.
package scan

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"sync"

	"github.com/karplint/karplint/survey"
)

// Signs is a set of up to 64 facts about the bytes of a file: which kinds of words it contains, and which linters look for
// one of its words.
type Signs uint64

// Any reports whether the sets have a sign in common.
func (s Signs) Any(set Signs) bool { return s&set != 0 }

const allSigns = ^Signs(0)

// Signs of words that do not depend on the linters.
const (
	Karpenter    Signs = 1 << iota // the name of Karpenter: of its chart, and in the groups of its APIs
	installer                      // see survey.Installers
	declared                       // see survey.Declared
	ofKarpenter                    // see survey.OfKarpenter
	ofProject                      // a needle of a rule of projects
	ofDefinition                   // a needle of a rule that looks at a CustomResourceDefinition of any program
	takesMaps                      // it takes variables from ConfigMaps
	configMap                      // it may be such a ConfigMap, which need not contain another word
	patch                          // of every text that patches
	patcher                        // of patches outside of a kustomization
	applies                        // Terraform: it applies manifests
	readsFiles                     // Terraform: it reads other files, where the scan does not look
	Releases                       // Terraform: it installs charts
	Sought                         // a word of Needles.Sought
	lastWord     = Sought
)

// OfLinter returns the sign of the linter with the number. If there are very many linters, several share a sign, and some files are
// parsed in vain.
func OfLinter(number int) Signs {
	first := bits.Len64(uint64(lastWord))
	return 1 << (first + number%(64-first))
}

// Wanted selects the manifests that a survey parses.
type Wanted int

// The purposes for which manifests are wanted.
const (
	MayInstall    Wanted = iota // they may show which version of Karpenter is installed, and its settings
	MayInstallAny               // they may install a chart
	MayMatter                   // they may matter to a project
	MayShow                     // they may matter to a project, or apply the files of a directory, which need not name Karpenter
)

// selects reports whether a manifest with the signs is wanted.
func (w Wanted) selects(s Signs) bool {
	switch w {
	case MayInstall:
		return s.Any(Karpenter|declared) && s.Any(installer)
	case MayInstallAny:
		return s.Any(installer)
	case MayShow:
		return s.Any(installer) || MayMatter.selects(s)
	}
	if s.Any(Karpenter|ofProject) && s.Any(installer) {
		return true
	}
	return s.Any(declared) || s.Any(Karpenter) && s.Any(ofKarpenter)
}

// SelectsRoot reports whether a Terraform file with the signs selects its root module for the linters, with the local modules that the root
// calls, because the relation between them may be in a file without a needle.
func (s Signs) SelectsRoot(linters Signs) bool {
	return s.Any(linters|Karpenter) || s.Any(applies) && s.Any(readsFiles)
}

// Needles are the words that one linter looks for.
type Needles struct {
	Manifests, Terraform Words
	Project              [][]byte // of rules of projects, in manifests
	Definitions          [][]byte // of rules that look at a CustomResourceDefinition, or at objects of any kind
	Sought               Words    // words in manifests that select no file, but have a sign
	Everything           bool     // every file is selected (a test)
}

// Words are the words that rules look for in files of a format.
type Words struct {
	texts  [][]byte
	isOpen bool // some rule has none: it needs every file
}

// Add adds the needles of one rule.
func (w *Words) Add(needles [][]byte) {
	w.isOpen = w.isOpen || len(needles) == 0
	w.texts = append(w.texts, needles...)
}

// Dictionary finds the signs of the words that linters, and projects, look for.
type Dictionary struct {
	manifests, terraform vocabulary
	Linters              Signs         // of all linters
	Fingerprint          func() string // equal for dictionaries that give equal signs
}

// vocabulary are words with their signs.
type vocabulary struct {
	needles map[string]Signs
	always  Signs           // of any file
	matcher func() *matcher // for the needles; made when first needed
}

// NewDictionary returns the dictionary of linters, of which the nth has the sign OfLinter(n).
func NewDictionary(linters ...*Needles) *Dictionary {
	manifests, terraform := vocabulary{needles: map[string]Signs{}}, vocabulary{needles: map[string]Signs{}}
	d := &Dictionary{}
	manifests.addTexts(installer, survey.Installers()...)
	manifests.addTexts(declared, survey.Declared...)
	manifests.addTexts(ofKarpenter, survey.OfKarpenter...)
	manifests.addTexts(takesMaps, "substituteFrom")
	manifests.addTexts(configMap, "kind: ConfigMap")
	// Every text that patches, itself or through components, contains one of these words; outside of a kustomization it also
	// contains one of the patchers.
	manifests.addTexts(patch, "patches", "replacements", "components")
	manifests.addTexts(patcher, "kustomize.toolkit.fluxcd.io/", "helm.toolkit.fluxcd.io/", "argoproj.io/")
	terraform.addTexts(applies, "kubectl_manifest", "kubernetes_manifest")
	terraform.addTexts(Releases, "helm_release", "argocd_application")
	terraform.addTexts(readsFiles, "file(", "fileset(") // templatefile( as well
	manifests.addTexts(Karpenter, "karpenter")
	terraform.addTexts(Karpenter, "karpenter")
	for i, n := range linters {
		d.Linters |= OfLinter(i)
		manifests.addWords(OfLinter(i), &n.Manifests)
		terraform.addWords(OfLinter(i), &n.Terraform)
		manifests.add(ofProject, n.Project...)
		manifests.add(ofDefinition, n.Definitions...)
		manifests.addWords(Sought, &n.Sought)
		if n.Everything {
			manifests.always, terraform.always = allSigns, allSigns
		}
	}
	manifests.matcher = sync.OnceValue(func() *matcher { return newMatcher(manifests.needles) })
	terraform.matcher = sync.OnceValue(func() *matcher { return newMatcher(terraform.needles) })
	d.manifests, d.terraform = manifests, terraform
	d.Fingerprint = sync.OnceValue(func() string { return manifests.fingerprint() + terraform.fingerprint() })
	return d
}

func (v *vocabulary) fingerprint() string {
	sum := sha256.New()
	fmt.Fprintf(sum, "%d\n", v.always)
	for _, needle := range slices.Sorted(maps.Keys(v.needles)) {
		fmt.Fprintf(sum, "%q %d\n", needle, v.needles[needle])
	}
	return string(sum.Sum(nil))
}

func (v *vocabulary) add(sign Signs, needles ...[]byte) {
	for _, needle := range needles {
		v.needles[string(needle)] |= sign
	}
}

func (v *vocabulary) addTexts(sign Signs, needles ...string) {
	for _, needle := range needles {
		v.needles[needle] |= sign
	}
}

// addWords adds the words that a linter looks for.
func (v *vocabulary) addWords(sign Signs, w *Words) {
	if w.isOpen {
		v.always |= sign
	}
	v.add(sign, w.texts...)
}

// signs returns the signs of the bytes.
func (v *vocabulary) signs(data []byte) Signs {
	if v.always == allSigns {
		return allSigns
	}
	return v.always | v.matcher().find(Unescaped(data))
}

// Manifest returns the signs of the bytes of a manifest.
func (d *Dictionary) Manifest(data []byte) Signs { return d.manifests.signs(data) }

// Terraform returns the signs of the bytes of a Terraform file.
func (d *Dictionary) Terraform(data []byte) Signs { return d.terraform.signs(data) }

// Unescaped returns the data with the slashes as the needles have them, because some writers of JSON put a backslash
// in front of each. They use other escapes (\u003c) only for characters that occur in no needle.
func Unescaped(data []byte) []byte {
	if !bytes.Contains(data, []byte(`\/`)) {
		return data
	}
	return bytes.ReplaceAll(data, []byte(`\/`), []byte("/"))
}
