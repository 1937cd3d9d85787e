package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// corpus describes a generated repository: infra/NNN is a Terraform root module, deploy/NNN/APP holds
// manifests. One root in 4, and one manifest in every, is about Karpenter (on small: all of them).
type corpus struct {
	name      string
	roots     int
	tfPerRoot int
	manifests int
	every     int
}

// write writes the repository to dir, and returns its number of files and bytes.
func (c corpus) write(dir string) (files, bytes int, err error) {
	if err := os.RemoveAll(dir); err != nil {
		return 0, 0, err
	}
	w := &writer{dir: dir, rand: rand.New(rand.NewPCG(1, 2))}
	for root := range c.roots {
		c.root(w, root)
	}
	for i := range c.manifests {
		c.manifest(w, i)
	}
	return w.files, w.bytes, w.err
}

func (c corpus) root(w *writer, root int) {
	dir := fmt.Sprintf("infra/%03d", root)
	karpenter := c.roots == 1 || root%4 == 0
	for i := range c.tfPerRoot {
		name, text := fmt.Sprintf("service_%02d.tf", i), w.service(root, i)
		switch {
		case karpenter && i == 0:
			name, text = "karpenter.tf", fill(karpenterTF, root)
		case karpenter && i == 1:
			name, text = "eks.tf", fill(eksTF, root)
		case i == 2:
			name, text = "variables.tf", fill(variablesTF, root)
		}
		w.file(filepath.Join(dir, name), text)
	}
}

func (c corpus) manifest(w *writer, i int) {
	cluster, n := i%max(c.roots, 1), i/max(c.roots, 1)
	dir := fmt.Sprintf("deploy/%03d/app-%02d", cluster, n)
	if i%c.every != 0 && c.every > 1 {
		w.file(filepath.Join(dir, "app.yaml"), w.application(i))
		return
	}
	kinds := []string{nodePoolYAML, oldPodYAML, daemonSetYAML, provisionerYAML, nodeClassYAML}
	w.file(filepath.Join(dir, "karpenter.yaml"), fill(kinds[(i/c.every)%len(kinds)], i))
}

// service is a Terraform file without anything of Karpenter's.
func (w *writer) service(root, i int) string {
	var b strings.Builder
	for n := range 6 {
		b.WriteString(strings.NewReplacer("@A", w.word(), "@B", w.word(), "@N", fmt.Sprint(n), "@I", fmt.Sprint(i)).Replace(serviceTF))
	}
	return fill(b.String(), root)
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
	return fill(strings.NewReplacer("@ENV", env.String(), "@DATA", data.String()).Replace(applicationYAML), i)
}

// fill replaces @ID by the number.
func fill(text string, id int) string {
	return strings.ReplaceAll(text, "@ID", fmt.Sprintf("%05d", id))
}

type writer struct {
	dir   string
	rand  *rand.Rand
	files int
	bytes int
	err   error
}

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

func (w *writer) word() string { return words[w.rand.IntN(len(words))] }

var words = strings.Fields(`account balance cache catalog checkout cluster config consumer cursor database delivery
	endpoint event export feature gateway handler image import index invoice ledger limit listener message metric network
	order parser payment pipeline policy pool price producer profile queue quota record region report request retry
	route schedule schema search secret server session shard signal storage stream table target tenant timeout token topic trace
	transfer user vault version volume worker zone`)
