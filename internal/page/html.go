package page

import (
	"crypto/sha256"
	_ "embed" // the page
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/karplint/karplint/base/printable"
	"github.com/karplint/karplint/internal/diagram"
)

var (
	//go:embed page.html
	pageText string
	//go:embed page.css
	style string
	//go:embed scripts/words.js
	scriptWords string
	//go:embed scripts/findings.js
	scriptFindings string
	//go:embed scripts/diffs.js
	scriptDiffs string
	//go:embed scripts/road.js
	scriptRoad string
	//go:embed scripts/overview.js
	scriptOverview string
	//go:embed scripts/main.js
	scriptMain string
)

// content is what the template gets. The style and the script are those of this package; everything else comes from repositories, and the template
// escapes it.
type content struct {
	Title     string
	Policy    string
	Style     template.CSS
	Script    template.JS
	Summaries []summary
	Views     []*view
}

// WriteHTML writes one page about the repositories, which needs nothing but itself. An error in a report says which one, and what is wrong.
func WriteHTML(w io.Writer, reports []Report) error {
	script := strings.Join([]string{scriptWords, scriptFindings, scriptDiffs, scriptRoad, scriptOverview, scriptMain}, "\n")
	css := diagram.Style() + style
	c := content{
		Title: title(reports), Policy: policy(css, script),
		Style:  template.CSS(css),   //nolint:gosec // files of this program
		Script: template.JS(script), //nolint:gosec // files of this package
	}
	for i := range reports {
		v, err := newView(&reports[i])
		if err == nil {
			v.Graph, err = pictureOf(&reports[i], fmt.Sprintf("picture-%d-", i))
		}
		if err != nil {
			return fmt.Errorf("%s: %w", printable.Text(reports[i].Name), err)
		}
		c.Views = append(c.Views, v)
		c.Summaries = append(c.Summaries, v.summary(&reports[i]))
	}
	parsed, err := template.New("page").Parse(pageText)
	if err != nil {
		return err
	}
	return parsed.Execute(w, c)
}

// pictureOf draws the graph of a report, "" if there is nothing in it. The ids in the picture begin with the prefix.
func pictureOf(r *Report, prefix string) (string, error) {
	if len(r.Graph) == 0 {
		return "", nil
	}
	graph, err := diagram.Read(r.Graph)
	if err != nil {
		return "", fmt.Errorf(`its part "graph": %w`, syntax(err))
	}
	if len(graph.Groups) == 0 {
		return "", nil
	}
	return graph.Inline(prefix), nil
}

func title(reports []Report) string {
	if len(reports) == 1 {
		return reports[0].Name
	}
	return fmt.Sprintf("%d repositories", len(reports))
}

// policy returns a Content-Security-Policy that allows this style and this script, and nothing else.
func policy(style, script string) string {
	return "default-src 'none'; style-src " + hash(style) + "; script-src " + hash(script) + "; base-uri 'none'; form-action 'none'"
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
