package main

import (
	"embed"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// texts are what the repositories are made of. Their names end in .txt, so that they are no neighbours of examples/ for karplint.
// @ID is the number of the root or manifest, @1 to @9 are different words, drawn anew for each text.
//
//go:embed texts
var texts embed.FS

// corpus is a generated repository.
type corpus struct {
	name  string
	about string // what it consists of, for the page
	runs  int    // of each program; the page is made with so many
	fill  func(w *writer)
}

var corpora = []corpus{
	{name: "small", runs: 20, fill: plain{roots: 1, tfPerRoot: 3, manifests: 5, every: 1}.fill,
		about: "one Terraform root of 3 files, and 5 manifests, all about Karpenter"},
	{name: "old", runs: 10, fill: plain{roots: 40, tfPerRoot: 10, manifests: 1572, every: 8}.fill,
		about: "400 .tf files and 1,572 manifests with old findings, in git"},
	{name: "mono", runs: 3, fill: plain{roots: 200, tfPerRoot: 10, manifests: 20_000, every: 20}.fill,
		about: "a monorepo of 2,000 .tf files and 20,000 manifests, few of them about Karpenter"},
	{name: "roots", runs: 7, fill: fillRoots,
		about: "300 .tf files: a module with 27 submodules, one of them Karpenter's, and 40 examples that call it"},
	{name: "gitops", runs: 3, fill: fillGitops,
		about: "a monorepo of 2,000 .tf files and 15,000 manifests with Karpenter's objects, Flux, Argo CD, kustomizations, dashboards and workloads"},
	{name: "plan", runs: 5, fill: fillPlan,
		about: "600 .tf files, 40 roots, and three installations of Karpenter at 0.27, 0.32 and 0.36"},
	{name: "pools-root", runs: 3, fill: func(w *writer) { w.poolsInRoot(1000) }, about: "one Terraform root with 1,000 pools"},
	{name: "pools-file", runs: 3, fill: func(w *writer) { w.poolsInFile(4000, findingPool) }, about: "one manifest with 4,000 pools that have findings"},
	{name: "convert", runs: 3, fill: fillConvert, about: "1,000 objects of the alpha and beta APIs in 100 manifests"},
}

// write writes the repository to dir, and returns its number of files and bytes.
func (c corpus) write(dir string) (files, bytes int, err error) {
	if err := os.RemoveAll(dir); err != nil {
		return 0, 0, err
	}
	w := newWriter(dir)
	c.fill(w)
	return w.files, w.bytes, w.err
}

// plain describes a repository in which infra/NNN is a Terraform root module, and deploy/NNN/APP holds manifests. One root in 4, and one
// manifest in every, is about Karpenter (with one root: all of them).
type plain struct {
	roots     int
	tfPerRoot int
	manifests int
	every     int
}

func (p plain) fill(w *writer) {
	for root := range p.roots {
		w.root(root, p.tfPerRoot, p.roots == 1 || root%4 == 0)
	}
	for i := range p.manifests {
		p.manifest(w, i)
	}
}

// root writes a Terraform root of so many files.
func (w *writer) root(root, files int, karpenter bool) {
	dir := fmt.Sprintf("infra/%03d", root)
	for i := range files {
		name, text := fmt.Sprintf("service_%02d.tf", i), w.service(root, i)
		switch {
		case karpenter && i == 0:
			name, text = "karpenter.tf", w.text("karpenter.tf", root)
		case karpenter && i == 1:
			name, text = "eks.tf", w.text("eks.tf", root)
		case i == 2:
			name, text = "variables.tf", w.text("variables.tf", root)
		}
		w.file(filepath.Join(dir, name), text)
	}
}

func (p plain) manifest(w *writer, i int) {
	cluster, n := i%max(p.roots, 1), i/max(p.roots, 1)
	dir := fmt.Sprintf("deploy/%03d/app-%02d", cluster, n)
	if i%p.every != 0 && p.every > 1 {
		w.file(filepath.Join(dir, "app.yaml"), w.application(i))
		return
	}
	kinds := []string{"nodepool.yaml", "old-pod.yaml", "daemonset.yaml", "provisioner.yaml", "nodeclass.yaml"}
	w.file(filepath.Join(dir, "karpenter.yaml"), w.text(kinds[(i/p.every)%len(kinds)], i))
}

// service is a Terraform file without anything of Karpenter's.
func (w *writer) service(root, i int) string {
	var b strings.Builder
	for n := range 6 {
		b.WriteString(w.text("service.tf", root, "@N", fmt.Sprint(n), "@I", fmt.Sprint(i)))
	}
	return b.String()
}

// application is a manifest of about 4 KB without anything of Karpenter's.
func (w *writer) application(i int) string {
	var env, data strings.Builder
	for range 12 {
		fmt.Fprintf(&env, "            - name: %s_%s\n              value: \"%s %s\"\n", strings.ToUpper(w.word()), strings.ToUpper(w.word()), w.word(),
			w.word())
	}
	for range 58 {
		fmt.Fprintf(&data, "  %s.%s.%s: %s %s %s\n", w.word(), w.word(), w.word(), w.word(), w.word(), w.word())
	}
	return w.text("application.yaml", i, "@ENV", env.String(), "@DATA", data.String())
}

// writer writes the files of a repository. Its words are the same in every run.
type writer struct {
	dir   string
	rand  *rand.Rand
	files int
	bytes int
	err   error
}

func newWriter(dir string) *writer { return &writer{dir: dir, rand: rand.New(rand.NewPCG(1, 2))} }

// file writes a file. The first failure is kept, and ends the writing.
func (w *writer) file(name, text string) {
	if w.err != nil {
		return
	}
	full := filepath.Join(w.dir, name)
	if w.err = os.MkdirAll(filepath.Dir(full), 0o755); w.err == nil {
		w.err = os.WriteFile(full, []byte(text), 0o644)
	}
	w.files++
	w.bytes += len(text)
}

// text returns a text of texts/ with its number, its words, and what the pairs say.
func (w *writer) text(name string, id int, pairs ...string) string {
	data, err := texts.ReadFile("texts/" + name + ".txt")
	if err != nil && w.err == nil {
		w.err = err
	}
	text := string(data)
	// What is first is looked for first: @I is also the beginning of @ID.
	pairs = append([]string{"@ID", fmt.Sprintf("%05d", id)}, pairs...)
	drawn := w.rand.Perm(len(words))
	for n := range 9 {
		pairs = append(pairs, fmt.Sprintf("@%d", n+1), words[drawn[n]])
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

func (w *writer) word() string { return words[w.rand.IntN(len(words))] }

var words = strings.Fields(`account balance cache catalog checkout cluster config consumer cursor database delivery
	endpoint event export feature gateway handler image import index invoice ledger limit listener message metric network
	order parser payment pipeline policy pool price producer profile queue quota record region report request retry
	route schedule schema search secret server session shard signal storage stream table target tenant timeout token topic trace
	transfer user vault version volume worker zone`)
