package project

// NeighboursOf returns the directories of the projects near p.
func NeighboursOf(p *Project) (roots []string) {
	for _, n := range p.near() {
		roots = append(roots, n.Root)
	}
	return roots
}

// Settled returns an empty project in a directory, with its neighbours.
func Settled(m *Map, dir string) *Project { return m.settled(dir) }
