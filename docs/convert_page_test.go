package docs_test

import (
	"fmt"
	"strings"

	"github.com/karplint/karplint/convert/fields"
	"github.com/karplint/karplint/facts"
)

// fieldTables returns what becomes of every field, for docs/convert.md: for each kind a table of the fields that change, move
// or go, and after it those that go along with the field that holds them, and those that stay as they are.
func fieldTables(tables []fields.KindTable) string {
	var b strings.Builder
	step := ""
	for _, t := range tables {
		from, to := version(t.From), version(t.To)
		if next := fmt.Sprintf("\n### From %s to %s\n", from, to); next != step && to != from {
			step = next
			b.WriteString(step)
		}
		fmt.Fprintf(&b, "\n#### %s → %s\n", tableName(t), t.To.Kind)
		writeFields(&b, t.Rows)
	}
	return b.String() + "\n"
}

// version names the API of a kind for a heading.
func version(k facts.APIKind) string {
	_, version, _ := strings.Cut(k.APIVersion, "/")
	if strings.HasPrefix(version, "v1alpha") {
		return "the alpha API"
	}
	return version
}

// tableName names what the table is about.
func tableName(t fields.KindTable) string {
	if t.From == fields.Provider {
		return "spec.provider of a Provisioner"
	}
	return t.From.Kind
}

func writeFields(b *strings.Builder, rows []fields.Row) {
	becomes, absent := map[string]string{}, map[string][]fields.Row{}
	for _, row := range rows {
		if row.Absent {
			absent[row.From] = append(absent[row.From], row)
		} else {
			becomes[row.From] = row.To
		}
	}
	var along, stay []string
	b.WriteString("\n| Field | New place | What happens, and why | Source |\n|---|---|---|---|\n")
	for _, row := range rows {
		rest := max(0, strings.LastIndexAny(row.From, ".["))
		holder, moved := becomes[row.From[:rest]]
		switch {
		case row.Absent:
			continue // written after the row of the field
		case row.Gone || row.Why != "" || absent[row.From] != nil:
			writeField(b, row)
		case row.To == row.From:
			stay = append(stay, code(row.From))
		case moved && row.To == holder+row.From[rest:]:
			along = append(along, code(row.From))
		default:
			writeField(b, row)
		}
		for _, row := range absent[row.From] {
			writeField(b, row)
		}
	}
	if len(along) > 0 {
		fmt.Fprintf(b, "\nMove with the field around them: %s.\n", strings.Join(along, ", "))
	}
	if len(stay) > 0 {
		fmt.Fprintf(b, "\nNot changed: %s.\n", strings.Join(stay, ", "))
	}
}

func writeField(b *strings.Builder, row fields.Row) {
	field := code(row.From)
	if row.Absent {
		field += " absent"
	}
	fmt.Fprintf(b, "| %s | %s | %s | %s |\n", field, becomesText(row), cell(row.Why), cell(sourceText(row.Source)))
}

func becomesText(row fields.Row) string {
	switch {
	case row.Gone:
		return "removed"
	case row.To == row.From:
		return "same"
	}
	return code(row.To)
}

func code(path string) string { return "`" + path + "`" }

// cell returns a text that a cell of a table can hold.
func cell(text string) string {
	return strings.NewReplacer("|", `\|`, "<", "&lt;").Replace(strings.TrimSpace(text))
}

// sourceText links to a source that is an address.
func sourceText(text string) string {
	if !strings.HasPrefix(text, "https://") || strings.Contains(text, " ") {
		return text
	}
	name := text[strings.LastIndexByte(strings.TrimSuffix(text, "/"), '/')+1:]
	if _, anchor, found := strings.Cut(name, "#"); found && anchor != "" {
		name = "#" + anchor
	}
	return "[" + strings.TrimSuffix(name, "/") + "](" + text + ")"
}
