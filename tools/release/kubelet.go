package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"reflect"
	"strconv"
	"strings"
)

// kubeletFields returns the settings of the kubelet by their dotted names, with the words of facts/kubelet.yaml for their types. They are those of
// the module of the kubelet that a release requires; none before 1.15, where the CRDs have them.
func kubeletFields(release fs.FS) (map[string]string, error) {
	version, err := required(release, kubeletModule)
	if err != nil || version == "" {
		return nil, err
	}
	files, err := download(kubeletModule, version)
	if err != nil {
		return nil, err
	}
	text, err := fs.ReadFile(files, "config/v1beta1/types.go")
	if err != nil {
		return nil, err
	}
	return fieldsOf(string(text), "KubeletConfiguration")
}

func fieldsOf(source, root string) (map[string]string, error) {
	parsed, err := parser.ParseFile(token.NewFileSet(), "", source, 0)
	if err != nil {
		return nil, err
	}
	s := structs{types: map[string]ast.Expr{}, fields: map[string]string{}}
	for n := range ast.Preorder(parsed) {
		if spec, ok := n.(*ast.TypeSpec); ok {
			s.types[spec.Name.Name] = spec.Type
		}
	}
	s.add(root, "")
	return s.fields, nil
}

// structs are the types of a file, and the fields found in them.
type structs struct {
	types  map[string]ast.Expr
	fields map[string]string
}

// add adds the fields of a struct, and of those in it.
func (s structs) add(name, prefix string) {
	for _, f := range s.types[name].(*ast.StructType).Fields.List {
		if len(f.Names) == 0 { // metav1.TypeMeta
			s.fields[prefix+"apiVersion"], s.fields[prefix+"kind"] = "string", "string"
			continue
		}
		tag, _ := strconv.Unquote(f.Tag.Value)
		key, _, _ := strings.Cut(reflect.StructTag(tag).Get("json"), ",")
		of := f.Type
		if pointer, ok := of.(*ast.StarExpr); ok {
			of = pointer.X
		}
		if named, ok := of.(*ast.Ident); ok && s.isStruct(named.Name) {
			s.add(named.Name, prefix+key+".")
			continue
		}
		s.fields[prefix+key] = s.kind(of)
	}
}

func (s structs) isStruct(name string) bool {
	_, ok := s.types[name].(*ast.StructType)
	return ok
}

var typeWords = map[string]string{"string": "string", "bool": "boolean", "int32": "int32", "int64": "int64", "float64": "number"}

// kind returns the word of the table for a type; any for a type of another module.
func (s structs) kind(of ast.Expr) string {
	switch of := of.(type) {
	case *ast.ArrayType:
		return "list of " + s.kind(of.Elt)
	case *ast.MapType:
		return "map of " + s.kind(of.Value)
	case *ast.SelectorExpr:
		if of.Sel.Name == "Duration" {
			return "duration"
		}
	case *ast.Ident:
		if word := typeWords[of.Name]; word != "" {
			return word
		}
		if under := s.types[of.Name]; under != nil {
			return s.kind(under)
		}
	}
	return "any"
}
