package runbook

import (
	"strings"

	"github.com/karplint/karplint/facts"
)

// resourceOf returns the name of a kind for kubectl: "nodepools.karpenter.sh". The CRD has the same name.
func resourceOf(kind facts.APIKind) string {
	plural := strings.ToLower(kind.Kind) + "s"
	if strings.HasSuffix(plural, "ss") {
		plural = strings.TrimSuffix(plural, "s") + "es"
	}
	return plural + "." + kind.Group()
}

// crdsOf returns the names of the CRDs of versions of the API, each once.
func crdsOf(names []string) (crds []string) {
	for _, name := range names {
		g := generation(name)
		crds = append(crds, resourceOf(g.Pool), resourceOf(g.Class), resourceOf(g.Node))
	}
	return once(crds)
}

func lastOf[T any](items []T) T { return items[len(items)-1] }

// generation returns the version of the API with a name.
func generation(name string) facts.Generation { return facts.Served().Generation(name) }
