package docs_test

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// inAnyOrder is the comment at a loop over a map, or on the line above, for which the test cannot tell that its order never shows.
const inAnyOrder = "// in any order: "

// TestMapOrder: the output is the same in every run, so no code depends on the order of a map, which Go draws anew for each loop.
func TestMapOrder(t *testing.T) {
	r := &sourceReader{t: t, set: token.NewFileSet(), read: map[string]*types.Package{}}
	for pkg := range importsBelow(t, root) {
		_, _ = r.Import(module + pkg) // it never returns an error
	}
	if r.loops < 50 {
		t.Errorf("%d loops over maps were checked; there are dozens", r.loops)
	}
}

// sourceReader checks the packages of the module, and reads their types from their source. Types of other modules are unknown to it, because
// to compile them takes minutes.
type sourceReader struct {
	t     *testing.T
	set   *token.FileSet
	read  map[string]*types.Package
	loops int
}

// Import implements types.Importer.
func (r *sourceReader) Import(imported string) (*types.Package, error) {
	if pkg, known := r.read[imported]; known {
		return pkg, nil
	}
	dir, ours := strings.CutPrefix(imported, module)
	if !ours {
		r.read[imported] = types.NewPackage(imported, path.Base(imported))
		r.read[imported].MarkComplete()
		return r.read[imported], nil
	}
	listed, err := build.ImportDir(filepath.Join(root, dir), 0)
	if err != nil {
		r.t.Fatal(err)
	}
	var files []*ast.File
	for _, name := range listed.GoFiles {
		file, err := parser.ParseFile(r.set, filepath.Join(listed.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			r.t.Fatal(err)
		}
		files = append(files, file)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: r, Error: func(error) {}} // types of other modules are missing
	r.read[imported], _ = config.Check(imported, r.set, files, info)
	for _, file := range files {
		r.check(file, info)
	}
	return r.read[imported], nil
}

func (r *sourceReader) check(file *ast.File, info *types.Info) {
	s := &mapLoops{info: info}
	s.find(file)
	r.loops += s.loops
	lines := linesOf(r.t, r.set.Position(file.Pos()).Filename)
	for pos, why := range s.found {
		if line := r.set.Position(pos).Line; !isExplained(lines, line) {
			r.t.Errorf("%s: %s; sort the keys, or say why the order never shows: %s…", r.set.Position(pos), why, inAnyOrder)
		}
	}
}

func linesOf(t *testing.T, file string) []string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(string(data), "\n")
}

func isExplained(lines []string, line int) bool {
	return strings.Contains(lines[line-1], inAnyOrder) || line > 1 && strings.HasPrefix(strings.TrimSpace(lines[line-2]), inAnyOrder)
}

// mapLoops finds the loops over maps in a file, and the keys and values of maps that other code gets unsorted.
type mapLoops struct {
	info  *types.Info
	loops int
	found map[token.Pos]string
}

// find visits the functions of a file: what one appends to in a loop, it may sort afterwards.
func (s *mapLoops) find(file *ast.File) {
	s.found = map[token.Pos]string{}
	for _, declaration := range file.Decls {
		sorted := sortedIn(declaration)
		ast.Inspect(declaration, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.RangeStmt:
				if s.isMap(n.X) {
					s.loops++
					loop := &mapLoop{mapLoops: s, variables: []string{nameOf(n.Key), nameOf(n.Value)}, sorted: sorted}
					loop.block(n.Body, n.Pos())
				}
			case *ast.CallExpr:
				if isMapSequence(n) && !sorted[n.Pos()] {
					s.found[n.Pos()] = "the keys and values of a map have no order"
				}
			}
			return true
		})
	}
}

func (s *mapLoops) isMap(x ast.Expr) bool {
	t := s.info.TypeOf(x)
	if t == nil {
		return false
	}
	_, isMap := t.Underlying().(*types.Map)
	return isMap
}

// isMapSequence reports whether a call returns the keys or values of a map one after another.
func isMapSequence(call *ast.CallExpr) bool {
	selector, ok := call.Fun.(*ast.SelectorExpr)
	return ok && nameOf(selector.X) == "maps" && (selector.Sel.Name == "Keys" || selector.Sel.Name == "Values" || selector.Sel.Name == "All")
}

// sorted has what a function passes to another whose name says that it sorts: by name, and calls by their position.
type sorted map[any]bool

func sortedIn(declaration ast.Node) sorted {
	s := sorted{}
	ast.Inspect(declaration, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || !strings.Contains(strings.ToLower(types.ExprString(call.Fun)), "sort") {
			return true
		}
		for _, argument := range call.Args {
			s[types.ExprString(argument)] = true
			s[argument.Pos()] = true
		}
		return true
	})
	return s
}

func nameOf(x ast.Expr) string {
	if name, ok := x.(*ast.Ident); ok {
		return name.Name
	}
	return ""
}

// mapLoop is a loop over a map. It names what may show the order: the first of several that ends the loop, the last that is assigned, and calls.
type mapLoop struct {
	*mapLoops
	variables []string // of the loop, and those that its body declares
	sorted    sorted
}

func (l *mapLoop) block(b *ast.BlockStmt, loop token.Pos) {
	for _, statement := range b.List {
		l.statement(statement, loop)
	}
}

func (l *mapLoop) statement(statement ast.Stmt, loop token.Pos) {
	switch s := statement.(type) {
	case *ast.IfStmt:
		l.declare(s.Init)
		l.block(s.Body, loop)
		if s.Else != nil {
			l.statement(s.Else, loop)
		}
	case *ast.BlockStmt:
		l.block(s, loop)
	case *ast.ForStmt:
		l.block(s.Body, loop)
	case *ast.RangeStmt:
		l.variables = append(l.variables, nameOf(s.Key), nameOf(s.Value))
		l.block(s.Body, loop)
	case *ast.SwitchStmt:
		l.block(s.Body, loop)
	case *ast.CaseClause:
		l.block(&ast.BlockStmt{List: s.Body}, loop)
	case *ast.IncDecStmt:
	case *ast.DeclStmt:
		for _, spec := range s.Decl.(*ast.GenDecl).Specs {
			if value, ok := spec.(*ast.ValueSpec); ok {
				l.variables = append(l.variables, value.Names[0].Name)
			}
		}
	case *ast.AssignStmt:
		l.assignment(s, loop)
	case *ast.ReturnStmt:
		if !l.areConstant(s.Results) {
			l.found[loop] = "the first that the map yields ends the loop"
		}
	case *ast.BranchStmt:
		if s.Tok != token.CONTINUE {
			l.found[loop] = "the first that the map yields ends the loop"
		}
	case *ast.ExprStmt:
		if call, ok := s.X.(*ast.CallExpr); !ok || !l.isHarmless(call) {
			l.found[loop] = "calls are made in the order of a map"
		}
	default:
		l.found[loop] = "the order of a map may show"
	}
}

// isHarmless reports whether a call deletes from a map, or sorts or changes what belongs to the loop.
func (l *mapLoop) isHarmless(call *ast.CallExpr) bool {
	name := types.ExprString(call.Fun)
	selector, isMethod := call.Fun.(*ast.SelectorExpr)
	return name == "delete" || strings.HasPrefix(name, "slices.Sort") && l.isOwn(call.Args[0]) || isMethod && l.isOwn(selector.X)
}

func (l *mapLoop) declare(s ast.Stmt) {
	if assign, ok := s.(*ast.AssignStmt); ok && assign.Tok == token.DEFINE {
		for _, x := range assign.Lhs {
			l.variables = append(l.variables, nameOf(x))
		}
	}
}

// assignment accepts what comes to the same in any order: a sum, a set, an entry of its own for each key, and a list that is sorted later.
func (l *mapLoop) assignment(s *ast.AssignStmt, loop token.Pos) {
	if s.Tok == token.DEFINE {
		l.declare(s)
		return
	}
	for i, left := range s.Lhs {
		right := s.Rhs[min(i, len(s.Rhs)-1)]
		switch {
		case l.isOwn(left), l.areConstant(s.Rhs), l.isSum(s.Tok, left), isJoined(left, right), l.sorted[types.ExprString(left)]:
		default:
			l.found[loop] = "the last that the map yields is assigned, or appended, to " + types.ExprString(left)
		}
	}
}

// isOwn reports whether an expression is a variable of the loop, a part of one, or the entry of another map or list for one.
func (l *mapLoop) isOwn(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident:
		if x.Name == "_" {
			return true
		}
		return slices.Contains(l.variables, x.Name)
	case *ast.SelectorExpr:
		return l.isOwn(x.X)
	case *ast.StarExpr:
		return l.isOwn(x.X)
	case *ast.BinaryExpr: // an index
		return l.isOwn(x.X) || l.isOwn(x.Y)
	case *ast.IndexExpr:
		return l.isOwn(x.X) || l.isOwn(x.Index)
	}
	return false
}

// isSum reports whether the assignment adds numbers or bits.
func (l *mapLoop) isSum(t token.Token, left ast.Expr) bool {
	switch t {
	case token.OR_ASSIGN, token.AND_ASSIGN, token.SUB_ASSIGN:
		return true
	case token.ADD_ASSIGN:
		t := l.info.TypeOf(left)
		if t == nil {
			return false
		}
		basic, ok := t.Underlying().(*types.Basic)
		return ok && basic.Info()&types.IsInteger != 0
	}
	return false
}

// isJoined reports whether the right side is the left one joined with another by an operation without order: x || y, min(x, y).
func isJoined(left, right ast.Expr) bool {
	name := types.ExprString(left)
	switch right := right.(type) {
	case *ast.BinaryExpr:
		return (right.Op == token.LOR || right.Op == token.LAND) && types.ExprString(right.X) == name
	case *ast.CallExpr:
		return (nameOf(right.Fun) == "min" || nameOf(right.Fun) == "max") && types.ExprString(right.Args[0]) == name
	}
	return false
}

// areConstant reports whether the expressions, at least one, are constants or nil.
func (s *mapLoops) areConstant(expressions []ast.Expr) bool {
	for _, x := range expressions {
		if of := s.info.Types[x]; of.Value == nil && !of.IsNil() {
			return false
		}
	}
	return len(expressions) > 0
}
