package project

import (
	"fmt"
	"testing"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
)

// builds are a Kustomization of the directory crds, and n of apps that depend on it.
func builds(n int) *fluxBuilds {
	all := []*survey.FluxBuild{{Address: "Kustomization/a/crds", File: "flux.yaml", Path: "crds", Waits: true}}
	for i := range n {
		all = append(all, &survey.FluxBuild{Address: fmt.Sprint("Kustomization/a/k", i), File: "flux.yaml", Path: "apps", DependsOn: []string{"a/crds"}})
	}
	return newFluxBuilds(all, &namedDirs{})
}

// release is a release of Flux.
func release(file, role string) *survey.Resource {
	r := &survey.Resource{Kind: survey.Installation, File: model.NewFile(file, nil), Value: model.NewMap()}
	r.SetText("karpenter", role)
	r.SetText("via", survey.ViaFlux)
	return r
}

// TestManyBuilds: which Kustomizations apply a file is unknown if there are too many.
func TestManyBuilds(t *testing.T) {
	if all, known := builds(3).of("apps/a/pool.yaml"); len(all) != 3 || !known {
		t.Errorf("%d builds, %t; want 3", len(all), known)
	}
	if all, known := builds(3).of("other/pool.yaml"); len(all) != 0 || !known {
		t.Errorf("%d builds of a file in another directory", len(all))
	}
	many := make([]*survey.FluxBuild, maxBuildsOfFile+10)
	for i := range many {
		many[i] = &survey.FluxBuild{File: "flux.yaml", Path: "apps"}
	}
	b := newFluxBuilds(many, &namedDirs{})
	if all, known := b.of("apps/a/pool.yaml"); len(all) != 0 || known {
		t.Errorf("%d builds, %t; want too many", len(all), known)
	}
	if kept := len(b.byDir.numbers["apps"]); kept != maxBuildsOfFile+1 {
		t.Errorf("%d numbers kept", kept)
	}
}

// TestOrderIsBounded: the order of releases is unknown if many Kustomizations apply one, or if these depend on very many.
func TestOrderIsBounded(t *testing.T) {
	isOrdered := func(b *fluxBuilds) bool {
		resources := []*survey.Resource{release("crds/release.yaml", survey.CRDsRole), release("apps/release.yaml", survey.ControllerRole)}
		newBuildOrder(b).orderReleases(resources)
		return resources[1].Value.Get("after") != nil
	}
	if !isOrdered(builds(maxOrderedBuilds)) {
		t.Error("no order")
	}
	if isOrdered(builds(maxOrderedBuilds + 1)) {
		t.Error("an order although too many Kustomizations apply a release")
	}
	far := builds(maxOrderedBuilds)
	for _, build := range far.all {
		for i := range maxOrderSteps / maxOrderedBuilds / maxOrderedBuilds {
			build.DependsOn = append(build.DependsOn, fmt.Sprint("a/", i))
		}
	}
	if isOrdered(far) {
		t.Error("an order although the Kustomizations depend on too many")
	}
}

// TestAlternativesAreBounded: a version is unknown if Kustomizations make too many of it.
func TestAlternativesAreBounded(t *testing.T) {
	substituted := func(n int) []string {
		b := builds(n)
		for i, build := range b.all {
			build.Substitutes = true
			build.Substitute = model.NewMap(model.NewEntry("v", model.NewString(fmt.Sprint("1.0.", i))))
		}
		return variables{builds: b}.substituteAll("apps/release.yaml", "${v}")
	}
	if texts := substituted(maxAlternatives); len(texts) != maxAlternatives {
		t.Errorf("%d versions", len(texts))
	}
	if texts := substituted(maxAlternatives + 1); len(texts) != 0 {
		t.Errorf("%d versions, want none", len(texts))
	}
}
