package calendar

import (
	"strings"
	"testing"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// listOf returns the list in a document.
func listOf(t *testing.T, text string) (list *model.Value) {
	t.Helper()
	yaml.Documents(&model.File{Path: "budgets.yaml", Data: []byte(text)}, func(doc *model.Document, err *yaml.ParseError) bool {
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		list = doc.Root
		return true
	})
	return list
}

// freeTimes has budgets, and below each list when none of them is active.
const freeTimes = `
[{nodes: 10%}]
	never
[]
	at any time
[{nodes: 20%, schedule: "@daily", duration: 1h}]
	every day 01:00 to 24:00 UTC
[{nodes: 1, schedule: "0 9 * * mon-fri", duration: 9h}]
	Monday to Friday 18:00 to 09:00 UTC and all weekend
[{nodes: 1, schedule: "0 9 * * 1-5", duration: 9h30m}]
	Monday to Friday 18:30 to 09:00 UTC and all weekend
[{nodes: 1, schedule: "0 0 * * 0", duration: 24h}]
	Monday 00:00 to Sunday 00:00 UTC
[{nodes: 1, schedule: "0 0 * * 0", duration: 168h}]
	never
[{nodes: 1, schedule: "0 22 * * *", duration: 8h}]
	every day 06:00 to 22:00 UTC
[{nodes: 1, schedule: "0 22 * * *", duration: 8h}, {nodes: 2, schedule: "0 6 * * *", duration: 16h}]
	never
[{nodes: 1, schedule: "0 22 * * *", duration: 8h}, {nodes: 2, schedule: "0 6 * * *", duration: 15h59m}]
	every day 21:59 to 22:00 UTC
[{nodes: 1, schedule: "0 8 * * 1,3", duration: 2h}]
	Monday 10:00 to Wednesday 08:00 and Wednesday 10:00 to Monday 08:00 UTC
[{nodes: 1, schedule: "@hourly", duration: 30m}]
	in about 50% of the week
[{nodes: 1, schedule: "0 2 ? * SUN", duration: 4h}]
	at other times than Sunday 02:00 to 06:00 UTC
[{nodes: 1, schedule: "0 20 * * FRI", duration: 4h}]
	at other times than Friday 20:00 to 24:00 UTC
[{nodes: 1, schedule: "0 22 * * SUN", duration: 4h}]
	Monday 02:00 to Sunday 22:00 UTC
[{nodes: 1, schedule: "0 22 * * SUN", duration: 2m}]
	at other times than Sunday 22:00 to 22:02 UTC
[{nodes: 1, schedule: "0 2 1-7 * sun", duration: 4h}]
	in about 94% of the year
[{nodes: 1, schedule: "0 0 * JAN-MAR,dec SUN-SAT", duration: 24h}]
	in about 66% of the year
[{nodes: 1, schedule: "0 0 20 11 *", duration: 336h}]
	4 December 00:00 to 20 November 00:00 UTC
[{nodes: 1, schedule: "0 0 1 */6 *", duration: 24h}]
	2 January 00:00 to 1 July 00:00 and 2 July 00:00 to 1 January 00:00 UTC
[{nodes: 1, schedule: "0 9 * 12 1-5", duration: 8h}]
	in about 97% of the year
[{nodes: 1, schedule: "0 0 1 * *", duration: 24h}, {nodes: 1, schedule: "0 0 15 * *", duration: 24h}]
	2 January 00:00 to 15 January 00:00, 16 January 00:00 to 1 February 00:00, 2 February 00:00 to 15 February 00:00 UTC, and 21 more times a year
[{nodes: 1, schedule: "0 0 1 1 *", duration: 9000h}, {nodes: 1, schedule: "0 0 15 * *", duration: 24h}]
	never
`

func TestFree(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(freeTimes), "\n")
	for i := 0; i+1 < len(lines); i += 2 {
		text, want := lines[i], strings.TrimSpace(lines[i+1])
		budgets, err := Read(listOf(t, text))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := Free(budgets).String(); got != want {
			t.Errorf("%s:\n got %s\nwant %s", text, got, want)
		}
	}
}

func TestReadErrors(t *testing.T) {
	for _, text := range []string{
		`[{nodes: 1, schedule: "0 9 * *", duration: 1h}]`,
		`[{nodes: 1, schedule: "TZ=Europe/Berlin 0 9 * * *", duration: 1h}]`,
		`[{nodes: 1, schedule: "@every 1h", duration: 1h}]`,
		`[{nodes: 1, schedule: "0 9 * * *"}]`,
		`[{nodes: 1, duration: 1h}]`,
		`[{nodes: 1, schedule: "0 9 * * *", duration: -1h}]`,
		`[x]`,
		`{nodes: 1}`,
	} {
		if budgets, err := Read(listOf(t, text)); err == nil {
			t.Errorf("%s: read as %v", text, budgets)
		}
	}
}
