package diagram

import (
	"fmt"
	"strings"

	"github.com/karplint/karplint/base/printable"
)

// mermaidArrows are the arrows of edges without a rule, and with one: %s is its id.
var mermaidArrows = map[EdgeKind]string{
	Order: "-->", Needs: "-.->", Missing: `-. "%s" .->`, Wrong: `== "%s" ==>`,
}

// mermaid returns the graph as a flowchart of Mermaid.
func (g *Graph) mermaid() string {
	var b strings.Builder
	numbers := g.numbers()
	b.WriteString("%% " + direction + "\nflowchart RL\n")
	for i, group := range g.Groups {
		fmt.Fprintf(&b, "  subgraph g%d[%s]\n", i+1, mermaidText(group.title()))
		for _, n := range group.Nodes {
			fmt.Fprintf(&b, "    %s[%s]:::%s\n", numbers[n.ID], mermaidText(n.lines()...), n.mermaidClass())
		}
		b.WriteString("  end\n")
	}
	var red []string
	count := 0
	for _, group := range g.Groups {
		for _, e := range group.Edges {
			arrow := mermaidArrows[e.Kind]
			if e.Rule != "" {
				arrow = fmt.Sprintf(arrow, mermaidWord(e.Rule))
				red = append(red, fmt.Sprint(count))
			}
			fmt.Fprintf(&b, "  %s %s %s\n", numbers[e.From], arrow, numbers[e.To])
			count++
		}
	}
	if len(red) > 0 {
		fmt.Fprintf(&b, "  linkStyle %s stroke:#cf222e,color:#cf222e\n", strings.Join(red, ","))
	}
	b.WriteString(mermaidClasses)
	return b.String()
}

// mermaidClasses are the colours of nodes. Text is black, because a dark theme would write in white.
const mermaidClasses = `  classDef cluster fill:#eaeef2,stroke:#57606a,color:#000
  classDef nodes fill:#eaeef2,stroke:#57606a,color:#000
  classDef addon fill:#eaeef2,stroke:#57606a,color:#000
  classDef crds fill:#ddf4ff,stroke:#57606a,color:#000
  classDef controller fill:#b6e3ff,stroke:#57606a,color:#000
  classDef nodeclass fill:#fff8c5,stroke:#57606a,color:#000
  classDef pool fill:#dafbe1,stroke:#57606a,color:#000
  classDef marked fill:#ffebe9,stroke:#cf222e,color:#000,stroke-width:2px
  classDef absent fill:#ffebe9,stroke:#cf222e,color:#000,stroke-dasharray:4
`

func (n *Node) mermaidClass() string {
	switch {
	case n.box() != "":
		return n.box()
	case n.Kind == Class:
		return "nodeclass" // class is a word of Mermaid
	}
	return string(n.Kind)
}

// mermaidText returns lines as a text of Mermaid.
func mermaidText(lines ...string) string {
	for i, line := range lines {
		lines[i] = mermaidWord(line)
	}
	return `"` + strings.Join(lines, "<br>") + `"`
}

// mermaidPlain are the characters that mean nothing to Mermaid, Markdown or HTML.
const mermaidPlain = " ./-,:_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// mermaidWord writes all other characters as their numbers.
func mermaidWord(text string) string {
	var b strings.Builder
	for _, r := range printable.Text(text) {
		if strings.ContainsRune(mermaidPlain, r) {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "#%d;", r)
		}
	}
	return b.String()
}
