package page_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/karplint/karplint/internal/diagram"
	"github.com/karplint/karplint/internal/page"
)

const part = `{"version": 1, "name": "shop", "karplint": "1.2.3", "lint": {"findings": []}, "messages": [], "sources": {}}`

func TestDecode(t *testing.T) {
	reports, err := page.Decode([]byte(part))
	if err != nil || len(reports) != 1 || reports[0].Name != "shop" {
		t.Fatalf("%v, %v", reports, err)
	}
	var fleet bytes.Buffer
	if err := page.WriteJSON(&fleet, []page.Report{reports[0], reports[0]}); err != nil {
		t.Fatal(err)
	}
	if again, err := page.Decode(fleet.Bytes()); err != nil || len(again) != 2 || again[1].Karplint != "1.2.3" {
		t.Errorf("a fleet: %v, %v", again, err)
	}
}

func TestDecodeRefuses(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"no JSON", "<html>", "it is no JSON (invalid character '<' looking for beginning of value); make it with karplint report -o FILE.json"},
		{"nothing", "", "it ends after 0 bytes in the middle of the report; make or copy it again"},
		{"cut off", part[:60], "it ends after 60 bytes in the middle of the report; make or copy it again"},
		{"other JSON", `{"version": 1, "findings": []}`, "it is JSON, but no report; make it with karplint report -o FILE.json"},
		{"an empty fleet", `{"version": 1, "repositories": []}`,
			"it holds no repository; make it with karplint report --from FILE.json -o FLEET.json"},
		{"a list", `[]`, `it is a list or a text where a report is an object; make it with karplint report -o FILE.json`},
		{"newer", `{"version": 2, "karplint": "3.0.0"}`,
			"it is a report of version 2, and this karplint reads version 1; make both with the same release of karplint"},
		{"newer inside", `{"version": 1, "repositories": [{"version": 3}]}`,
			"it holds a report of version 3, and this karplint reads version 1; make both with the same release of karplint"},
		{"wrong type", `{"version": 1, "karplint": "1", "sources": []}`,
			`its "sources" is an array, which no report has; make it again with karplint report -o FILE.json`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if _, err := page.Decode([]byte(test.text)); err == nil || err.Error() != test.want {
				t.Errorf("got  %v\nwant %s", err, test.want)
			}
		})
	}
}

func TestWriteHTMLRefuses(t *testing.T) {
	for _, test := range []struct {
		report page.Report
		want   string
	}{
		{page.Report{Name: "shop", Lint: json.RawMessage(`{"findings": 7}`)},
			`shop: its part "lint": its "findings" is a number, which no report has; make it again with karplint report -o FILE.json`},
		{page.Report{Name: "shop", Graph: json.RawMessage(`"<svg onload=hacked=1>"`)},
			`shop: its part "graph": it is a list or a text where a report is an object; make it with karplint report -o FILE.json`},
		{page.Report{Name: "shop", Graph: json.RawMessage(`{"groups": [{"nodes": [{"kind": "x onload=hacked=1"}]}]}`)},
			`shop: its part "graph": a node has the kind "x onload=hacked=1", which no graph has; make it again with karplint report -o FILE.json`},
	} {
		err := page.WriteHTML(&bytes.Buffer{}, []page.Report{test.report})
		if err == nil || err.Error() != test.want {
			t.Errorf("got  %v\nwant %s", err, test.want)
		}
	}
}

// TestSources: a report holds the lines around findings, of each file as it is read, and cuts lines that nobody reads to the end.
func TestSources(t *testing.T) {
	report := &page.Report{Lint: json.RawMessage(`{"findings": [
		{"file": "a.yaml", "start": {"line": 4, "column": 1}, "end": {"line": 4, "column": 3}, "fix": {"edits": [
			{"file": "b.yaml", "start": {"line": 1, "column": 1}, "end": {"line": 2, "column": 1}, "new": ""}]}},
		{"file": "gone.yaml", "start": {"line": 1, "column": 1}, "end": {"line": 1, "column": 1}}]}`)}
	reads := 0
	sources, err := page.SourcesOf(report, func(file string) []byte {
		reads++
		return map[string][]byte{
			"a.yaml": []byte("1\r\n2\r\n3\n" + strings.Repeat("ä", 500) + "\n5\n6\n7\n"),
			"b.yaml": []byte("first\nsecond\nthird\n"),
		}[file]
	})
	if err != nil || reads != 3 {
		t.Fatalf("%d reads, %v", reads, err)
	}
	got, _ := json.Marshal(sources)
	want := `{"a.yaml":{"2":"2","3":"3","4":"` + strings.Repeat("ä", 400) + `…","5":"5","6":"6"},"b.yaml":{"1":"first","2":"second"}}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// hostile are texts that would do something if the page took them for more than text. The markers say "hacked".
var hostile = []string{
	`</script><script>hacked=1</script>`, `<!--<script>`, `]]>`, `<img src=x onerror=hacked=1>`, `"' onclick="hacked=1`,
	"\x1b[31mred", "a\u2028b\u2029c", "a\uffffb", "left\u202eright", `{{hacked}}`, `\u003c/script>`, "javascript:hacked=1",
	strings.Repeat("long ", 5000),
}

// hostileReport has the texts in every field that a repository can fill.
func hostileReport() page.Report {
	r := page.Report{Version: page.Version, Karplint: "1.2.3", Name: hostile[0] + hostile[3], Messages: hostile, Sources: page.Sources{}}
	var findings, decisions, notes, files, steps []any
	for _, text := range hostile {
		place := map[string]any{
			"file": text, "start": map[string]int{"line": 1, "column": 1}, "end": map[string]int{"line": 1, "column": 4},
			"line": 1, "object": text, "path": text,
		}
		with := func(fields map[string]any) map[string]any {
			for key, value := range place {
				fields[key] = value
			}
			return fields
		}
		findings = append(findings, with(map[string]any{
			"rule": text, "name": text, "severity": text, "message": text, "why": text, "template": text, "resource": text,
			"related": []any{with(map[string]any{"message": text})},
			"fix":     map[string]any{"title": text, "safety": text, "edits": []any{with(map[string]any{"new": text})}},
		}))
		decisions = append(decisions, map[string]any{"message": text, "see": text, "places": []any{place}})
		notes = append(notes, with(map[string]any{"level": text, "message": text, "see": text}))
		files = append(files, map[string]any{"file": text, "diff": "--- a\n+++ b\n@@ -1,1 +1,1 @@\n-" + text + "\n+" + text + "\n"})
		steps = append(steps, map[string]any{
			"id": text, "title": text, "installation": text, "why": []string{text},
			"items":    []any{map[string]any{"file": text, "text": text, "rule": text}},
			"commands": []any{map[string]any{"run": text, "expect": text}},
		})
		r.Sources[text] = map[string]string{"1": text}
	}
	part := func(value any) json.RawMessage {
		data, _ := json.Marshal(value)
		return data
	}
	r.Lint = part(map[string]any{"findings": findings})
	r.Convert = part(map[string]any{"files": files, "notes": notes})
	r.Status = part(map[string]any{"decisions": decisions, "directories": []any{map[string]any{"directory": hostile[0], "v1": 1}}})
	r.Plan = part(map[string]any{"to": hostile[0], "roads": []any{map[string]any{"from": hostile[3], "to": hostile[0], "stops": []any{
		map[string]any{"release": hostile[3], "because": hostile, "steps": steps}}}}})
	r.Graph = part(hostileGraph())
	return r
}

// hostileGraph has the texts wherever a file can put one.
func hostileGraph() *diagram.Graph {
	group := &diagram.Group{Root: hostile[0], Releases: hostile}
	for i, text := range hostile {
		group.Nodes = append(group.Nodes, &diagram.Node{
			ID: fmt.Sprint(i, text), Kind: diagram.Pool, Label: text, Detail: text, File: text, Line: 1, Members: hostile,
			Marks: []diagram.Mark{{Rule: text, Severity: text, Text: text}},
		})
		if i > 0 {
			group.Edges = append(group.Edges, &diagram.Edge{
				From: group.Nodes[i-1].ID, To: group.Nodes[i].ID, Kind: diagram.Missing, Rule: text, Severity: text, Text: text,
			})
		}
	}
	return &diagram.Graph{Groups: []*diagram.Group{group}}
}

// TestHostile: no text of a repository ends an element of the page, or begins one.
func TestHostile(t *testing.T) {
	var html bytes.Buffer
	if err := page.WriteHTML(&html, []page.Report{hostileReport()}); err != nil {
		t.Fatal(err)
	}
	text := html.String()
	if n := strings.Count(text, "<script"); n != 3 {
		t.Errorf("%d elements script begin, want the two of the data and the one of the page", n)
	}
	if n := strings.Count(strings.ToLower(text), "</script"); n != 3 {
		t.Errorf("%d elements script end, want 3", n)
	}
	for _, forbidden := range []string{"<img", "<!--", "\x1b", "\u2028", "onclick=\"hacked"} {
		if strings.Contains(text, forbidden) {
			t.Errorf("the page contains %q", forbidden)
		}
	}
}

// TestSelfContained: the page names no address from which a browser loads something, and allows none.
func TestSelfContained(t *testing.T) {
	var html bytes.Buffer
	if err := page.WriteHTML(&html, []page.Report{{Version: 1, Name: "shop"}}); err != nil {
		t.Fatal(err)
	}
	loading := regexp.MustCompile(`(?i)<link|\bsrc\s*=\s*"|url\(|@import|\bfetch\(|XMLHttpRequest|WebSocket|innerHTML|document\.write|eval\(`)
	if loads := loading.FindAllString(html.String(), -1); loads != nil {
		t.Errorf("the page contains %q", loads)
	}
	if !strings.Contains(html.String(), `content="default-src &#39;none&#39;; style-src &#39;sha256-`) {
		t.Error("the page has no policy, or another one")
	}
}

// TestDecisions: what a stop asks again about a line counts once, in the table of repositories and on the page. What plan asks before the first stop
// hides nothing that a stop asks.
func TestDecisions(t *testing.T) {
	var html bytes.Buffer
	err := page.WriteHTML(&html, []page.Report{{
		Status: json.RawMessage(`{"decisions": [{"message": "no role", "places": [{"file": "a.yaml", "line": 3}, {"file": "b.yaml", "line": 4}]}]}`),
		Plan: json.RawMessage(`{"decisions": [{"text": "no file shows the release"}, {"text": "two versions"},
			{"file": "c.yaml", "line": 4, "text": "several minors"}, {"file": "a.yaml", "line": 3, "text": "no role"}], "roads": [{"from": "0.31.3", "stops": [
			{"release": "0.32.10", "keeps": "alpha", "decisions": [
				{"file": "b.yaml", "line": 4, "text": "AWSNodeTemplate b: no role"}, {"file": "c.yaml", "line": 4, "text": "new"},
				{"file": "b.yaml", "line": 4, "text": "not served", "rule": "KL301"}]},
			{"release": "0.37.8", "decisions": [{"file": "c.yaml", "line": 4, "text": "new"}]}]}]}`),
	}})
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(html.String(), `id="summaries">`)
	text, _, _ = strings.Cut(text, "</script>")
	var summaries []struct {
		Decisions int
		Stops     []struct{ From, To, Keeps string }
	}
	if err := json.Unmarshal([]byte(text), &summaries); err != nil {
		t.Fatal(err)
	}
	if got := summaries[0]; got.Decisions != 6 || got.Stops[0].To != "0.32.10" || got.Stops[0].Keeps != "alpha" {
		t.Errorf("got %+v, want 6 decisions", got)
	}
}
