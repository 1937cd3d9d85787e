package convert

import "path"

// groups returns the objects that stay as they are on --write, each with the object whose open
// decision holds it: itself, or one of its group.
func (s *survey) groups(results []*result) map[id]outcome {
	parent := map[id]id{}
	var root func(id) id
	root = func(a id) id {
		if p, ok := parent[a]; ok && p != a {
			parent[a] = root(p)
			return parent[a]
		}
		return a
	}
	for _, m := range s.members {
		for _, other := range s.tied(m) {
			parent[root(other.id)] = root(m.id)
		}
	}
	for dir, k := range s.kustomizations {
		for _, base := range s.targets(dir, k) {
			parent[root(base.id)] = root(k.id)
		}
	}
	open := map[id]outcome{}
	for _, r := range results {
		for _, o := range r.outcomes {
			if _, already := open[root(o.id)]; o.held && !already {
				open[root(o.id)] = o
			}
		}
	}
	held := map[id]outcome{}
	for _, r := range results {
		for _, o := range r.outcomes {
			if because, ok := open[root(o.id)]; ok {
				held[o.id] = because
			}
		}
	}
	return held
}

// tied returns the objects that are converted or left together with m: the class of a pool, the
// objects that a patch is for.
func (s *survey) tied(m member) []member {
	var all []member
	if m.class != "" {
		all = s.nearest(m.path, "AWSNodeTemplate", m.class)
	}
	if p, isPatch := s.patches[m.path]; isPatch {
		for _, base := range s.reach(path.Dir(p.kustomization)) {
			if base.kind == m.kind && base.name == m.name {
				all = append(all, base)
			}
		}
	}
	return all
}

// targets returns the objects that the patches inside a kustomization are for.
func (s *survey) targets(dir string, k *kustomization) []member {
	var all []member
	for _, base := range s.reach(dir) {
		for _, t := range k.targets {
			if t.kind == base.kind && (t.name == "" || t.name == base.name) {
				all = append(all, base)
			}
		}
	}
	return all
}
