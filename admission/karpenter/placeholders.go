package karpenter

import (
	"fmt"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/facts"
)

// placeholder is a text that someone was to replace. The first form stands for the rest of what it is in: <cluster-name>.
var placeholder = pattern.New(`<[A-Za-z][^<>]*>` +
	`|\b(YOUR|MY)_[A-Z]+` +
	`|\byour[-_](account|ami|aws|cluster|eks|iam|instance|key|kms|name|node|region|role|security|sg|subnet|vpc)\b` +
	`|(?i:\breplace[-_ ]?(me|this|with)\b|\bchange[-_ ]?me\b)` +
	`|^(TODO|FIXME)$|^[xX]{3,}$|[-:/][xX]{4,}($|[-:/])`)

// checkPlaceholders reports texts of the object that are placeholders. A value with a $ is filled in by someone, as envsubst does. The
// annotations and the user data of a class are texts of another kind.
func (j *judge) checkPlaceholders(p place) {
	if text, ok := j.Text(p.value); ok {
		j.checkPlaceholder(p, text)
		return
	}
	entries := j.fields(p)
	for _, e := range entries {
		if key := e.key(); key != "annotations" && key != "userData" && key != "status" {
			j.checkPlaceholders(e)
		}
	}
	items, _ := j.items(p)
	for _, item := range items {
		j.checkPlaceholders(item)
	}
}

func (j *judge) checkPlaceholder(p place, text string) {
	if strings.Contains(text, "$") || text == facts.AlphaToV1beta1().RolePlaceholder {
		return
	}
	if part := placeholder().FindString(text); part != "" {
		j.suspect("placeholder", problem{
			place:  p,
			fact:   fmt.Sprintf("%q is a placeholder", text),
			advice: "replace it",
		})
	}
}
