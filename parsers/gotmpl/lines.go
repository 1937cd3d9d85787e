package gotmpl

import (
	"slices"
	"strings"
	"text/template/parse"
)

var (
	// lineFunctions may return texts of several lines.
	lineFunctions = wordSet(`include tpl indent nindent toYaml toYamlPretty mustToYaml toToml mustToToml toPrettyJson mustToPrettyJson
		wrap wrapWith genPrivateKey htpasswd`)
	// oneLineFunctions return one line, whatever their arguments are.
	oneLineFunctions = wordSet("quote toJson mustToJson toRawJson mustToRawJson b64enc sha1sum sha256sum sha512sum adler32sum len int int64 urlquery " +
		"snakecase")
)

// MayWriteLines reports whether an action may write more than one line. Only its function calls decide; a plain value is
// assumed to be one line.
func (a Action) MayWriteLines() bool {
	if a.Open != "{{" || a.IsControl() || a.IsStatement() {
		return false
	}
	pipe := Parse(a.Pipeline)
	return a.Keyword == "template" || pipe != nil && pipeWritesLines(pipe)
}

func pipeWritesLines(pipe *parse.PipeNode) bool {
	last := pipe.Cmds[len(pipe.Cmds)-1]
	if name, isCall := last.Args[0].(*parse.IdentifierNode); isCall && oneLineFunctions[name.Ident] {
		return false
	}
	return slices.ContainsFunc(pipe.Cmds, func(cmd *parse.CommandNode) bool { return slices.ContainsFunc(cmd.Args, writesLines) })
}

func writesLines(n parse.Node) bool {
	switch n := n.(type) {
	case *parse.IdentifierNode:
		return lineFunctions[n.Ident]
	case *parse.StringNode:
		return strings.Contains(n.Text, "\n")
	case *parse.FieldNode:
		return n.Ident[0] == "Files"
	case *parse.VariableNode:
		return len(n.Ident) > 1 && n.Ident[1] == "Files"
	case *parse.ChainNode:
		return writesLines(n.Node)
	case *parse.PipeNode:
		return pipeWritesLines(n)
	}
	return false
}
