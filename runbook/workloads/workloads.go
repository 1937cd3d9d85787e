// Package workloads finds the workloads that obstruct a drain of nodes: by annotations, PodDisruptionBudgets without an allowed eviction, budgets of
// pools, single replicas or volumes.
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

// Workload is a workload in a manifest or in Terraform, with its effects on a drain of its node; or a pool whose budget keeps all its nodes.
type Workload struct {
	Kind, Namespace, Name string
	File                  string
	Line                  int
	Blocks                string // why a drain of its node does not end; "" if it does
	Single                bool   // it has one replica, which is down while its node is replaced
	HasVolumes            bool   // each pod has volumes of its own, which a new node can only attach in their zone
	Pool                  string // the pool that its pods select by name; "" for none
}

// String names the workload: "Deployment shop/web".
func (w *Workload) String() string {
	name := cmp.Or(literalName(w.Name), "?")
	if namespace := literalName(w.Namespace); namespace != "" {
		name = namespace + "/" + name
	}
	return w.Kind + " " + name
}

// literalName returns a name, "" if it contains an expression.
func literalName(name string) string {
	if strings.Contains(name, "{{") || strings.Contains(name, "${") {
		return ""
	}
	return name
}

// IsPool reports whether it is a pool.
func (w *Workload) IsPool() bool { return w.Kind == poolKind }

// Find returns the workloads in the files that block a drain, have a single replica or volumes, in the order of their places. It skips files that
// are only context or cannot be read.
func Find(ctx context.Context, inputs []fileset.Input, files fileset.Files) []*Workload {
	objectsByInput := make([]objects, len(inputs))
	parallel.Each(ctx, 8, inputs, func(in fileset.Input) string { return in.Path }, func(i int, in fileset.Input) error {
		if in.Context {
			return nil
		}
		data, err := files.ReadFile(in.Path)
		switch {
		case err != nil:
		case in.Terraform || filetype.IsTerraform(in.Path):
			if mayMatterInTerraform(data) {
				objectsByInput[i] = readTerraform(model.NewFile(in.Path, data))
			}
		case mayMatter(data):
			objectsByInput[i] = readManifests(model.NewFile(in.Path, data), files)
		}
		return nil
	})
	var objs objects
	for _, o := range objectsByInput {
		objs.workloads = append(objs.workloads, o.workloads...)
		objs.budgets = append(objs.budgets, o.budgets...)
	}
	return objs.thatMatter()
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
func (objs objects) thatMatter() (result []*Workload) {
	for _, b := range objs.budgets {
		b.apply(objs.workloads)
	}
	for _, w := range objs.workloads {
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
