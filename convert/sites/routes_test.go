package sites

import (
	"fmt"
	"testing"
)

// TestRoutesWithoutEnd: locals that double the routes from a file, and that no resource takes, end the search at its bound.
func TestRoutesWithoutEnd(t *testing.T) {
	takers := make([]Taker, 80)
	for i := range takers {
		takers[i] = Taker{dir: ".", name: fmt.Sprintf("local.l%d", i)}
		for k := range 2 {
			if before := i/2*2 - 2 + k; before >= 0 {
				takers[i].uses = append(takers[i].uses, takenUse{name: fmt.Sprintf("local.l%d", before)})
			}
		}
	}
	takers[0].uses, takers[1].uses = []takenUse{{files: "pool.yaml"}}, []takenUse{{files: "pool.yaml"}}
	m := NewModules(nil, nil, nil, takers)
	if routes := m.takenBy("pool.yaml", ""); len(routes) > 0 {
		t.Errorf("%d routes", len(routes))
	}
}
