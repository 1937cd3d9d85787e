package gotmpl

import (
	"regexp"
	"slices"
	"strings"
	"text/template/parse"
)

// pureFunctions are the functions of Go, sprig and Helm that change nothing that another action reads. Any other function may change
// values, as set does.
var pureFunctions = wordSet(`
	and eq ge gt html index js le len lt ne not or print printf println slice urlquery
	abbrev abbrevboth add add1 add1f addf adler32sum ago all any append atoi b32dec b32enc b64dec b64enc base bcrypt biggest
	buildCustomCert camelcase cat ceil chunk clean coalesce compact concat contains date dateInZone dateModify date_in_zone
	date_modify decryptAES deepCopy deepEqual default derivePassword dict dig dir div divf duration durationRound empty
	encryptAES env expandenv ext fail first float64 floor fromJson genCA genCAWithKey genPrivateKey genSelfSignedCert
	genSelfSignedCertWithKey genSignedCert genSignedCertWithKey get getHostByName has hasKey hasPrefix hasSuffix hello htmlDate
	htmlDateInZone htpasswd indent initial initials int int64 isAbs join kebabcase keys kindIs kindOf last list lower max maxf min
	minf mod mul mulf mustAppend mustChunk mustCompact mustDateModify mustDeepCopy mustFirst mustFromJson mustHas mustInitial
	mustLast mustPrepend mustPush mustRegexFind mustRegexFindAll mustRegexMatch mustRegexReplaceAll mustRegexReplaceAllLiteral
	mustRegexSplit mustRest mustReverse mustSlice mustToDate mustToJson mustToPrettyJson mustToRawJson mustUniq mustWithout
	must_date_modify nindent nospace now omit osBase osClean osDir osExt osIsAbs pick pluck plural prepend push quote randAlpha
	randAlphaNum randAscii randBytes randInt randNumeric regexFind regexFindAll regexMatch regexQuoteMeta regexReplaceAll
	regexReplaceAllLiteral regexSplit repeat replace rest reverse round semver semverCompare seq sha1sum sha256sum sha512sum shuffle
	snakecase sortAlpha split splitList splitn squote sub subf substr swapcase ternary title toDate toDecimal toJson toPrettyJson
	toRawJson toString toStrings trim trimAll trimPrefix trimSuffix trimall trunc tuple typeIs typeIsLike typeOf uniq unixEpoch
	unixToTime until untilStep untitle upper urlJoin urlParse uuidv4 values without wrap wrapWith
	fromJsonArray fromToml fromYaml fromYamlArray lookup mustToToml mustToYaml required toToml toYaml toYamlPretty`)

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

// Helpers reports whether a named template may change values that others read. If it is nil, every
// template may.
type Helpers func(name string) bool

func (h Helpers) change(name string) bool { return h == nil || h(name) }

// Changes reports whether an action may change values that others read: by calling a function that is not known to be pure, or a named
// template.
func (a Action) Changes(helpers Helpers) bool {
	if a.Open != "{{" || a.Comment || a.Pipeline == "" {
		return false
	}
	pipe := Parse(a.Pipeline)
	if a.Keyword == "template" || a.Keyword == "block" {
		return pipe == nil || effects{helpers}.template(pipe)
	}
	return pipe != nil && effects{helpers}.pipe(pipe)
}

// template reports whether `template "name" argument` may change values. pipe is everything after the keyword.
func (e effects) template(pipe *parse.PipeNode) bool {
	args := pipe.Cmds[0].Args
	isCall := func(n parse.Node) bool { _, isName := n.(*parse.IdentifierNode); return isName }
	return e.include(args[0]) || slices.ContainsFunc(args[1:], isCall) || e.pipe(pipe)
}

var variableName = regexp.MustCompile(`\$\w+`)

// Parse reads a pipeline; its variables need not be declared. It returns nil for a text that is not
// a pipeline.
func Parse(pipeline string) *parse.PipeNode {
	var b strings.Builder
	names := variableName.FindAllString(pipeline, -1)
	slices.Sort(names)
	names = slices.Compact(names)
	for _, name := range names {
		b.WriteString("{{" + name + " := 0}}")
	}
	trees, err := ParseFile("pipeline", b.String()+"{{"+pipeline+"}}")
	if err != nil {
		return nil
	}
	tree := trees["pipeline"]
	if tree == nil || len(tree.Root.Nodes) != len(names)+1 { // a comment, or several actions
		return nil
	}
	if action, ok := tree.Root.Nodes[len(names)].(*parse.ActionNode); ok {
		return action.Pipe
	}
	return nil
}

// ParseFile reads a text as a Go template, whatever functions it calls. It returns the template under its name, and the
// templates that it defines under theirs.
func ParseFile(name, text string) (map[string]*parse.Tree, error) {
	trees := map[string]*parse.Tree{}
	t := parse.New(name)
	t.Mode = parse.SkipFuncCheck
	_, err := t.Parse(text, "", "", trees)
	return trees, err
}

// effects finds calls that may change values that others read.
type effects struct{ helpers Helpers }

// pipe reports whether a pipeline may change values.
func (e effects) pipe(pipe *parse.PipeNode) bool {
	for i, cmd := range pipe.Cmds {
		if e.command(cmd, i > 0) {
			return true
		}
	}
	return false
}

// command reports whether a call may change values. A piped call gets its last argument from the previous command.
func (e effects) command(cmd *parse.CommandNode, piped bool) bool {
	name, isCall := cmd.Args[0].(*parse.IdentifierNode)
	for i, arg := range cmd.Args {
		if (i > 0 || !isCall) && e.node(arg) {
			return true
		}
	}
	switch {
	case !isCall || pureFunctions[name.Ident]:
		return false
	case len(cmd.Args) == 1 && !piped: // a word, as in templates of Argo CD
		return false
	case name.Ident == "include":
		return len(cmd.Args) == 1 || e.include(cmd.Args[1])
	}
	return true
}

func (e effects) include(name parse.Node) bool {
	text, ok := name.(*parse.StringNode)
	return !ok || e.helpers.change(text.Text)
}

func (e effects) node(n parse.Node) bool {
	switch n := n.(type) {
	case *parse.PipeNode:
		return e.pipe(n)
	case *parse.ChainNode:
		return e.node(n.Node)
	}
	return false
}
