// Package workloads finds what keeps nodes from being drained: annotations, PodDisruptionBudgets that let no pod go, budgets of pools, single replicas.
package workloads

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/parallel"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/model"
)

// Workload is a workload, in a manifest or in Terraform, and what it does when its node is drained; or a pool that lets no node go.
type Workload struct {
	Kind, Namespace, Name string
	File                  string
	Line                  int
	Blocks                string // why a drain of its node does not end; "" if it does
	Single                bool   // it has one replica, which is down while its node is replaced
	HasVolumes            bool   // each pod has volumes of its own, which a new node can only attach in their zone
	Pool                  string // that its pods select by its name; "" for none
}

// String names the workload: "Deployment shop/web".
func (w *Workload) String() string {
	name := cmp.Or(literalName(w.Name), "?")
	if namespace := literalName(w.Namespace); namespace != "" {
		name = namespace + "/" + name
	}
	return w.Kind + " " + name
}

// literalName returns a name, "" if a template writes it.
func literalName(name string) string {
	if strings.Contains(name, "{{") || strings.Contains(name, "${") {
		return ""
	}
	return name
}

// IsPool reports whether it is a pool.
func (w *Workload) IsPool() bool { return w.Kind == poolKind }

// Find returns the workloads in the files, without those that are only context, that block a drain, have a single replica or volumes, in the order of
// their places. It leaves out files that cannot be read.
func Find(ctx context.Context, inputs []fileset.Input, files fileset.Files) []*Workload {
	found := make([]objects, len(inputs))
	parallel.Each(ctx, 8, inputs, func(in fileset.Input) string { return in.Path }, func(i int, in fileset.Input) error {
		if in.Context {
			return nil
		}
		data, err := files.ReadFile(in.Path)
		switch {
		case err != nil:
		case in.Terraform || filetype.IsTerraform(in.Path):
			if mayMatterInTerraform(data) {
				found[i] = readTerraform(model.NewFile(in.Path, data))
			}
		case mayMatter(data):
			found[i] = readManifests(model.NewFile(in.Path, data), files)
		}
		return nil
	})
	var all objects
	for _, o := range found {
		all.workloads = append(all.workloads, o.workloads...)
		all.budgets = append(all.budgets, o.budgets...)
	}
	return all.thatMatter()
}

func mayMatter(data []byte) bool {
	if bytes.Contains(data, []byte(budgetKind)) || bytes.Contains(data, []byte("budgets")) {
		return true
	}
	for kind := range kinds {
		if bytes.Contains(data, []byte("kind: "+kind)) || bytes.Contains(data, []byte(`"`+kind+`"`)) {
			return true
		}
	}
	return false
}

// thatMatter returns the workloads that block a drain, have a single replica or volumes.
func (all objects) thatMatter() (result []*Workload) {
	for _, b := range all.budgets {
		b.apply(all.workloads)
	}
	for _, w := range all.workloads {
		w.Single = w.replicas == 1
		if w.Blocks != "" || w.Single || w.HasVolumes {
			result = append(result, &w.Workload)
		}
	}
	slices.SortStableFunc(result, func(a, b *Workload) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	return result
}
