package lint

import "sync/atomic"

// preparation compiles in the background the rules that files turn out to need, while others are still read: in a
// short run compiling takes longer than everything else.
type preparation struct {
	*Linter
	seen    []atomic.Bool // by number of the rule: a file has one of its needles
	started []atomic.Bool
}

func (l *Linter) newPreparation() *preparation {
	return &preparation{Linter: l, seen: make([]atomic.Bool, len(l.ready)), started: make([]atomic.Bool, len(l.ready))}
}

// see notes the rules that a selected file with these bytes needs, and starts with those that do not depend on what is
// installed.
func (p *preparation) see(data []byte) {
	var text []byte
	for i, rule := range p.ready {
		if rule.anyKind(fileKind) || p.seen[i].Load() {
			continue
		}
		if text == nil {
			text = unescaped(data)
		}
		if len(rule.needles) > 0 && !containsAny(text, rule.needles) {
			continue
		}
		p.seen[i].Store(true)
		if applies, _ := rule.limit(p.given); rule.When == "" || p.given.Known() && applies {
			p.start(i)
		}
	}
}

// targets starts with the rules that may report for the target of one of the jobs.
func (p *preparation) targets(jobs []job) {
	done := map[string]bool{}
	for _, j := range jobs {
		target := p.TargetOf(j.target)
		key := target.String()
		if done[key] {
			continue
		}
		done[key] = true
		for i, rule := range p.ready {
			if applies, _ := rule.limit(target); applies && p.seen[i].Load() {
				p.start(i)
			}
		}
	}
}

func (p *preparation) start(i int) {
	if !p.started[i].Swap(true) {
		go p.ready[i].program() //nolint:errcheck // whoever evaluates the rule gets the error
	}
}
