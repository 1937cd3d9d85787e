package report

import (
	"fmt"
	"path"

	"github.com/karplint/karplint/base/printable"
	"github.com/karplint/karplint/lint"
)

// maxEqual is how many equal findings in a directory the text shows.
const maxEqual = 3

// fold counts findings that are equal to others in a directory and not shown.
type fold struct {
	rule, dir string
	count     int
}

// String returns the line that stands for the findings.
func (f fold) String() string {
	return fmt.Sprintf("and %d more of %s in %s/; --all shows them", f.count, f.rule, printable.Path(f.dir))
}

// foldEqual returns the findings to show, and what is folded, in the order of the first. Findings of a rule in a directory are equal if they state
// the same fact.
func foldEqual(findings []lint.Finding) (shown []lint.Finding, folded []fold) {
	type key struct{ rule, dir, message string }
	count, place := map[key]int{}, map[key]int{}
	for _, f := range findings {
		k := key{f.Rule, path.Dir(f.File), f.Message}
		if count[k]++; count[k] <= maxEqual {
			shown = append(shown, f)
			continue
		}
		k.message = ""
		i, ok := place[k]
		if !ok {
			i = len(folded)
			place[k] = i
			folded = append(folded, fold{rule: k.rule, dir: k.dir})
		}
		folded[i].count++
	}
	return shown, folded
}
