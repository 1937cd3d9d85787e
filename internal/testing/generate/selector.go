package generate

import (
	"fmt"
	"strings"
)

// selector returns a selector of the alpha API for kind: subnet, sg or ami. It has at most 30 alternatives.
func (g *source) selector(kind string) Map {
	if g.chance(30) {
		var ids []string
		for range 1 + g.intn(3) {
			ids = append(ids, g.id(kind))
		}
		return Map{{pick(g, "aws-ids", "aws::ids"), strings.Join(ids, pick(g, ",", ", "))}}
	}
	from := []Entry{
		{"karpenter.sh/discovery", "my-cluster"}, {"Name", pick(g, "*private*", "a-name", "*", "a-*, b?")},
		{"kubernetes.io/cluster/demo", pick(g, "*", "owned,shared")},
		{"tier", pick(g, "a,b", "a, b", "a,b,", "one,two,three", "a,,b", "a,*")}, {"number", "17"},
	}
	if kind == "ami" {
		from = append(from, Entry{"aws::name", pick(g, "my-ami", "my-ami,other*")},
			Entry{"aws::owners", pick(g, "self", "amazon, 111122223333", "111122223333")})
	}
	s := g.fields(1, 4, from...)
	for terms(s) > 30 {
		s = s[1:]
	}
	return s
}

// id returns an id of a resource of EC2.
func (g *source) id(kind string) string { return fmt.Sprintf("%s-%08x", kind, g.intn(1<<16)) }

// terms returns the number of alternatives in a selector.
func terms(s Map) int {
	n := 1
	for _, e := range s {
		items := 0
		for item := range strings.SplitSeq(e.Value.(string), ",") {
			if strings.TrimSpace(item) != "" {
				items++
			}
		}
		n *= max(items, 1)
	}
	return n
}
